"""A program at the table: every answer that it gets is held against the description."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import Any, Final

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from tests.toy.card import CARD
from tracker.web.api.openapi import description
from tracker.web.titles import TITLE_PAGES

PROBLEM: Final = "application/problem+json"
SETUP: Final[dict[str, Any]] = {"seats": [{"name": "Anna"}, {"name": "Boris"}]}


@cache
def validator(reference: str, titles: tuple[str, ...]) -> Draft202012Validator:
    """Return a check of documents against a schema of the description of these titles."""
    return Draft202012Validator({"$ref": reference, "components": description()["components"]})


def described(method: str, path: str) -> dict[str, Any] | None:
    """The operation at an address; None where there is none."""
    paths = description()["paths"]
    if path in paths:
        at_path: dict[str, Any] | None = paths[path].get(method.lower())
        return at_path
    found = (
        operations[method.lower()]
        for template, operations in paths.items()
        if method.lower() in operations and _matches(template, operations[method.lower()], path)
    )
    return next(found, None)


def _matches(template: str, operation: Mapping[str, Any], path: str) -> bool:
    pattern = re.escape(template)
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            part = r"\d+" if parameter["schema"]["type"] == "integer" else "[^/]+"
            pattern = pattern.replace(re.escape(f"{{{parameter['name']}}}"), part)
    return re.fullmatch(pattern, path) is not None


def hold_to_description(response: TestResponse) -> None:
    """Fail where the answer is not one that the description promises."""
    request = response.request
    operation = described(request.method, request.path)
    status = str(response.status_code)
    # A stream is handed over to the server, and here there is none.
    is_stream = response.status_code == 503 and request.path.endswith("/stream")
    assert response.status_code < 500 or is_stream, response.get_data(as_text=True)
    if request.method in ("HEAD", "OPTIONS"):
        return
    if operation is None:
        assert response.status_code in (401, 404, 405)
        content = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    else:
        assert status in operation["responses"], (request.path, status, response.get_data())
        content = operation["responses"][status]["content"]
    [(media_type, described_as)] = content.items()
    assert response.mimetype == media_type
    reference = described_as["schema"]["$ref"]
    validator(reference, tuple(TITLE_PAGES)).validate(response.get_json())
    if media_type == PROBLEM:
        assert response.get_json()["status"] == response.status_code
    assert "Set-Cookie" not in response.headers


class Program:
    """It has a token and no cookies, sends JSON, and reads what it is answered."""

    _numbers = count()

    def __init__(self, app: Flask, token: str = "") -> None:
        self.client = app.test_client(use_cookies=False)
        self.token = token or self.post("/devices").get_json()["token"]

    def send(self, method: str, path: str, **sent: Any) -> TestResponse:
        """Whatever it is, with the token unless other headers are given."""
        headers = {"Authorization": f"Bearer {self.token}"} if hasattr(self, "token") else {}
        sent["headers"] = {**headers, **sent.get("headers", {})}
        response = self.client.open(f"/api{path}", method=method, **sent)
        hold_to_description(response)
        return response

    def get(self, path: str, **sent: Any) -> TestResponse:
        return self.send("GET", path, **sent)

    def post(self, path: str, body: object = None, **sent: Any) -> TestResponse:
        return self.send("POST", path, **({} if body is None else {"json": body}), **sent)

    def read(self, path: str, **sent: Any) -> Any:
        """Return the answer; fail if it did not go well."""
        response = self.get(path, **sent)
        assert response.status_code == 200, response.get_json()
        return response.get_json()

    def act(self, path: str, body: object) -> Any:
        """Do it; what is answered, if it went well."""
        response = self.post(path, body)
        assert response.status_code in (200, 201), response.get_json()
        return response.get_json()

    def make(self, setup: Mapping[str, Any] = SETUP, title: str = CARD.name) -> str:
        """A new match, by default a race of Anna and Boris; its address."""
        body = {"title": title, "setup": setup, "write_id": self.write_id()}
        made = self.act("/matches", body)
        return f"/matches/{made['id']}"

    def join(self, other: "Program", match: str, seat: int | None = None) -> None:
        """Let another program write, with the code that this one, the host, tells it."""
        code = self.read(f"{match}/table")["code"]
        other.act(f"{match}/join", {"code": code, "seat": seat})

    def write(self, match: str, *entries: Mapping[str, Any], **fields: Any) -> TestResponse:
        body = {"entries": entries, "write_id": self.write_id(), **fields}
        return self.post(f"{match}/entries", body)

    @classmethod
    def write_id(cls) -> str:
        return f"write-{next(cls._numbers)}"
