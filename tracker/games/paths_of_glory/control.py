"""PG-11.1 Control of VP spaces, PG-14 attrition."""

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import turns
from tracker.games.paths_of_glory.box import FORTS, SPACES, TABLES
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_TERMS, Phase
from tracker.games.paths_of_glory.entries import Attrition, Take
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.names import STATES
from tracker.games.paths_of_glory.nations import must_be_open
from tracker.games.paths_of_glory.position import Table

RACE_TO_THE_SEA = 8
CHANNEL_WAR_STATUS = 4


def take(table: Table, entry: Take) -> None:
    """PG-11.1.14: whoever enters a space controls it; VP follow at once."""
    for space in entry.spaces:
        must_be_takeable(table, entry.seat, space)
    for space in entry.spaces:
        table.hold(space, entry.seat, "PG-11.1.14")


def must_be_takeable(table: Table, seat: int, space: str) -> None:
    """PG-11.1.11, PG-11.1.14, PG-15.1.10: not neutral, not held already, no enemy fort in it."""
    must_be_open(table, space)
    if table.holder(space) == seat:
        raise Refused(
            "PG-11.1.14",
            "{side} already holds {space}.",
            side=SIDE_TERMS[seat],
            space=space,
        )
    if table.stands_against(seat, space):
        raise Refused(
            "PG-15.1.10",
            "{space} stays with {owner}: its fort of {fort} is {state}.",
            space=space,
            owner=SIDE_TERMS[SPACES[space].owner],
            fort=FORTS[space].fort,
            state=STATES[table.fort_state(space)],
        )


def must_be_open_on_channel(table: Table, seat: int, space: str) -> None:
    """PG-12.7.7: CP does not stop in a Channel space before CP 8 or CP war status 4."""
    if seat != CP or space not in TABLES.places.channel or is_channel_open(table):
        return
    raise Refused(
        "PG-12.7.7",
        "CP may not advance to {space} before {card} or war status {needed}; it is {status}.",
        space=space,
        card=card_name(CP, RACE_TO_THE_SEA),
        needed=CHANNEL_WAR_STATUS,
        status=table.war_status(CP),
    )


def is_channel_open(table: Table) -> bool:
    """PG-11.1.9: after CP 8 or with CP war status 4."""
    return table.was_played(CP, RACE_TO_THE_SEA) or table.war_status(CP) >= CHANNEL_WAR_STATUS


def attrition(table: Table, entry: Attrition) -> None:
    """PG-14.3.6: in C spaces that their holder cannot supply change hands."""
    turns.must_have_had_all_actions(table)
    for seat, spaces in ((CP, entry.to_cp), (AP, entry.to_ap)):
        for space in spaces:
            _must_lack_supply(table, seat, space)
    for seat, spaces in ((CP, entry.to_cp), (AP, entry.to_ap)):
        for space in spaces:
            table.hold(space, seat, "PG-14.3.6")
    table.begin(Phase.SIEGES)


def _must_lack_supply(table: Table, seat: int, space: str) -> None:
    must_be_open(table, space)
    if table.holder(space) == seat:
        raise Refused(
            "PG-14.3.6", "{side} already holds {space}.", side=SIDE_TERMS[seat], space=space
        )
    if table.stands_against(seat, space):
        raise Refused(
            "PG-14.3.6",
            "{space} does not change hands: its fort of {fort} is {state}.",
            space=space,
            fort=FORTS[space].fort,
            state=STATES[table.fort_state(space)],
        )
    if seat == CP and SPACES[space].nation == "SB":
        raise Refused("PG-14.3.6", "{space} changes hands only when CP enters it.", space=space)
