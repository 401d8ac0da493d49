"""The table around a match: joining, guessing, the host's list, recovery, putting away."""

import ipaddress
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import func, select

from tests.service.arrange import HERE, Gathering
from tests.toy.arrange import ANNA, BORIS, TOY, entry, setup
from tracker.engine.refusal import Invalid
from tracker.networks import network_of
from tracker.service import codes
from tracker.service.guesses import A_MATCH, A_NETWORK, DAY, HOUR, WIDER, TooManyGuesses
from tracker.service.match import NoSuchMatch
from tracker.service.rights import Forbidden, Right, Undo
from tracker.service.tables import MOST_LOOKERS, PutAway, Tables, WrongCode
from tracker.store.database import Database
from tracker.store.models import CountRow, DeviceRow

pytestmark = pytest.mark.usefixtures("toy")

WALK = entry("walk", seat=ANNA, steps=3)


@pytest.fixture
def friday(tmp_path: Path) -> Iterator[Gathering]:
    made = Gathering(tmp_path / "matches.sqlite", setup(keep_order=False))
    yield made
    made.database.close()


def the_code(friday: Gathering) -> str:
    return friday.tables.table(friday.id, "tablet").code


def wrong_code(friday: Gathering) -> str:
    return "000000" if the_code(friday) != "000000" else "111111"


def guess(friday: Gathering, network: str = HERE, device: str = "guesser") -> None:
    with pytest.raises(WrongCode):
        friday.tables.join(friday.id, device, wrong_code(friday), None, "", network)


def join(friday: Gathering, device: str, seat: int | None = None, network: str = HERE) -> None:
    friday.tables.join(friday.id, device, the_code(friday), seat, "", network)


# Joining


def test_a_code_makes_a_scorer_for_all_or_for_a_seat(friday: Gathering) -> None:
    join(friday, "phone", BORIS)
    assert friday.right_of("phone") == ("seat", BORIS)

    spaced = f" {the_code(friday)[:3]} {the_code(friday)[3:]} "
    friday.tables.join(friday.id, "phone", spaced, None, "Boris's phone", HERE)

    assert friday.right_of("phone") == ("scorer", None)


def test_two_devices_of_one_player_have_names_that_tell_them_apart(friday: Gathering) -> None:
    long, name = "x" * 40, "Boris's phone"
    for device, given in (("a", name), ("b", name), ("c", long), ("d", long), ("b", name)):
        friday.tables.join(friday.id, device, the_code(friday), BORIS, given, HERE)

    names = {guest.id: guest.name for guest in friday.tables.table(friday.id, "tablet").guests}
    assert [names[device] for device in "abcd"] == [name, f"{name} 2", long, f"{'x' * 38} 2"]


def test_a_wrong_code_a_wrong_seat_or_a_wrong_match_make_nothing(friday: Gathering) -> None:
    guess(friday, device="phone")
    with pytest.raises(Invalid):
        join(friday, "phone", 7)
    with pytest.raises(NoSuchMatch):
        friday.tables.join("nowhere", "phone", "123456", None, "", HERE)

    assert friday.right_of("phone") == ("looker", None)


def test_the_host_stays_the_host_even_with_the_code(friday: Gathering) -> None:
    join(friday, "tablet", ANNA)

    assert friday.right_of("tablet") == ("host", None)


def test_only_the_host_sees_the_code_and_the_devices(friday: Gathering) -> None:
    for device in ("scorer", "anna", "phone", "nobody"):
        table = friday.tables.table(friday.id, device)
        assert (table.code, table.guests, table.has_recovery) == ("", (), False)
        assert table.short == friday.tables.table(friday.id, "tablet").short


def test_the_short_address_is_found_however_it_is_typed(friday: Gathering) -> None:
    short = friday.tables.table(friday.id, "phone").short

    for typed in (short, codes.shown_short(short), short.lower(), f" {short[:4]} {short[4:]}"):
        assert friday.tables.find(typed) == friday.id
    with pytest.raises(NoSuchMatch):
        friday.tables.find("ZZZZ-ZZZZ")


def test_a_new_code_and_address_leave_nothing_of_the_old(friday: Gathering) -> None:
    before = friday.tables.table(friday.id, "tablet")

    friday.tables.renew(friday.id, "tablet")

    with pytest.raises(NoSuchMatch):
        friday.tables.find(before.short)
    assert friday.right_of("anna") == ("seat", ANNA)


