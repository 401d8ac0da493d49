"""The offers of a soldier, their choices, and their owners."""

from typing import Any

import pytest
from msgspec import UNSET

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    after_success,
    all_withdraw,
    card,
    entry,
    having,
    in_mission,
    is_allowed,
    play,
    setup,
    start,
    supported,
)
from tests.games.grizzled.player import MODES, Player, mode_of
from tracker.engine.choice import Choice
from tracker.engine.title import Offer, Reader, Whose
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import Phase
from tracker.games.grizzled.entries import Mission, Written
from tracker.games.grizzled.position import Position, Table

BUNKER = card({"kind": "bunker", "cards": 2})

ALWAYS = ("correct", "hand_seat")
"""Kinds of entry that carry no mission on."""


def offered(position: Position, seat: int) -> dict[str, Offer[Written]]:
    return {offer.do: offer for offer in title.offers(position, seat)}


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES, ids=mode_of)
def test_whatever_is_offered_is_allowed_and_the_game_is_never_stuck(mode: dict[str, Any]) -> None:
    position = start(**mode)
    player = Player(1914, corrects=False)
    for _ in range(40):
        table = Table(position)
        if table.phase is Phase.OVER:
            return
        seat = table.leader if table.turn is None else table.turn
        offers = title.offers(position, seat)
        assert [offer.do for offer in offers if offer.entries and offer.do not in ALWAYS]
        for offer in offers:
            assert bool(offer.entries) == (offer.refusal is None)
            assert all(is_allowed(position, written) for written in offer.entries)
        position = play(position, player.next_entry(position))


def test_dangers_are_offered_from_the_least_to_what_the_trials_allow() -> None:
    missions = offered(start(), ANNA)["mission"].entries

    assert [getattr(mission, "danger", None) for mission in missions] == list(range(3, 10))


def test_with_orders_a_card_of_a_level_that_is_left_and_the_last_missions_are_offered() -> None:
    missions = offered(start(orders="soldier"), ANNA)["mission"].entries

    assert len([m for m in missions if getattr(m, "final", None) == "last_stand"]) == 1
    used = having(start(orders="greenhorn"), mission=1)
    for level, number in (("easy", 4), ("normal", 8)):
        for _ in range(number):
            used = play(used, entry("mission", card=card(level=level)))
            empty = {seat: {"hand": 0} for seat in range(3)}
            used = having(used, morale=20, seats=empty)
            used = play(supported(all_withdraw(used)), entry("next_mission"))
            assert offered(used, ANNA)["mission"].entries
    hard = start(orders="veteran")
    for level, number in (("easy", 2), ("normal", 4)):
        for _ in range(number):
            hard = play(hard, entry("mission", card=card(level=level)))
            hard = having(hard, morale=20, seats={seat: {"hand": 0} for seat in range(3)})
            hard = play(supported(all_withdraw(hard)), entry("next_mission"))
    missions = offered(hard, ANNA)["mission"].entries
    cards = [m.card for m in missions if isinstance(m, Mission) and m.card is not UNSET]
    levels = {mission_card.level for mission_card in cards}
    assert levels == {"hard"}


def test_a_button_that_is_off_says_why() -> None:
    position = in_mission(start())

    refused = offered(position, ANNA)["speech"].refusal
    assert refused is not None
    assert (refused.rule, refused.message) == ("GR-4.4", "Anna has 0 speech tokens.")
    refused = offered(position, BORIS)["play"].refusal
    assert refused is not None
    assert refused.rule == "GR-4.1"


def choices(position: Position, tried: Written) -> dict[str, Choice]:
    return {choice.field: choice for choice in title.choices(position, tried)}


def values(choice: Choice) -> list[str]:
    return [option.value for option in choice.options]


def test_a_trap_asks_for_the_drawn_card_and_offers_only_what_can_be_there() -> None:
    position = in_mission(start(), out=["mute"])

    asked = choices(position, entry("play", seat=ANNA, card="snow+gas!"))

    assert list(asked) == ["drawn"]
    assert asked["drawn"].required
    assert {"mute", "snow+gas!"}.isdisjoint(values(asked["drawn"]))
    assert "christmas" in values(asked["drawn"])
    assert choices(position, entry("play", seat=ANNA, card="snow+gas")) == {}


