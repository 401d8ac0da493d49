"""The contract of every title, held against whole matches of each."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import msgspec
import pytest
from msgspec import structs

from tests.toy import arrange as toy
from tests.toy.card import CARD as TOY_CARD
from tracker.engine import history, match_file
from tracker.engine.card import TitleCard
from tracker.engine.choice import Choice
from tracker.engine.history import Step
from tracker.engine.ledger import TABLE, Line, lines_of
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, Offer, Reader, Whose, why_not
from tracker.games import CARDS
from tracker.games.titles import TITLES, VOCABULARIES
from tracker.service.match import pack_facts, unpack_facts

ROOT: Final = Path(__file__).parents[2]
ALL: Final[dict[str, AnyTitle]] = {**TITLES, toy.TOY.NAME: toy.TOY}
ALL_CARDS: Final[dict[str, TitleCard]] = {**CARDS, TOY_CARD.name: TOY_CARD}
PARTS: Final = 4
"""The number of places of a match at which slow questions are asked, besides its end."""

MANY: Final = 12
"""A choice of one kind is picked so often."""
COMPOSED: Final = {"relieves": ("seat", "hard_knock")}
"""Choices whose options are made of several fields of the entry, with a dot between them."""

every_title = pytest.mark.parametrize("name", ALL)


class Match(NamedTuple):
    """A whole match of a title."""

    title: AnyTitle
    setup: Any
    steps: Sequence[Step]


@cache
def matches_of(name: str) -> tuple[Match, ...]:
    """Return the recorded matches of a title, in `recorded` or its folders; the toy has its own."""
    if name == toy.TOY.NAME:
        return (_played(toy.TOY, toy.setup(), toy.MATCH),)
    files = sorted((ROOT / "tests/recorded").rglob("*.json"))
    texts = [file.read_bytes() for file in files]
    read = [match_file.read(text, TITLES) for text in texts if json.loads(text)["title"] == name]
    return tuple(
        _played(title, document.setup, [entry for entry in document.entries if entry.counts])
        for title, document in read
    )


def _played(title: AnyTitle, setup: Any, entries: Sequence[Any]) -> Match:
    title.check_entries(setup, entries)
    position, steps = title.start(setup).position, list[Step]()
    for n, entry in enumerate(entries):
        steps.append(history.decide(title, position, n, match_file.bare(entry)))
        position = steps[-1].after
    return Match(title, setup, steps)


def steps_of(name: str) -> Iterator[tuple[Match, Step]]:
    for match in matches_of(name):
        for step in match.steps:
            yield match, step


def some_steps(match: Match) -> Sequence[Step]:
    """Return steps of every part of the match."""
    return match.steps[:: len(match.steps) // PARTS]


def some_positions(name: str) -> Iterator[tuple[Match, Any]]:
    """Yield positions of every part of every match, the last one of each included."""
    for match in matches_of(name):
        for step in some_steps(match):
            yield match, step.after
        yield match, match.steps[-1].after


def kinds_of(title: AnyTitle) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(title.ENTRY)}


def kind_of(entry: Any) -> str:
    return str(entry.__struct_config__.tag)


@cache
def offered(name: str) -> Sequence[tuple[Match, Any, Sequence[Offer[Any]]]]:
    """Return what is offered to each seat at some positions of every match."""
    return [
        (match, position, match.title.offers(position, seat))
        for match, position in some_positions(name)
        for seat in range(len(match.title.seats(match.setup)))
    ]


def must_read_well(text: object) -> None:
    """A sentence for people: everything filled in."""
    assert str(text).strip()
    assert not set("{}") & set(str(text))


# --- The matches ---------------------------------------------------------------------------------


@every_title
def test_a_title_has_recorded_matches_with_every_kind_of_entry(name: str) -> None:
    written = {kind_of(step.entry) for _, step in steps_of(name)}

    assert written == kinds_of(ALL[name])


@every_title
def test_a_title_has_a_recorded_match_that_is_over(name: str) -> None:
    assert any(match.title.outcome(match.steps[-1].after) is not None for match in matches_of(name))


# --- Rules ---------------------------------------------------------------------------------------


@every_title
def test_the_position_follows_from_the_facts_alone(name: str) -> None:
    for match, step in steps_of(name):
        assert match.title.apply(step.before, step.facts) == step.after


@every_title
def test_deciding_twice_gives_the_same_and_leaves_the_position_as_it_was(name: str) -> None:
    for match, step in steps_of(name):
        packed = match.title.pack(step.before)
        again = match.title.decide(step.before, step.entry)
        assert (again.facts, again.position) == (step.facts, step.after)
        assert match.title.pack(step.before) == packed


@every_title
def test_every_fact_names_its_rule_and_a_line_a_column_of_the_title(name: str) -> None:
    for match, step in steps_of(name):
        seats = range(TABLE, len(match.title.seats(match.setup)))
        for fact in (*match.title.start(match.setup).facts, *step.facts):
            assert fact.rule
            if isinstance(fact, Line):
                assert match.title.COLUMNS[fact.what.value] is fact.what
                assert fact.seat in seats
                assert fact.by


@every_title
def test_facts_can_be_stored(name: str) -> None:
    for match, step in steps_of(name):
        assert unpack_facts(match.title, pack_facts(step.facts)) == step.facts


@every_title
def test_every_position_can_be(name: str) -> None:
    for match, step in steps_of(name):
        assert match.title.invariants(step.after) == ()


@every_title
def test_headlines_read_well(name: str) -> None:
    headlines = 0
    for match, step in steps_of(name):
        for verdict in match.title.decide(step.before, step.entry).verdicts:
            must_read_well(verdict.says)
            headlines += 1

    assert headlines


@every_title
def test_a_seat_that_does_not_exist_is_no_entry(name: str) -> None:
    title, setup, steps = matches_of(name)[0]
    entry = next(step.entry for step in steps if hasattr(step.entry, "seat"))
    with pytest.raises(Invalid):
        title.check_entries(setup, [structs.replace(entry, seat=len(title.seats(setup)))])


@pytest.mark.slow
@every_title
def test_what_is_offered_is_allowed_and_what_is_not_offered_says_why(name: str) -> None:
    for match, position, offers in offered(name):
        assert sorted(offer.do for offer in offers) == sorted(kinds_of(match.title))
        for offer in offers:
            match.title.check_entries(match.setup, offer.entries)
            assert {kind_of(entry) for entry in offer.entries} <= {offer.do}
            for entry in offer.entries:
                assert why_not(match.title, position, entry) is None, entry
            if not offer.entries:
                assert offer.refusal is not None, offer.do
                assert offer.refusal.rule
                must_read_well(offer.refusal.message)


# --- Choices -------------------------------------------------------------------------------------


def reopened(title: AnyTitle, entry: Any, fields: Sequence[str], kept: str) -> Any:
    """Return the entry as if these choices were still open; of `kept` only what is another's."""
    document = msgspec.to_builtins(entry)
    for field in fields:
        first, *rest = field.split(".")
        if first != kept.split(".")[0]:
            document.pop(first, None)
        else:
            _take_out(document[first], rest)
    return msgspec.convert(document, title.ENTRY)