# Guessing


def test_from_one_network_only_so_many_guesses_are_looked_at(friday: Gathering) -> None:
    for _ in range(A_NETWORK[0].most):
        guess(friday)

    with pytest.raises(TooManyGuesses):
        join(friday, "phone")
    join(friday, "phone", network="192.0.2.8")


def test_wrong_codes_at_one_match_lock_no_other_match_no_short_address_and_no_link(
    friday: Gathering,
) -> None:
    other = friday.matches.make(TOY.NAME, setup(), "Saturday", "tablet")
    link = friday.tables.make_recovery(friday.id, "tablet")
    for _ in range(A_NETWORK[0].most):
        guess(friday)

    friday.tables.join(other, "phone", friday.tables.table(other, "tablet").code, None, "", HERE)
    assert friday.tables.find(friday.tables.table(friday.id, "phone").short) == friday.id
    assert friday.tables.recover(link, "phone") == friday.id


def test_one_network_cannot_use_up_the_guesses_of_all(friday: Gathering) -> None:
    friday.clock.now -= friday.clock.now % DAY
    for hour in range(23):
        with suppress(TooManyGuesses):
            for _ in range(A_MATCH[0].most):
                guess(friday)
        join(friday, f"late-{hour}", network="192.0.2.8")
        friday.clock.now += HOUR


def test_strangers_try_short_addresses_and_links_without_end_and_lock_nobody_out(
    friday: Gathering,
) -> None:
    for number in range(300):
        with pytest.raises(NoSuchMatch):
            friday.tables.find(f"ZZZZ-ZZZZ-{number:04}")
        with pytest.raises(WrongCode):
            friday.tables.recover(f"{number:043}", "stranger")

    assert friday.tables.find(friday.tables.table(friday.id, "phone").short) == friday.id
    with friday.database.reading() as session:
        assert session.scalar(select(func.sum(CountRow.number))) == 0


def test_at_one_match_only_so_many_guesses_are_looked_at_from_wherever(friday: Gathering) -> None:
    hourly = A_MATCH[0]
    for number in range(hourly.most):
        guess(friday, f"198.51.100.{number}")

    with pytest.raises(TooManyGuesses):
        join(friday, "phone")
    friday.clock.now += HOUR
    join(friday, "phone")


@pytest.mark.slow
def test_a_day_of_guessing_at_a_match_has_an_end_too(friday: Gathering) -> None:
    hourly, daily = A_MATCH
    friday.clock.now -= friday.clock.now % daily.seconds
    for number in range(daily.most):
        if number and number % hourly.most == 0:
            friday.clock.now += HOUR
        guess(friday, f"198.51.100.{number}")
    friday.clock.now += HOUR

    with pytest.raises(TooManyGuesses):
        join(friday, "phone")
    friday.clock.now += daily.seconds
    join(friday, "phone")


def test_a_locked_code_locks_nobody_out_who_is_in(friday: Gathering) -> None:
    for number in range(A_MATCH[0].most):
        guess(friday, f"198.51.100.{number}")

    friday.tables.change(friday.id, "tablet", "phone", Right.SEAT, ANNA, "Anna's")
    friday.write(WALK, by="phone")
    friday.tables.renew(friday.id, "tablet")
    join(friday, "late")

    assert friday.right_of("late") == ("scorer", None)


def test_a_clock_that_is_put_back_opens_no_fresh_window(friday: Gathering) -> None:
    for _ in range(A_NETWORK[0].most):
        guess(friday)

    for _ in range(3):
        friday.clock.now -= 5 * HOUR
        with pytest.raises(TooManyGuesses):
            join(friday, "phone")
    friday.clock.now += HOUR
    friday.clock.now -= 2 * HOUR
    with pytest.raises(TooManyGuesses):
        join(friday, "phone")


def test_guesses_before_the_clock_was_put_back_count_until_the_hour_after_it_is_over(
    friday: Gathering,
) -> None:
    for _ in range(A_NETWORK[0].most - 1):
        guess(friday)
    friday.clock.now -= 365 * 24 * HOUR
    guess(friday)

    with pytest.raises(TooManyGuesses):
        join(friday, "phone")
    friday.clock.now += HOUR
    join(friday, "phone")


