"""Joining over the web: codes that cannot be guessed, cookies that cannot be forged, names."""

import re
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import ANNA, BORIS, walk
from tests.toy.web import in_web_registries, toy_app
from tests.web.arrange import Device, Form, Page, matches, written
from tracker.service.guesses import A_NETWORK
from tracker.service.rights import Undo, name_of
from tracker.service.tables import Tables
from tracker.settings import Settings

BIDI: Final = "‮"
LONG: Final = "x" * 5000


def tables(app: Flask) -> Tables:
    found: Tables = app.extensions["tables"]
    return found


def table_of(device: Device, match: str) -> Any:
    return tables(device.app).table(match.removeprefix("/m/"), device.name)


def from_network(device: Device, address: str) -> Device:
    """The device, as if its requests came from another network."""
    device.client.environ_base["REMOTE_ADDR"] = address
    return device


def type_code(device: Device, match: str, code: str, **fields: str) -> Page:
    return device.follow(device.post(f"{match}/table/join", code=code, **fields))


@pytest.fixture
def phone(app: Flask) -> Device:
    return Device(app, User_Agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")


# Joining


def test_the_host_shows_code_and_address_and_others_only_the_address(
    app: Flask, device: Device, phone: Device, match: str
) -> None:
    around = table_of(device, match)
    code = f"{around.code[:3]} {around.code[3:]}"

    own, others = device.open(f"{match}/table"), phone.open(f"{match}/table")

    assert code in own.text
    assert around.code not in others.html
    assert code not in others.text
    for page in (own, others):
        assert f"/j/{around.short[:4]}-{around.short[4:8]}-{around.short[8:]}" in page.text
        assert page.all("div", "join-qr")
        assert "data:" not in page.html


def test_a_phone_comes_to_look_and_becomes_annas(
    app: Flask, device: Device, phone: Device, match: str
) -> None:
    around = table_of(device, match)
    page = phone.follow(phone.client.get(f"/j/{around.short.lower()}"))
    assert page.path == f"{match}/table"
    assert page.html.index('id="write"') < page.html.index('id="join"')
    assert match in page.links
    watching = phone.open(match)
    assert watching.posting("/entries") == []
    assert watching.posting("/undo") == []

    page = type_code(phone, match, around.code, seat=str(ANNA), name="Anna's")

    assert page.path == match
    assert phone.open(match, do="walk", seat=ANNA, steps=1).posting("/entries")
    guests = {guest.name: (guest.right, guest.seat) for guest in table_of(device, match).guests}
    assert guests["Anna's"] == ("seat", ANNA)
    assert phone.follow(phone.client.get(f"/j/{around.short}")).path == match
    phone.write(match, walk(ANNA))
    assert written(app, match) == 1


def test_a_wrong_code_stays_where_it_was_typed_with_what_is_wrong_beside_it(
    device: Device, phone: Device, match: str
) -> None:
    page = type_code(phone, match, "12 345", seat=str(BORIS), name="The blue one")

    assert page.status == 422
    assert page.alerts == ["That is not the code of this table."]
    fields = {field.attributes.get("id"): field.attributes for field in page.all("input")}
    assert fields["typed"]["value"] == "12 345"
    assert fields["typed"]["aria-invalid"] == "true"
    assert fields["typed"]["aria-describedby"] == "wrong-code"
    assert fields["own-name"]["value"] == "The blue one"
    (form,) = page.posting("/table/join")
    assert form.fields["seat"] == str(BORIS)
    assert "looker" in [guest.right for guest in table_of(device, match).guests]


AGENTS: Final = {
    "(iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148": ("Phone", "Boris's phone"),
    "(Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari": ("Phone", "Boris's phone"),
    "(iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148": ("Tablet", "Boris's tablet"),
    "(Linux; Android 15; SM-X210) Chrome/140.0 Safari": ("Tablet", "Boris's tablet"),
    "(X11; Linux x86_64) Chrome/140.0 Safari": ("Computer", "Boris's computer"),
}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_device_is_called_what_it_is_and_at_joining_whose_it_is_unless_somebody_names_it(
    app: Flask, device: Device, match: str, agent: str
) -> None:
    first, owned = AGENTS[agent]
    around = table_of(device, match)
    new = Device(app, User_Agent=f"Mozilla/5.0 {agent}")

    def called() -> str:
        names: dict[str, str] = {guest.id: guest.name for guest in table_of(device, match).guests}
        return names[new.name]

    page = new.open(f"{match}/table")
    assert called() == first
    offered = [field.attributes.get("data-device-name") for field in page.all("input")]
    assert owned in offered

    type_code(new, match, around.code, seat=str(BORIS))
    assert called() == owned
    type_code(new, match, around.code, name="The blue one")
    assert called() == "The blue one"
    new.open(match)
    assert called() == "The blue one"


def test_the_host_is_named_too_as_soon_as_it_is_there(app: Flask) -> None:
    host = Device(app, User_Agent="Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148")
    match = host.make()
    host.open(match)

    assert [guest.name for guest in table_of(host, match).guests] == ["Tablet"]


def test_to_remove_a_device_is_a_button_that_asks_once(
    device: Device, phone: Device, match: str
) -> None:
    type_code(phone, match, table_of(device, match).code)
    asking = next(
        form
        for form in device.open(f"{match}/table").forms
        if "Remove this device" in [button.text for button in form.buttons]
    )
    assert asking.method == "get"

    page = device.open(f"{match}/table", remove=phone.name)
    assert "A removed device can no longer see the match." in page.text
    assert phone.open(match).status == 200
    question = next(
        form for form in page.forms if "Remove it" in [button.text for button in form.buttons]
    )
    device.send(question, right="removed")

    assert phone.open(match).status == 403
    page = device.open(f"{match}/table", remove=phone.name)
    assert "Remove this device" not in page.text
    assert "can no longer see" not in page.text


def test_the_first_page_lists_only_ones_own_matches(
    app: Flask, device: Device, phone: Device, match: str
) -> None:
    assert match in device.open("/").links
    assert match not in phone.open("/").links

    phone.open(match)

    assert match in phone.open("/").links


def test_an_address_typed_on_the_first_page_leads_to_the_match(
    device: Device, phone: Device, match: str
) -> None:
    short = table_of(device, match).short
    start = phone.open("/")
    (form,) = [form for form in start.forms if form.action == "/j"]

    typed = {form_field(form): f"{short[:4]} {short[4:]}".lower()}
    answer = phone.client.get(form.action, query_string=typed, follow_redirects=True)

    assert answer.request.path == f"{match}/table"
    assert phone.client.get("/j?address=").status_code == 303


def form_field(form: Form) -> str:
    (name,) = form.fields
    return name


# Asking


def test_what_is_asked_is_answered_on_the_others_sheet(
    app: Flask, device: Device, match: str
) -> None:
    tables(app).settle(match.removeprefix("/m/"), device.name, Undo.ASK, asks=True)
    anna, boris = Device(app).join(match, ANNA), Device(app).join(match, BORIS)

    page = anna.write(match, {"do": "carry", "seat": ANNA, "other": BORIS, "steps": 1})
    assert "Waiting for Boris:" in page.text
    assert written(app, match) == 0

    (form,) = boris.open(match).posting("/table/requests/" + request_of(page))
    assert [button.text for button in form.buttons] == ["No", "Yes"]
    page = boris.send(form, answer="yes")
    assert written(app, match) == 1
    assert page.posting("/requests/") == []
    assert "Ask to undo:" in anna.open(match).text
    assert "Ask to undo:" not in device.open(match).text


def request_of(page: Page) -> str:
    (form,) = [form for form in page.forms if "/table/requests/" in form.action]
    return form.action.rpartition("/")[2]


# Guessing


def test_after_too_many_guesses_even_the_right_code_waits_but_the_host_is_in(
    app: Flask, device: Device, match: str
) -> None:
    around = table_of(device, match)
    wrong = "000000" if around.code != "000000" else "111111"
    guesser = from_network(Device(app), "203.0.113.5")
    for _ in range(A_NETWORK[0].most):
        type_code(guesser, match, wrong)

    page = type_code(guesser, match, around.code)
    assert "Too many wrong codes" in page.alerts[0]
    assert guesser.client.get(f"/j/{around.short}").status_code == 303
    assert guesser.post(f"/recover/{'x' * 43}").status_code == 404
    assert guesser.open(match).status == 200
    from_network(device, "203.0.113.5")

    assert device.write(match, walk(ANNA)).alerts == []
    assert device.open(f"{match}/table").status == 200


@pytest.mark.slow
@pytest.mark.parametrize("proxies", [0, 1])
def test_what_a_proxy_says_is_believed_only_when_there_is_one(
    tmp_path: Path,
    proxies: int,
) -> None:
    with in_web_registries():
        app = toy_app(Settings(data=tmp_path, proxies=proxies))
        host = Device(app)
        match = host.make()
        code = table_of(host, match).code
        wrong = "000000" if code != "000000" else "111111"
        for number in range(A_NETWORK[0].most):
            type_code(Device(app, X_Forwarded_For=f"198.51.100.{number}"), match, wrong)

        late = Device(app, X_Forwarded_For="198.51.100.250", X_Forwarded_Proto="https")
        page = type_code(late, match, code)

        believed = bool(proxies)
        assert bool(page.alerts) is not believed
        cookies = Device(app, X_Forwarded_Proto="https").client.get(
            "/", headers={"X-Forwarded-Proto": "https"}
        )
        for cookie in cookies.headers.getlist("Set-Cookie"):
            assert ("Secure" in cookie) is believed
        matches(app)._database.close()


# Cookies


def test_every_cookie_is_hidden_from_scripts_and_kept_to_https_where_it_came_by_it(
    app: Flask,
) -> None:
    for scheme in ("http", "https"):
        client = app.test_client()
        answers = [client.get("/", base_url=f"{scheme}://table.example/")]
        token = Page(answers[0]).forms[0].fields["csrf_token"]
        sent = {"csrf_token": token, "language": "ru"}
        referrer = {"Referer": f"{scheme}://table.example/"}
        base = f"{scheme}://table.example/"
        answers.append(client.post("/language", data=sent, base_url=base, headers=referrer))
        cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]

        safe = "__Host-" if scheme == "https" else ""
        assert {cooky.partition("=")[0] for cooky in cookies} == {
            *(f"{safe}device", f"{safe}session", "language")
        }
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert ("Secure" in cookie) == (scheme == "https")