def _take_out(document: dict[str, Any], path: Sequence[str]) -> None:
    for step in path[:-1]:
        document = document.get(step, {})
    document.pop(path[-1], None)


def with_answer(title: AnyTitle, entry: Any, field: str, answer: Any) -> Any:
    """Return the entry with the answer at the field, as a match file would write it."""
    document = msgspec.to_builtins(entry)
    inner = document
    *path, last = field.split(".")
    for step in path:
        inner = inner.setdefault(step, {})
    inner[last] = _composed(last, answer)
    return msgspec.convert(document, title.ENTRY, strict=False)


@cache
def asked(name: str) -> Sequence[tuple[Match, Any, Any, Choice]]:
    """Return every choice of something that was written, or is offered."""
    tried = [(match, step.before, step.entry) for match, step in steps_of(name)]
    for match, position, offers in offered(name):
        tried += [(match, position, entry) for offer in offers for entry in offer.entries]
    return [
        (match, position, entry, choice)
        for match, position, entry in tried
        for choice in match.title.choices(position, entry)
    ]


def _composed(field: str, answer: Any) -> Any:
    """Return an answer of several parts, "0.mute", as its fields."""
    parts = COMPOSED.get(field)
    return answer if parts is None else dict(zip(parts, answer.split("."), strict=True))