def test_guesses_from_many_networks_of_one_household_are_counted_together(
    friday: Gathering,
) -> None:
    start = int(ipaddress.ip_address("2001:db8:1::"))
    for number in range(WIDER[0].most):
        guess(friday, network_of(str(ipaddress.ip_address(start + (number * 256 << 64)))))

    with pytest.raises(TooManyGuesses):
        join(friday, "phone", network=network_of("2001:db8:1:ff::1"))
    join(friday, "phone", network=network_of("2001:db8:2::1"))


def test_right_guesses_are_not_counted_and_old_ones_are_forgotten(friday: Gathering) -> None:
    def counted() -> int:
        with friday.database.reading() as session:
            return session.scalar(select(func.sum(CountRow.number))) or 0

    for _ in range(A_NETWORK[0].most + 5):
        join(friday, "phone")
    assert counted() == 0
    guess(friday)
    assert counted() == len(A_MATCH) + len(A_NETWORK)
    friday.clock.now += 3 * 24 * HOUR
    guess(friday, "192.0.2.99")

    with friday.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(CountRow)) == len(
            A_MATCH + A_NETWORK
        )


def test_many_guesses_at_once_in_two_programs_are_not_more_than_the_limit(
    friday: Gathering, tmp_path: Path
) -> None:
    other = Tables(Database(tmp_path / "matches.sqlite"), clock=friday.clock)
    wrong = wrong_code(friday)

    def is_looked_at(number: int) -> bool:
        tables = friday.tables if number % 2 else other
        try:
            tables.join(friday.id, "guesser", wrong, None, "", HERE)
        except TooManyGuesses:
            return False
        except WrongCode:
            return True
        return True

    with ThreadPoolExecutor(8) as pool:
        looked_at = sum(pool.map(is_looked_at, range(A_NETWORK[0].most * 2)))
    other._database.close()

    assert looked_at == A_NETWORK[0].most


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_a_household_is_one_network(address: str | None, network: str) -> None:
    assert network_of(address) == network


# The host's list


def test_the_host_changes_rights_and_names(friday: Gathering) -> None:
    friday.tables.change(friday.id, "tablet", "phone", Right.SEAT, BORIS, " Boris's\r\n phone ")

    assert friday.right_of("phone") == ("seat", BORIS)
    names = {guest.id: guest.name for guest in friday.tables.table(friday.id, "tablet").guests}
    assert names["phone"] == "Boris's phone"
    with pytest.raises(Invalid):
        friday.tables.change(friday.id, "tablet", "phone", Right.SEAT, BORIS, "x" * 41)


HOSTS_ALONE: dict[str, Callable[[Gathering, str], object]] = {
    "change": lambda table, by: table.tables.change(table.id, by, by, Right.SCORER, None, ""),
    "pass on": lambda table, by: table.tables.pass_on(table.id, by, by),
    "renew": lambda table, by: table.tables.renew(table.id, by),
    "settle": lambda table, by: table.tables.settle(table.id, by, Undo.OWN, asks=True),
    "recovery": lambda table, by: table.tables.make_recovery(table.id, by),
    "put away": lambda table, by: table.tables.put_away(table.id, by),
    "bring back": lambda table, by: table.tables.bring_back(table.id, by),
}


@pytest.mark.parametrize("what", HOSTS_ALONE)
def test_only_the_host_settles_things(friday: Gathering, what: str) -> None:
    before = friday.tables.table(friday.id, "tablet")

    for device in ("scorer", "anna", "phone", "nobody"):
        with pytest.raises(Forbidden):
            HOSTS_ALONE[what](friday, device)

    assert friday.tables.table(friday.id, "tablet") == before


@pytest.mark.parametrize("right", [Right.REMOVED, Right.LOOKER, Right.SCORER])
def test_the_host_cannot_lock_itself_out(friday: Gathering, right: Right) -> None:
    with pytest.raises(Forbidden):
        friday.tables.change(friday.id, "tablet", "tablet", right, None, "")
    with pytest.raises(Forbidden):
        friday.tables.pass_on(friday.id, "tablet", "nobody")

    assert friday.right_of("tablet") == ("host", None)


def test_nobody_becomes_host_by_another_way_than_passing_on(friday: Gathering) -> None:
    with pytest.raises(Forbidden):
        friday.tables.change(friday.id, "tablet", "phone", Right.HOST, None, "")

    friday.tables.pass_on(friday.id, "tablet", "phone")

    rights = {guest.id: guest.right for guest in friday.tables.table(friday.id, "phone").guests}
    assert rights["phone"] is Right.HOST
    assert rights["tablet"] is Right.SCORER
    assert list(rights.values()).count(Right.HOST) == 1


