"""The house rules that a set-up asks for, as they are worded on its page."""

from dataclasses import dataclass
from typing import Final

from tracker.engine.message import Message
from tracker.games.civil_war.rulebook import SWITCHES


@dataclass(frozen=True)
class HouseRule:
    """A switch of the set-up: what it is about, its rule, and a word for each of its values."""

    field: str
    says: Message
    rule: str
    words: tuple[tuple[str, Message], ...]

    @property
    def heading(self) -> Message:
        """The name of the switch, as the rules have it too."""
        return SWITCHES[self.field]


HOUSE_RULES: Final = (
    HouseRule(
        "reward",
        Message(
            "1 point and 3 of a resource for each person saved or enemy destroyed,"
            " or once per meeting."
        ),
        "CW-5.2",
        (("each", Message("for each person")), ("meeting", Message("once per meeting"))),
    ),
    HouseRule(
        "lure_anyone",
        Message("Only volunteers and Cherokee, or anyone in an enemy camp."),
        "CW-10.2",
        (("false", Message("volunteers")), ("true", Message("anyone"))),
    ),
    HouseRule(
        "fifty_points",
        Message("The first player with 50 points wins at once, or only when the month is closed."),
        "CW-12.1",
        (("at_once", Message("at once")), ("month_end", Message("month's end"))),
    ),
    HouseRule(
        "one_sided_fifty",
        Message("The game goes through all its months, or 50 points end it here too."),
        "CW-12.5",
        (("false", Message("all months")), ("true", Message("50 points win"))),
    ),
    HouseRule(
        "reserve_spends",
        Message("It takes all the gold you have, or only 60 and you keep the rest."),
        "CW-9.8",
        (("all", Message("all gold")), ("sixty", Message("60 gold"))),
    ),
    HouseRule(
        "attack_anyone",
        Message("Only players of the other side, or anyone."),
        "CW-13.1",
        (("false", Message("the other side")), ("true", Message("anyone"))),
    ),
    HouseRule(
        "fort_multiplier",
        Message(
            "Four times, as in the battle table, or twice, as in the paragraph about the fort."
        ),
        "CW-13.5",
        (("4", Message("4 times")), ("2", Message("twice"))),
    ),
    HouseRule(
        "fort_and_dynamite",
        Message("The larger factor counts, or both are multiplied, up to eight times."),
        "CW-13.5",
        (("larger", Message("the larger")), ("multiply", Message("multiply"))),
    ),
    HouseRule(
        "battle_deaths_cost_points",
        Message("Every person who dies in a battle costs 3 points, or none."),
        "CW-13.9",
        (("true", Message("3 points")), ("false", Message("none"))),
    ),
    HouseRule(
        "keep_order",
        Message("The sheet keeps to the seating order, or only shows whose turn it is."),
        "CW-3.8",
        (("true", Message("kept")), ("false", Message("only shown"))),
    ),
)