def has_answer(entry: Any, field: str) -> bool:
    inner: Any = msgspec.to_builtins(entry)
    for step in field.split("."):
        inner = inner.get(step, {})
    return bool(inner != {})


@pytest.mark.slow
@every_title
def test_a_choice_is_one_of_options_within_its_limits(name: str) -> None:
    for _, _, _, choice in asked(name):
        most = {option.value: option.most for option in choice.options}
        must_read_well(choice.label)
        assert len(most) == len(choice.options) > 0
        assert choice.default.keys() <= most.keys()
        assert all(number <= most[value] for value, number in choice.default.items())
        if choice.amounts and choice.default:
            assert choice.total in (None, sum(choice.default.values()))
        elif not choice.amounts:
            assert list(choice.default.values()) in ([], [1])
            assert choice.total is None


@pytest.mark.slow
@every_title
def test_to_choose_the_default_is_to_choose_nothing(name: str) -> None:
    for match, position, entry, choice in asked(name):
        if choice.default and not has_answer(entry, choice.field):
            answer = dict(choice.default) if choice.amounts else next(iter(choice.default))
            chosen = match.title.decide(
                position, with_answer(match.title, entry, choice.field, answer)
            )
            assert chosen.position == match.title.decide(position, entry).position, choice


def picking(title: AnyTitle, position: Any, entry: Any, choice: Choice, value: str) -> Any:
    """Return the entry with the option picked; what is asked after it is then answered anew."""
    fields = [wanted.field for wanted in title.choices(position, entry)]
    later = fields[fields.index(choice.field) + 1 :]
    entry = reopened(title, entry, later, choice.field)
    entry = with_answer(title, entry, choice.field, value)
    while still := [
        wanted
        for wanted in title.choices(position, entry)
        if wanted.required and not wanted.default and not has_answer(entry, wanted.field)
    ]:
        entry = with_answer(title, entry, still[0].field, some_answer(still[0]))
    return entry


def some_answer(choice: Choice) -> Any:
    """Return an answer within the limits, of the first options."""
    if not choice.amounts:
        return choice.options[0].value
    left, answer = choice.total or 0, dict[str, int]()
    for option in choice.options:
        answer[option.value] = min(left, option.most)
        left -= answer[option.value]
    return {value: number for value, number in answer.items() if number}


@pytest.mark.slow
@every_title
def test_every_option_can_be_picked(name: str) -> None:
    picked = Counter[str]()
    for match, position, entry, choice in asked(name):
        kind = kind_of(entry) + re.sub(r"\d+", "", choice.field)
        if choice.amounts or picked[kind] == MANY:
            continue
        picked[kind] += 1
        for option in choice.options:
            answer = picking(match.title, position, entry, choice, option.value)
            assert why_not(match.title, position, answer) is None, (choice, option)

    assert picked


@pytest.mark.slow
@every_title
def test_amounts_may_be_spread_otherwise(name: str) -> None:
    """As many as there are of the last options first, up to what is wanted."""
    for match, position, entry, choice in asked(name):
        if choice.amounts and choice.default and choice.total is not None:
            answer = some_answer(structs.replace(choice, options=choice.options[::-1]))
            assert sum(answer.values()) == choice.total
            other = with_answer(match.title, entry, choice.field, answer)
            assert why_not(match.title, position, other) is None, (choice, answer)


@every_title
def test_asking_for_choices_needs_no_entry_that_is_allowed(name: str) -> None:
    for match, position in some_positions(name):
        for step in some_steps(match):
            assert isinstance(match.title.choices(position, step.entry), tuple)


# --- What a reader may see -----------------------------------------------------------------------


@every_title
def test_every_reader_sees_an_entry_of_the_same_kind(name: str) -> None:
    for match, position in some_positions(name):
        seats = range(len(match.title.seats(match.setup)))
        for step in some_steps(match):
            for reader in (*Reader, *seats):
                for counts in (True, False):
                    sight = match.title.see(position, step.entry, reader, counts=counts)
                    assert kind_of(sight.entry) == kind_of(step.entry)
                    must_read_well(match.title.entry_text(match.setup, sight.entry))