def test_christmas_asks_whom_it_relieves() -> None:
    knocks = {VERA: {"hard_knocks": ["mute"]}}
    position = in_mission(start("recruit"), seats=knocks)

    asked = choices(position, entry("play", seat=ANNA, card="christmas"))
    assert values(asked["relieves"]) == ["2.mute"]
    drawn = entry("play", seat=ANNA, card="snow+gas!", drawn="christmas")
    assert list(choices(position, drawn)) == ["drawn", "relieves"]
    without = in_mission(start())
    assert choices(without, entry("play", seat=ANNA, card="christmas")) == {}


def test_solo_asks_whether_to_fill_the_hand_while_that_is_allowed() -> None:
    position = in_mission(start("solo"))
    played = entry("play", seat=0, card="night+gas")

    asked = choices(position, played)["refill"]
    assert asked.default == {"true": 1}
    stopped = play(position, entry("play", seat=0, card="night+gas", refill=False))
    assert choices(stopped, entry("play", seat=1, card="snow+gas")) == {}


def test_withdrawing_asks_only_what_applies() -> None:
    plain = in_mission(start())
    assert choices(plain, entry("withdraw", seat=ANNA)) == {}
    seats = {ANNA: {"hard_knocks": ["absent_minded", "clumsy"]}}
    position = in_mission(start(orders="soldier"), mission_={"card": BUNKER}, seats=seats)

    asked = choices(position, entry("withdraw", seat=ANNA, drawn="christmas"))

    assert list(asked) == ["returns", "loses", "takes", "drawn", "relieves"]
    assert values(asked["loses"]) == ["left", "right"]
    assert values(asked["takes"]) == ["0"]


@pytest.mark.parametrize(("trials", "is_asked"), [(3, True), (2, False)])
def test_a_bunker_that_would_take_the_card_that_was_drawn_is_not_asked_about(
    trials: int, is_asked: bool
) -> None:
    """GR-6.9, GR-11.9: the bunker takes 2 trials, and who is Clumsy draws one more."""
    seats = {ANNA: {"hard_knocks": ["clumsy"], "hand": 0}}
    begun = start(orders="soldier")
    position = in_mission(begun, mission_={"card": BUNKER}, seats=seats, trials=trials)
    stumbling = entry("withdraw", seat=ANNA, drawn="snow+gas")

    assert is_allowed(position, stumbling)
    assert ("takes" in choices(position, stumbling)) is is_asked


def test_a_form_asks_with_every_option_and_then_with_those_that_are_allowed() -> None:
    stuck = {ANNA: {"hard_knocks": ["hardheaded"], "hand": 2}}
    position = in_mission(start(orders="soldier"), mission_={"card": card()}, seats=stuck)
    leaving = entry("withdraw", seat=ANNA)

    [returns] = title.open_choices(position, leaving)

    assert (returns.field, values(returns)) == ("returns", ["false", "true"])
    assert title.narrowed(position, leaving, returns) == choices(position, leaving)["returns"]


def test_what_is_chosen_already_narrows_the_rest() -> None:
    stuck = {ANNA: {"hard_knocks": ["hardheaded"], "hand": 2}}
    position = in_mission(start(orders="soldier"), mission_={"card": card()}, seats=stuck)

    returns = choices(position, entry("withdraw", seat=ANNA))["returns"]

    assert (values(returns), returns.default, returns.required) == (["true"], {}, True)
    burdened = after_success(start(), seats={BORIS: {"hard_knocks": ["mute"], "charm": False}})
    tokens = {"0": "left", "1": "left", "2": "right"}
    removing = entry("support", tokens=tokens, help={"remove": ["mute"]})
    assert values(choices(burdened, removing)["help.charm"]) == ["false"]


def test_the_recruits_token_is_asked_after_the_one_that_is_lost() -> None:
    tokens = {"left": 1, "right": 0, "unknown": 0}
    position = in_mission(start("recruit"), seats={VERA: {"tokens": tokens}})
    assert values(choices(position, entry("withdraw", seat=VERA))["token"]) == ["left"]
    absent = having(position, seats={VERA: {"hard_knocks": ["absent_minded"]}})

    assert "token" not in choices(absent, entry("withdraw", seat=VERA, loses="left"))