def test_a_public_name_is_no_secret_and_a_forged_session_no_token(
    app: Flask, device: Device, match: str
) -> None:
    thief = Device(app)
    thief.client.set_cookie("device", device.name)
    assert thief.write(match, walk(ANNA)).status == 403
    thief.client.set_cookie("device", name_of(name_of(device.secret)))
    assert thief.write(match, walk(ANNA)).status == 403

    forged = app.test_client()
    forged.set_cookie("device", device.secret)
    forged.set_cookie("session", "eyJjc3JmX3Rva2VuIjoieCJ9.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    sent = {"csrf_token": device.token, "entries": "[]", "write_id": "w", "version": "0"}

    assert forged.post(f"{match}/entries", data=sent).status_code == 400
    assert written(app, match) == 0


def test_a_cookie_that_was_removed_is_refused_when_it_is_replayed(
    app: Flask, device: Device, phone: Device, match: str
) -> None:
    phone.join(match)
    phone.write(match, walk(ANNA))
    address = f"{match}/table/devices/{phone.name}"
    device.post(address, right="removed", name="")
    replayed = app.test_client()
    replayed.set_cookie("device", phone.secret)

    assert replayed.get(match).status_code == 403
    assert phone.write(match, walk(ANNA)).status == 403
    assert "removed this device" in phone.open(match).text
    assert match not in phone.open("/").links


def test_rights_at_one_match_are_none_at_another(app: Flask, device: Device, phone: Device) -> None:
    mine, theirs = phone.make(), device.make()
    stolen = phone.open(f"{mine}/table").posting("/table/settings")[0]
    stolen.action = f"{theirs}/table/settings"

    assert phone.send(stolen, undo="own", asks="1").status == 403
    assert phone.write(theirs, walk(ANNA)).status == 403


# Names, bodies, headers

NAMES: Final = {
    "line ends": ("Anna\r\nSet-Cookie: device=x", "Anna Set-Cookie: device=x"),
    "turned round": (f"Anna{BIDI}annA", "AnnaannA"),
    "nothing seen": ("​\x00\t ", ""),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_devices_name_is_only_a_name(
    device: Device, phone: Device, match: str, name: str
) -> None:
    typed, kept = NAMES[name]
    phone.open(match)

    answer = device.post(f"{match}/table/devices/{phone.name}", right="looker", name=typed)

    assert answer.status_code == 303
    assert "device=x" not in str(answer.headers)
    (guest,) = [guest for guest in table_of(device, match).guests if guest.id == phone.name]
    assert guest.name == kept


def test_a_name_that_is_too_long_is_told_and_changes_nothing(
    device: Device, phone: Device, match: str
) -> None:
    phone.open(match)

    page = device.follow(
        device.post(f"{match}/table/devices/{phone.name}", right="scorer", name=LONG)
    )

    assert "has more than 40 characters" in page.alerts[0]
    (guest,) = [guest for guest in table_of(device, match).guests if guest.id == phone.name]
    assert guest.right == "looker"


def test_names_in_a_match_reach_no_header(app: Flask, device: Device) -> None:
    nasty = "A\r\nX-Evil: 1" + BIDI
    match = device.make(name=nasty)

    for address in ("/match.json", "", "/table"):
        answer = device.client.get(match + address)
        assert answer.status_code == 200
        assert "X-Evil" not in str(answer.headers)
        for value in answer.headers.values():
            assert not re.search(r"[\r\n]", value)


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/table/join", {"code": LONG}),
        ("/table/join", {"seat": "-1"}),
        ("/table/join", {"seat": LONG}),
        ("/table/join", {"seat": "99", "code": "right"}),
        ("/table/settings", {"undo": "everything"}),
        ("/table/settings", {}),
        ("/table/devices/nobody", {"right": "looker"}),
        ("/table/devices/nobody", {"right": "emperor"}),
        ("/table/devices/nobody/host", {}),
        ("/table/requests/none", {"write_id": "w", "version": "1", "answer": "yes"}),
        ("/table/requests/none", {"write_id": LONG, "version": "1"}),
    ],
)
def test_a_malformed_body_is_answered_and_changes_nothing(
    device: Device, match: str, address: str, fields: dict[str, str]
) -> None:
    before = table_of(device, match)
    sent = {name: before.code if value == "right" else value for name, value in fields.items()}

    answer = device.post(match + address, **sent)

    assert answer.status_code in (303, 400, 403, 404, 409, 422)
    assert table_of(device, match) == before


