"""The house rules of the Civil War, each described once."""

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from tracker.engine.house_rule import HouseRule, Variant
from tracker.engine.message import Message
from tracker.games.civil_war.goods import Goods, SomeOrNone

Given = Goods[SomeOrNone]


class StartingBonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rows of the table of CW-2.4 that this table plays otherwise."""

    southern_officer: Given | UnsetType = UNSET
    southern_soldier: Given | UnsetType = UNSET
    cherokee: Given | UnsetType = UNSET
    northern_officer: Given | UnsetType = UNSET
    northern_soldier: Given | UnsetType = UNSET
    volunteer: Given | UnsetType = UNSET


class Switches(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules. Each stands at the default of the rules page unless the table said so."""

    starting_bonus: Annotated[
        StartingBonus,
        HouseRule(
            rules=("CW-2.4",),
            heading=Message("Starting bonus, as printed in your copy"),
            played=Message("The starting bonus differs from the printed one (CW-2.4)."),
        ),
    ] = StartingBonus()
    reward: Annotated[
        Literal["each", "meeting"],
        HouseRule(
            rules=("CW-5.2", "CW-6.2"),
            heading=Message("Reward for a meeting"),
            hint=Message(
                "1 point and 3 of a resource for each person saved or enemy destroyed,"
                " or once per meeting."
            ),
            variants=(
                Variant(
                    "each",
                    Message("for each person"),
                    card={
                        "CW-5.2": Message(
                            "For each person saved: 1 point, and 3 water (Cherokee, volunteer), "
                            "3 food (soldier) or 3 gold (officer)."
                        ),
                        "CW-6.2": Message(
                            "If you can pay for all the enemies, they are destroyed: the same "
                            "reward for each of them, and nobody joins."
                        ),
                    },
                ),
                Variant(
                    "meeting",
                    Message("once per meeting"),
                    Message("The reward is given once per meeting (CW-5.2)."),
                    {
                        "CW-5.2": Message(
                            "For each meeting, however many are saved: 1 point, and 3 water "
                            "(Cherokee, volunteer), 3 food (soldier) or 3 gold (officer)."
                        ),
                        "CW-6.2": Message(
                            "If you can pay for all the enemies, they are destroyed: the same "
                            "reward once for the meeting, and nobody joins."
                        ),
                    },
                ),
            ),
        ),
    ] = "each"
    fire_brigade_cost: Annotated[
        Given,
        HouseRule(
            rules=("CW-9.6",),
            heading=Message("What a fire brigade costs"),
            played=Message("A fire brigade has a different price (CW-9.6)."),
        ),
    ] = Given(water=1, food=1)
    lure_anyone: Annotated[
        bool,
        HouseRule(
            rules=("CW-10.2",),
            heading=Message("Who can be lured"),
            hint=Message("Only volunteers and Cherokee, or anyone in an enemy camp."),
            variants=(
                Variant(
                    False,
                    Message("volunteers"),
                    card={
                        "CW-10.2": Message(
                            "African-American volunteers and Cherokee in any enemy camp can be "
                            "lured."
                        )
                    },
                ),
                Variant(
                    True,
                    Message("anyone"),
                    Message("Anyone can be lured (CW-10.2)."),
                    {"CW-10.2": Message("Anyone in an enemy camp can be lured.")},
                ),
            ),
        ),
    ] = False
    fifty_points: Annotated[
        Literal["at_once", "month_end"],
        HouseRule(
            rules=("CW-12.1",),
            heading=Message("Fifty points"),
            hint=Message(
                "The first player with 50 points wins at once, or only when the month is closed."
            ),
            variants=(
                Variant(
                    "at_once",
                    Message("at once"),
                    card={
                        "CW-12.1": Message(
                            "The first player to have 50 points wins at once; if several pass 50 "
                            "in one step the highest total wins, and equal totals share the win."
                        )
                    },
                ),
                Variant(
                    "month_end",
                    Message("month's end"),
                    Message("Fifty points count only when the month is closed (CW-12.1)."),
                    {
                        "CW-12.1": Message(
                            "Whoever has 50 points when the month is closed wins; of several, the "
                            "highest total wins, and equal totals share the win."
                        )
                    },
                ),
            ),
        ),
    ] = "at_once"
    one_sided_fifty: Annotated[
        bool,
        HouseRule(
            rules=("CW-12.5",),
            heading=Message("Fifty points with everyone on one side"),
            hint=Message("The game goes through all its months, or 50 points end it here too."),
            variants=(
                Variant(
                    False,
                    Message("all months"),
                    card={
                        "CW-12.5": Message(
                            "If everyone is on one side, the most points after the last month "
                            "win, and the winner is Marshal of the Armies; neither 50 points nor "
                            "elimination ends the game."
                        )
                    },
                ),
                Variant(
                    True,
                    Message("50 points win"),
                    Message("With everyone on one side 50 points win too (CW-12.5)."),
                    {
                        "CW-12.5": Message(
                            "If everyone is on one side, the winner is Marshal of the Armies, by "
                            "50 points or by the most points after the last month. Elimination "
                            "does not win the game."
                        )
                    },
                ),
            ),
        ),
    ] = False
    reserve_spends: Annotated[
        Literal["all", "sixty"],
        HouseRule(
            rules=("CW-9.8",),
            heading=Message("Spending the gold reserve"),
            hint=Message("It takes all the gold you have, or only 60 and you keep the rest."),
            variants=(
                Variant(
                    "all",
                    Message("all gold"),
                    card={
                        "CW-9.8": Message(
                            "Once a game, before your turn's first tile, spend your reserve (all "
                            "your gold, −10 points): lure 1 to 10 volunteers from one enemy, or "
                            "make an enemy volunteer or Cherokee player change sides."
                        )
                    },
                ),
                Variant(
                    "sixty",
                    Message("60 gold"),
                    Message("Spending the gold reserve takes 60 gold, not all of it (CW-9.8)."),
                    {
                        "CW-9.8": Message(
                            "Once a game, before your turn's first tile, spend your reserve (60 "
                            "gold, −10 points): lure 1 to 10 volunteers from one enemy, or make "
                            "an enemy volunteer or Cherokee player change sides. Gold that is "
                            "left makes a new reserve only when it next changes."
                        )
                    },
                ),
            ),
        ),
    ] = "all"
    attack_anyone: Annotated[
        bool,
        HouseRule(
            rules=("CW-13.1",),
            heading=Message("Who can be attacked"),
            hint=Message("Only players of the other side, or anyone."),
            variants=(
                Variant(
                    False,
                    Message("the other side"),
                    card={
                        "CW-13.1": Message(
                            "After upkeep you may attack once a month if you have people and "
                            "weapons: only players of the other side. A defender may be attacked "
                            "by several."
                        )
                    },
                ),
                Variant(
                    True,
                    Message("anyone"),
                    Message("Anyone can be attacked (CW-13.1)."),
                    {
                        "CW-13.1": Message(
                            "After upkeep you may attack once a month if you have people and "
                            "weapons: anyone, your own side too. A defender may be attacked by "
                            "several."
                        )
                    },
                ),
            ),
        ),
    ] = False
    fort_multiplier: Annotated[
        Literal[4, 2],
        HouseRule(
            rules=("CW-13.5",),
            heading=Message("A fort multiplies the attacker's price"),
            hint=Message(
                "Four times, as in the battle table, or twice, as in the paragraph about the fort."
            ),
            variants=(
                Variant(4, Message("4 times")),
                Variant(
                    2,
                    Message("twice"),
                    Message("A fort doubles the attacker's price (CW-13.5)."),
                ),
            ),
        ),
    ] = 4
    fort_and_dynamite: Annotated[
        Literal["larger", "multiply"],
        HouseRule(
            rules=("CW-13.5",),
            heading=Message("Fort and dynamite together"),
            hint=Message("The larger factor counts, or both are multiplied, up to eight times."),
            variants=(
                Variant("larger", Message("the larger")),
                Variant(
                    "multiply",
                    Message("multiply"),
                    Message("Fort and dynamite together multiply the attacker's price (CW-13.5)."),
                ),
            ),
        ),
    ] = "larger"
    battle_deaths_cost_points: Annotated[
        bool,
        HouseRule(
            rules=("CW-13.9",),
            heading=Message("Deaths in battle"),
            hint=Message("Every person who dies in a battle costs 3 points, or none."),
            variants=(
                Variant(
                    True,
                    Message("3 points"),
                    card={
                        "CW-13.9": Message(
                            "Every person who dies in a battle costs their own player 3 points; "
                            "the scattered do not count."
                        )
                    },
                ),
                Variant(
                    False,
                    Message("none"),
                    Message("Deaths in battle cost no points (CW-13.9)."),
                    {"CW-13.9": Message("People who die in a battle cost no points.")},
                ),
            ),
        ),
    ] = True
    keep_order: Annotated[
        bool,
        HouseRule(
            rules=("CW-3.8",),
            heading=Message("Order of turns"),
            hint=Message("The sheet keeps to the seating order, or only shows whose turn it is."),
            variants=(
                Variant(
                    True,
                    Message("kept"),
                    card={
                        "CW-3.8": Message(
                            "Turns go in seating order; the host can hand the turn to anyone "
                            "still in the game."
                        )
                    },
                ),
                Variant(
                    False,
                    Message("only shown"),
                    Message("The order of turns is shown and not enforced (CW-3.8)."),
                    {"CW-3.8": Message("The table keeps its own order of turns.")},
                ),
            ),
        ),
    ] = True