def test_who_is_removed_cannot_even_look_and_the_code_they_saw_is_dead(friday: Gathering) -> None:
    old = the_code(friday)
    friday.tables.change(friday.id, "tablet", "anna", Right.REMOVED, None, "Anna")

    with pytest.raises(Forbidden):
        friday.tables.visit(friday.id, "anna", str, is_known=True)
    with pytest.raises(Forbidden):
        join(friday, "anna")
    assert the_code(friday) != old
    with pytest.raises(Forbidden):
        friday.tables.pass_on(friday.id, "tablet", "anna")
    friday.tables.change(friday.id, "tablet", "anna", Right.LOOKER, None, "Anna")
    visit = friday.tables.visit(friday.id, "anna", str, is_known=True)
    assert visit.standing.right is Right.LOOKER


# Recovery


def test_a_recovery_link_makes_any_device_the_host_once(friday: Gathering) -> None:
    first = friday.tables.make_recovery(friday.id, "tablet")
    token = friday.tables.make_recovery(friday.id, "tablet")
    for wrong in (first, "", "x" * 3000):
        with pytest.raises(WrongCode):
            friday.tables.recover(wrong, "new")

    assert friday.tables.recover(token, "new") == friday.id

    rights = {guest.id: guest.right for guest in friday.tables.table(friday.id, "new").guests}
    assert (rights["new"], rights["tablet"]) == (Right.HOST, Right.SCORER)
    with pytest.raises(WrongCode):
        friday.tables.recover(token, "another")


def test_no_token_is_kept(friday: Gathering, tmp_path: Path) -> None:
    token = friday.tables.make_recovery(friday.id, "tablet")
    friday.database.close()

    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()


# Looking


def test_a_device_is_seen_once_a_minute_at_most(friday: Gathering) -> None:
    def seen() -> str:
        (found,) = [
            guest
            for guest in friday.tables.table(friday.id, "tablet").guests
            if guest.id == "phone"
        ]
        return found.seen

    first = seen()
    friday.clock.now += 59
    friday.tables.visit(friday.id, "phone", str, is_known=True)
    assert seen() == first
    friday.clock.now += 2
    friday.tables.visit(friday.id, "phone", str, is_known=True)

    assert seen() > first


def test_whoever_keeps_no_secret_is_not_remembered_and_the_list_has_an_end(
    friday: Gathering,
) -> None:
    def number() -> int:
        with friday.database.reading() as session:
            return session.scalar(select(func.count()).select_from(DeviceRow)) or 0

    before = number()
    friday.tables.visit(friday.id, "passing", str, is_known=False)
    assert number() == before
    for device in range(MOST_LOOKERS):
        friday.tables.visit(friday.id, f"looker{device}", str, is_known=True)

    assert number() == MOST_LOOKERS
    join(friday, "late")
    assert friday.right_of("late") == ("scorer", None)


def test_a_match_that_is_put_away_is_the_hosts_to_bring_back(friday: Gathering) -> None:
    short = friday.tables.table(friday.id, "tablet").short
    friday.tables.put_away(friday.id, "tablet")

    for device in ("scorer", "phone", "nobody"):
        with pytest.raises(NoSuchMatch):
            friday.tables.visit(friday.id, device, str, is_known=True)
    with pytest.raises(PutAway):
        friday.tables.visit(friday.id, "tablet", str, is_known=True)
    with pytest.raises(NoSuchMatch):
        friday.tables.find(short)
    with pytest.raises(NoSuchMatch):
        friday.write(WALK, by="tablet")
    with pytest.raises(NoSuchMatch):
        friday.tables.bring_back(friday.id, "scorer")
    assert [match.id for match in friday.matches.listed("tablet", over=None)] == [friday.id]

    friday.tables.bring_back(friday.id, "tablet")

    friday.write(WALK, by="tablet")
    assert len(friday.live()) == 1


def test_every_change_is_told_to_the_others_after_it_is_kept(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    friday = Gathering(tmp_path / "matches.sqlite", setup())
    tables = Tables(friday.database, lambda match_id, version: told.append((match_id, version)))

    tables.settle(friday.id, "tablet", Undo.OWN, asks=True)
    tables.renew(friday.id, "tablet")

    assert told == [(friday.id, friday.version - 1), (friday.id, friday.version)]
    friday.database.close()
