"""The forms of a mission and of an order: danger, a typed mission card, the last missions."""

from typing import Any, Final

from msgspec import UNSET

from tracker.engine.message import Message
from tracker.games.grizzled import entries, orders, title
from tracker.games.grizzled.columns import THREATS
from tracker.games.grizzled.entry_text import LAST_MISSIONS
from tracker.games.grizzled.names import FLAGS, LEVELS
from tracker.games.grizzled.position import Position, Table
from tracker.web.grizzled.drawing import threat_name, word_of
from tracker.web.pad.fields import Filled, NumberInput, Option
from tracker.web.pad.open_choices import Answers

CARD: Final = "card"
YES_NO: Final = (Option("false", Message("No")), Option("true", Message("Yes")))
MOST_EFFECTS: Final = 6
COLLECTED: Final = 5
DANGER = Message("How many cards does everybody get?")
PILES: Final = {
    "trials": Message("Trials"),
    "morale": Message("Morale"),
    "hand": Message("A hand"),
}


def mission(filled: Filled, position: Position) -> Answers | None:
    """GR-3, GR-11.3, GR-12.1, GR-14.4: the danger, a mission card, or the last mission."""
    table = Table(position)
    if table.game.is_solo:
        return {}
    if not table.game.has_orders:
        return _danger(filled, position)
    has_cards = orders.taken(table) < orders.deck(table).total
    kind = filled.choose("final", Message("Which mission?"), kinds(has_cards), default=CARD)
    if kind in LAST_MISSIONS:
        return {"final": kind}
    return _mission_card(filled) if has_cards else _danger(filled, position)


def kinds(has_cards: bool) -> list[Option]:
    """GR-11.3, GR-12.1: a mission card while there is one, and the two last missions."""
    last = [Option(name, word_of(term)) for name, term in LAST_MISSIONS.items()]
    usual = Message("A mission card") if has_cards else Message("A mission without a card")
    return [Option(CARD, usual), *last]


def dangers(position: Position) -> list[int]:
    """GR-3.1: return the numbers from the least danger to what the trials allow."""
    offers = title.offers(position, Table(position).leader)
    allowed = next(offer.entries for offer in offers if offer.do == "mission")
    return [
        entry.danger
        for entry in allowed
        if isinstance(entry, entries.Mission) and entry.danger is not UNSET
    ]


def _danger(filled: Filled, position: Position) -> Answers | None:
    # The table may have chosen more than the trials allow; the entry is amended with that.
    asked = filled.arguments.get("danger", "")
    offered = dict.fromkeys([*map(str, dangers(position)), *([asked] if asked.isdecimal() else [])])
    chosen = filled.choose("danger", DANGER, [Option(danger, danger) for danger in offered])
    return None if chosen is None else {"danger": chosen}


def _mission_card(filled: Filled) -> Answers | None:
    """GR-11.5: the card as the table types it."""
    name = filled.text("card.name", Message("Name of the mission card"), 40)
    levels = [Option(level, word_of(label)) for level, label in LEVELS.items()]
    level = filled.choose("card.level", Message("Level"), levels)
    least = NumberInput("card.danger", Message("Number on the card"), "", 1, 20, 1)
    higher = NumberInput("danger", Message("Higher (0: as on the card)"), "", 0, 59)
    numbers = filled.numbers(Message("Danger"), [least, higher])
    effects = _effects(filled)
    if not name or level is None:
        filled.missing = Message("The name and the level of the card are still missing.")
        return None
    if len(effects) > MOST_EFFECTS:
        filled.missing = Message("A mission card has at most 6 effects.")
        return None
    card = {"card.name": name, "card.level": level, "card.effects": effects}
    return {**card, **numbers}