def test_a_body_that_is_too_large_is_not_read(device: Device, match: str) -> None:
    assert device.post(f"{match}/table/join", code="1" * 1_100_000).status_code == 413


OF_EVERY_ANSWER: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OF_A_PAGE: Final = {
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self)",
}


def test_every_answer_says_what_a_browser_may_do_with_it(
    app: Flask, device: Device, match: str
) -> None:
    for address in ("/", match, f"{match}/table", "/nowhere", "/static/frame.css"):
        answer = device.client.get(address)
        is_page = not address.startswith("/static/")
        expected = {**OF_EVERY_ANSWER, **OF_A_PAGE} if is_page else OF_EVERY_ANSWER
        for name, value in expected.items():
            assert value in answer.headers[name], (address, name)
        if is_page:
            rules = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in rules
            assert "frame-ancestors 'none'" in rules
        # On plain http a browser complains of this one.
        opener = "Cross-Origin-Opener-Policy"
        assert opener not in answer.headers
        secure = device.client.get(address, base_url="https://localhost")
        assert secure.headers[opener] == "same-origin"


# Recovery


def test_the_hosts_link_works_once_from_any_device(
    app: Flask, device: Device, phone: Device, match: str
) -> None:
    page = device.follow(device.post(f"{match}/table/recovery"))
    (link,) = [link for link in page.links if "/recover/" in link]
    path = "/recover/" + link.rpartition("/")[2]
    assert link not in device.open(f"{match}/table").html

    (form,) = phone.open(path).posting(path)
    page = phone.send(form)

    assert page.path == f"{match}/table"
    assert table_of(phone, match).code
    assert table_of(device, match).code == ""
    assert phone.post(path).status_code == 404


