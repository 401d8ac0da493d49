"""A program at the table: it makes a match, follows it, writes on it and reads the sheet."""

import json
import sys
import urllib.error
import urllib.request
from typing import Any
from uuid import uuid4

SERVER = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"
HEADERS = {"Content-Type": "application/json", "Accept-Language": "en"}


def call(path: str, **body: Any) -> Any:
    """The answer; with something to send it is a POST, else a GET."""
    data = json.dumps(body).encode() if body else None
    return urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api{path}", data, HEADERS))


def ask(path: str, **body: Any) -> Any:
    return json.load(call(path, **body))


HEADERS["Authorization"] = "Bearer " + ask("/devices", name="client")["token"]
players = [("Anna", "southern_officer"), ("Boris", "northern_soldier")]
seats = [{"name": name, "role": role} for name, role in players]
setup = {"months": 6, "tiles_per_player": 4, "seats": seats}
match = "/matches/" + ask("/matches", title="civil-war", setup=setup, write_id=uuid4().hex)["id"]
stream = call(f"{match}/stream")

find = {"do": "find", "seat": 0, "resource": "food", "amount": 4}
ask(f"{match}/entries", entries=[find], then="end_turn", write_id=uuid4().hex)
try:
    ask(f"{match}/entries", entries=[find], write_id=uuid4().hex)
except urllib.error.HTTPError as refused:
    problem = json.load(refused)
    print(f"Refused by {problem['rule']}: {problem['detail']}")

for line in stream:
    if line == b"event: version\n" and int(next(stream).removeprefix(b"data: ")) >= 2:
        break
sheet = ask(match)
anna = sheet["position"]["seats"][0]
print(f"Version {sheet['version']}: Anna has {anna['resources']['food']} food.")
for entry in ask(f"{match}/history")["entries"]:
    print(entry["says"])