def test_support_asks_for_the_laid_tokens_and_then_for_the_help() -> None:
    position = after_success(start(), seats={BORIS: {"hard_knocks": ["mute"], "charm": False}})

    asked = choices(position, entry("support"))
    assert list(asked) == ["tokens.0", "tokens.1", "tokens.2"]
    tokens = {"0": "left", "1": "left", "2": "right"}
    asked = choices(position, entry("support", tokens=tokens))
    assert list(asked)[3:] == ["help.remove", "help.charm"]
    assert values(asked["help.remove"]) == ["mute"]
    nobody = entry("support", tokens={"0": "left", "1": "left", "2": "left"})
    assert len(choices(position, nobody)) == 3
    up = having(position, seats={BORIS: {"hard_knocks": [], "charm": True}})
    assert len(choices(up, entry("support", tokens=tokens))) == 3


def test_solo_asks_for_the_token_that_was_drawn() -> None:
    position = all_withdraw(in_mission(start("solo")))

    asked = choices(position, entry("support"))

    assert values(asked["drawn"]) == ["left", "middle", "right", "none"]


def test_nothing_is_asked_at_another_time() -> None:
    assert choices(start(), entry("play", seat=ANNA, card="snow+gas!")) == {}
    assert choices(start(), entry("next_mission")) == {}


def test_whose_an_entry_is() -> None:
    position = in_mission(start("recruit", leader=BORIS))
    solo = start("solo")

    def whose(position: Position, written: Written) -> tuple[Whose, tuple[int, ...]]:
        claim = title.claim(position, written)
        return claim.whose, claim.seats

    assert whose(position, entry("withdraw", seat=ANNA)) == (Whose.SEAT, (ANNA,))
    assert whose(position, entry("withdraw", seat=VERA)) == (Whose.SEAT, (BORIS,))
    assert whose(position, entry("mission")) == (Whose.SEAT, (BORIS,))
    assert whose(position, entry("support")) == (Whose.TABLE, ())
    assert whose(position, entry("next_mission")) == (Whose.TABLE, ())
    assert whose(position, entry("correct", set={"pool": 1}, reason="x")) == (Whose.HOST, ())
    assert whose(solo, entry("withdraw", seat=1)) == (Whose.SEAT, (1, 0, 2))
    speech = entry("speech", seat=ANNA, threat="gas", discards={"2": "mute", "1": "mute"})
    assert title.claim(position, speech).asks == (1, 2)


def test_everybody_may_read_every_entry() -> None:
    written = entry("withdraw", seat=ANNA)

    assert title.see(start(), written, Reader.NOBODY).entry is written


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (entry("mission"), "A mission with the least danger"),
        (entry("mission", danger=4), "A mission with danger 4"),
        (entry("mission", card=card()), "The mission Raid with the least danger"),
        (entry("mission", card=card(), danger=2), "The mission Raid with danger 2"),
        (entry("mission", final="last_stand"), "The last mission: Last Stand"),
        (entry("play", seat=0, card="night+gas"), "Anna plays night, gas"),
        (
            entry("play", seat=0, card="night+gas!", drawn="mute"),
            "Anna plays night, gas, trap and draws Mute",
        ),
        (entry("charm", seat=1, card="gas+shell"), "Boris uses the charm against gas, shell"),
        (entry("speech", seat=1, threat="gas"), "Boris makes a speech against gas"),
        (
            entry("speech", seat=1, threat="gas", discards={"0": "snow+gas"}),
            "Boris makes a speech against gas; cards discarded: 1",
        ),
        (entry("withdraw", seat=2), "Vera withdraws"),
        (entry("withdraw", seat=2, drawn="mute"), "Vera withdraws and draws Mute"),
        (entry("support"), "Support is handed over"),
        (
            entry("support", help={"charm": True}),
            "Support is handed over, and the soldier who received the most is helped",
        ),
        (entry("next_mission"), "Morale drops, the next mission begins"),
        (
            entry("order", mission=0, discard=True),
            "An order of the mission in place 1 is carried out",
        ),
        (
            entry("correct", set={"pool": 1}, reason="a slip"),
            "Numbers are corrected: a slip",
        ),
    ],
)
def test_an_entry_as_a_sentence(written: Written, sentence: str) -> None:
    assert str(title.entry_text(setup(), written)) == sentence