def _effects(filled: Filled) -> list[Answers]:
    effects = _threats(filled)
    for kind, label in FLAGS.items():
        if filled.choose(kind, label, YES_NO, default="false") == "true":
            effects.append({"kind": kind})
    bunker = NumberInput("bunker", Message("Trials that a soldier takes (0 = no bunker)"), "", 0, 9)
    taken = filled.numbers(Message("Bunker"), [bunker]).get("bunker")
    if taken:
        effects.append({"kind": "bunker", "cards": taken})
    effects += _collected(filled)
    note = filled.text("note", Message("A reminder; the players do it"), 200)
    return [*effects, {"kind": "note", "text": note}] if note else effects


def _threats(filled: Filled) -> list[Answers]:
    label = Message("Threats that the card adds to every mission")
    chosen = filled.numbers(label, _inputs("adds", 6))
    return [
        {"kind": "threat", "threat": threat.value}
        for threat in THREATS
        for _ in range(chosen.get(f"adds_{threat.value}", 0))
    ]


def _inputs(prefix: str, most: int) -> list[NumberInput]:
    return [
        NumberInput(f"{prefix}_{threat.value}", threat_name(threat.value), threat.value, 0, most)
        for threat in THREATS
    ]


def _collected(filled: Filled) -> list[Answers]:
    """GR-11.10: the cards that go under the mission, by threat (1: yes), and how many."""
    chosen = filled.numbers(
        Message("Collects cards of these threats (1 = yes)"), _inputs("under", 1)
    )
    number = NumberInput("full", Message("Cards until it is discarded"), "", COLLECTED, 20, 1)
    full = filled.numbers(Message("Collects"), [number])["full"]
    threats = [threat.value for threat in THREATS if chosen.get(f"under_{threat.value}")]
    return [{"kind": "collect", "threats": threats, "cards": full}] if threats else []


def card_arguments(card: Any) -> dict[str, str]:
    """Return what fills the form in with a card that was typed before."""
    arguments = {"card.name": card.name, "card.level": card.level, "card.danger": str(card.danger)}
    for effect in card.effects:
        kind = type(effect).__struct_config__.tag
        if kind == "threat":
            name = f"adds_{effect.threat.value}"
            arguments[name] = str(int(arguments.get(name, "0")) + 1)
        elif kind == "bunker":
            arguments["bunker"] = str(effect.cards)
        elif kind == "collect":
            arguments["full"] = str(effect.cards)
            arguments |= {f"under_{threat.value}": "1" for threat in effect.threats}
        elif kind == "note":
            arguments["note"] = effect.text
        else:
            arguments[str(kind)] = "true"
    return arguments


def order(filled: Filled, position: Position) -> Answers | None:
    """GR-11.11: what a mission in force asks for: cards move, it is discarded, it fails."""
    table = Table(position)
    missions = [Option(str(place), card.name) for place, card in enumerate(table.in_force)]
    only = missions[0].value if len(missions) == 1 else ""
    place = filled.choose("mission", Message("Which mission card?"), missions, default=only) or only
    what = filled.choose(
        "what",
        Message("What does it ask for?"),
        [
            Option("discard", Message("It is discarded")),
            Option("fails", Message("The mission fails")),
            Option("move", Message("Cards move")),
        ],
    )
    if not place or what is None:
        return None
    answers: Answers = {"mission": place}
    return {**answers, what: True} if what != "move" else _moved(filled, table, answers)


def _moved(filled: Filled, table: Table, answers: Answers) -> Answers | None:
    piles = [Option(name, label) for name, label in PILES.items()]
    origin = filled.choose("from", Message("From where?"), piles)
    to = filled.choose("to", Message("To where?"), piles)
    number = NumberInput("cards", Message("Cards"), "", 1, 59, 1)
    cards = filled.numbers(Message("How many?"), [number])["cards"]
    if origin is None or to is None:
        return None
    answers = {**answers, "from": origin, "to": to, "cards": cards}
    if "hand" not in (origin, to):
        return answers
    soldiers = [Option(str(seat), table.name(seat)) for seat in table.game.players]
    seat = filled.choose("whose", Message("Whose hand?"), soldiers)
    return None if seat is None else {**answers, "seat": seat}