def test_the_address_for_phones_is_never_this_machine_itself(
    app: Flask, device: Device, match: str
) -> None:
    def shown(base: str) -> str:
        answer = device.client.get(f"{match}/table", base_url=base)
        found = Page(answer).all("dd", "join-address")[0].text
        return found.replace(" ", "")

    assert shown("http://tablet.example:8000/").startswith("http://tablet.example:8000/j/")
    for here in ("localhost", "127.0.0.1"):
        assert ":8000/j/" in shown(f"http://{here}:8000/")


CROSS_SITE = {"Sec-Fetch-Site": "cross-site"}


def test_what_another_site_sends_is_neither_looked_up_nor_counted(
    app: Flask, device: Device, match: str
) -> None:
    around = table_of(device, match)
    visitor = from_network(Device(app), "203.0.113.6")
    visitor.open("/")

    for _ in range(A_NETWORK[0].most + 5):
        wrong = visitor.client.get("/j/XXXX-XXXX-XXXX", headers=CROSS_SITE)
        right = visitor.client.get(f"/j/{around.short}", headers=CROSS_SITE)
        assert (wrong.status_code, right.status_code) == (403, 403)
        assert match not in right.text

    assert f'href="/j/{around.short}"' in right.text
    assert visitor.follow(visitor.client.get(f"/j/{around.short}")).path == f"{match}/table"
    assert type_code(visitor, match, around.code).alerts == []


@pytest.mark.parametrize("path", ["table/join", "recover"])
def test_a_code_or_a_link_that_another_site_sends_is_not_tried(
    app: Flask, device: Device, match: str, path: str
) -> None:
    token = tables(app).make_recovery(match.removeprefix("/m/"), device.name)
    visitor = Device(app)
    (form,) = visitor.open(f"/recover/{token}").posting(token)
    fields = {"csrf_token": form.fields["csrf_token"], "code": table_of(device, match).code}
    there = f"/recover/{token}" if path == "recover" else f"{match}/{path}"

    answer = visitor.client.post(there, data=fields, headers=CROSS_SITE)

    assert answer.status_code == 403
    assert "This request came from another site" in answer.text
    assert visitor.client.post(there, data=fields).status_code == 303