@every_title
def test_what_is_uncovered_has_a_rule_and_is_uncovered_once(name: str) -> None:
    for match, step in steps_of(name):
        sight = match.title.see(step.before, step.entry, Reader.TABLE)
        if sight.uncovers:
            assert sight.rule
            bare = match.title.see(step.after, step.entry, Reader.TABLE)
            assert (bare.uncovers, step.before) != (sight.uncovers, step.after)
        else:
            assert not sight.is_guess


@every_title
def test_nothing_is_hidden_of_what_moved_into_sight(name: str) -> None:
    """An entry that changed numbers only, and moved nothing, is told as it is."""
    for match, step in steps_of(name):
        if len(lines_of(step.facts)) == len(step.facts):
            assert match.title.see(step.after, step.entry, Reader.TABLE).entry == step.entry


# --- Seats and rights ----------------------------------------------------------------------------


@every_title
def test_every_entry_is_somebodys(name: str) -> None:
    for match, step in steps_of(name):
        seats = set(range(len(match.title.seats(match.setup))))
        claim = match.title.claim(step.before, step.entry)
        assert set(claim.seats) | set(claim.asks) <= seats
        assert (claim.whose is Whose.SEAT) <= bool(claim.seats)
        assert (claim.whose is Whose.HOST) <= (not claim.asks)
        for seat in seats:
            assert seat not in claim.asked_by(seat) or seat not in claim.seats


# --- Progress ------------------------------------------------------------------------------------


@every_title
def test_progress_has_a_value_for_every_track_and_a_side_for_every_seat(name: str) -> None:
    for match, step in steps_of(name):
        progress = match.title.progress(step.after)
        tracks = match.title.tracks(match.setup)
        assert len(progress.values) == len(tracks)
        assert len(progress.sides) == len(match.title.seats(match.setup))
        must_read_well(progress.label)


@every_title
def test_tracks_have_names_and_belong_to_seats_that_there_are(name: str) -> None:
    for match in matches_of(name):
        tracks = match.title.tracks(match.setup)
        assert len({(track.name, track.seat) for track in tracks}) == len(tracks) > 0
        for track in tracks:
            must_read_well(track.label)
            assert track.seat is None or track.seat in range(len(match.title.seats(match.setup)))


@every_title
def test_rounds_go_on_and_only_a_correction_goes_back(name: str) -> None:
    for match, step in steps_of(name):
        before, after = match.title.progress(step.before), match.title.progress(step.after)
        assert before.round <= after.round or kind_of(step.entry) == "correct"


@every_title
def test_a_match_goes_on_until_it_has_an_outcome_and_not_after(name: str) -> None:
    for match, step in steps_of(name):
        assert match.title.outcome(step.before) is None
        outcome = match.title.outcome(step.after)
        if outcome is not None:
            assert step is match.steps[-1]
            must_read_well(outcome.label)
            assert outcome.reason
            assert outcome.rule
            assert set(outcome.winners) <= set(range(len(match.title.seats(match.setup))))
            for seat in range(len(match.title.seats(match.setup))):
                offers = match.title.offers(step.after, seat)
                assert not any(offer.entries for offer in offers)
            for earlier in match.steps:
                with pytest.raises(Refused):
                    match.title.decide(step.after, earlier.entry)


# --- Results -------------------------------------------------------------------------------------


@every_title
def test_a_match_that_is_over_has_a_result_for_every_seat_in_words_that_are_named(
    name: str,
) -> None:
    title = ALL[name]
    words = set(title.result_words())
    for match in matches_of(name):
        last = match.steps[-1].after
        counted = {
            word
            for step in match.steps
            for seat, word in title.tally(step.entry, step.facts)
            if seat in (TABLE, *range(len(title.seats(match.setup))))
        }
        assert counted <= words
        if title.outcome(last) is not None:
            seats = title.seat_results(last)
            assert len(seats) == len(title.seats(match.setup))
            assert {word for seat in seats for word in (seat.role, seat.side)} <= {"", *words}
            assert min(seat.rank for seat in seats) == 1


@every_title
def test_what_a_result_is_said_in_reads_well(name: str) -> None:
    for term in (*ALL[name].result_words().values(), *ALL[name].track_labels()):
        must_read_well(term)


def test_every_title_has_words_to_be_translated_and_none_is_empty() -> None:
    for vocabulary in VOCABULARIES.values():
        texts = [text for text, _ in vocabulary.texts()]
        assert texts
        assert all(all(text) for text in texts)


# --- Words, files and the store ------------------------------------------------------------------


@every_title
def test_every_entry_reads_well(name: str) -> None:
    for match, step in steps_of(name):
        must_read_well(match.title.entry_text(match.setup, step.entry))


@every_title
def test_an_entry_and_a_set_up_can_be_written_and_read(name: str) -> None:
    for match, step in steps_of(name):
        written = msgspec.json.encode(step.entry)
        assert msgspec.json.decode(written, type=match.title.ENTRY) == step.entry
    for match in matches_of(name):
        written = msgspec.json.encode(match.setup)
        assert msgspec.json.decode(written, type=match.title.SETUP) == match.setup


@pytest.mark.slow
@every_title
def test_a_position_is_exported_as_json_with_its_result(name: str) -> None:
    for match, step in steps_of(name):
        exported = match.title.export_position(step.after)
        assert json.loads(json.dumps(exported)) == exported
        assert (exported["result"] is None) == (match.title.outcome(step.after) is None)


@every_title
def test_a_position_is_unpacked_as_it_was_packed(name: str) -> None:
    for match, step in steps_of(name):
        assert match.title.unpack(match.setup, match.title.pack(step.after)) == step.after


# --- Cards ---------------------------------------------------------------------------------------


@every_title
def test_the_card_fits_the_title(name: str) -> None:
    card = ALL_CARDS[name]

    assert (card.name, ALL[name].NAME) == (name, name)
    must_read_well(card.label)
    must_read_well(card.summary)
    for match in matches_of(name):
        assert card.least <= len(match.title.seats(match.setup)) <= card.most


def test_every_title_has_a_card_and_every_card_a_title() -> None:
    assert list(CARDS) == list(TITLES)


READ_CARDS: Final = """
import sys
import tracker.games
import tests.toy.card
games = [name for name in sys.modules if name.startswith(("tracker.games.", "tests.toy."))]
print(*sorted(name.rpartition(".")[2] for name in games if name.count(".") > 1))
"""


def test_the_cards_can_be_read_without_the_rules() -> None:
    read = subprocess.run(
        [sys.executable, "-c", READ_CARDS], cwd=ROOT, capture_output=True, text=True, check=True
    )

    folders = {card.folder for card in CARDS.values()}
    assert set(read.stdout.split()) <= {"card"} | folders
    assert "card" in read.stdout.split()


def _documents(name: str) -> Iterator[dict[str, Any]]:
    """Yield a match with one entry in it for every kind of entry that is recorded."""
    seen: set[str] = set()
    for file in sorted((ROOT / "tests/recorded" / name).rglob("*.json")):
        document = json.loads(file.read_bytes())
        frame = {field: document[field] for field in ("format", "title", "setup")}
        for entry in document["entries"]:
            if entry["do"] not in seen:
                seen.add(entry["do"])
                yield {**frame, "entries": [entry]}


# Fields that hold a map: msgspec does not name its keys, so the place of a wrong value is the map.
MAP_FIELDS: Final = (".dice", ".seats", ".tokens")


def _wronged(value: Any, where: str) -> Iterator[tuple[Any, str]]:
    """Yield the value with something wrong in one place, for every place, and the place."""
    yield 0.5, where
    is_list = isinstance(value, list)
    if not is_list and not isinstance(value, dict):
        return
    for key, inner in enumerate(value) if is_list else value.items():
        step = f"[{key}]" if is_list else f".{key}"
        for wrong, place in _wronged(inner, where + step):
            spoilt = value.copy()
            spoilt[key] = wrong
            yield spoilt, where if where.endswith(MAP_FIELDS) else place


@pytest.mark.parametrize("name", TITLES)
def test_a_wrong_value_is_named_by_its_place_or_the_map_that_it_is_in(name: str) -> None:
    for document in _documents(name):
        for entry, place in _wronged(document["entries"][0], "entries[0]"):
            with pytest.raises(Invalid) as found:
                match_file.read(json.dumps({**document, "entries": [entry]}).encode(), TITLES)
            assert found.value.where == place
