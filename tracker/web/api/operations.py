"""Every operation of the interface, as data: the description is made from this list."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.web.api.answers import (
    AmendmentPreview,
    History,
    MatchList,
    MatchMade,
    NewDevice,
    NoteList,
    Preview,
    SheetCheck,
    StatisticsFound,
    TableAround,
    Version,
    WholeSheet,
)
from tracker.web.api.bodies import (
    Amending,
    Answering,
    Joining,
    NewMatch,
    NewNote,
    Redoing,
    RemovingNote,
    Trying,
    TryingAmendment,
    Undoing,
    Writing,
)

JSON: Final = "application/json"
MATCH: Final = "/matches/{match_id}"
OTHERWISE: Final = (429, 503)
"""What any operation may be answered: too often, or the database cannot be reached."""


class Query(Struct, frozen=True):
    """A number that the address may ask with; or a text, of so many letters."""

    name: str
    says: str
    most: int
    is_text: bool = False


class Operation(Struct, frozen=True, kw_only=True):
    """One thing that a program can do; `name` is the view's, `answer` a type or a schema's name."""

    method: str
    path: str
    name: str
    says: str
    answer: Any
    status: int = 200
    media_type: str = JSON
    body: type[Struct] | str | None = None
    query: tuple[Query, ...] = ()
    problems: tuple[int, ...] = ()
    needs_token: bool = True
    view: Callable[..., Any] | None = None
    """The view of a title's own operation; the others stand beside their addresses."""
    gives: Mapping[str, str] = {}
    """What other operations ask for in their paths, and where it stands in this one's answer."""


READING: Final = (403, 404, 410)
SENT: Final = (400, 413, 415)
DECIDED: Final = (*READING, *SENT, 422)
VERSIONED: Final = (*READING, *SENT, 409)

OPERATIONS: Final = (
    Operation(
        method="get",
        path="/openapi.json",
        name="show_description",
        says="This description.",
        answer="Description",
        needs_token=False,
    ),
    Operation(
        method="post",
        path="/devices",
        name="make_device",
        says="A token to be known by from now on. It is stored nowhere: keep it.",
        answer=NewDevice,
        status=201,
        needs_token=False,
    ),
    Operation(
        method="get",
        path="/matches",
        name="show_matches",
        says="The device's matches, the newest first, 50 at a time.",
        answer=MatchList,
        query=(
            Query("q", "Parts of names, of people or of the match.", 120, is_text=True),
            Query("title", "Only of this title.", 40, is_text=True),
            Query("since", "Last written on this day (2026-12-31) or later.", 10, is_text=True),
            Query("until", "Last written on this day or earlier.", 10, is_text=True),
            Query("state", "`running` or `over`.", 10, is_text=True),
            Query("order", "`newest`, `oldest` or `name`.", 10, is_text=True),
            Query("page", "Which page, counted from 1.", 10**6),
        ),
        problems=(400,),
        gives={"match_id": "$response.body#/matches/0/id"},
    ),
    Operation(
        method="post",
        path="/matches",
        name="make_match",
        says="Make a match. The device that makes it is its host.",
        answer=MatchMade,
        status=201,
        body=NewMatch,
        problems=(*SENT, 409, 422),
        gives={"match_id": "$response.body#/id"},
    ),
    Operation(
        method="post",
        path="/matches/import",
        name="import_match",
        says="Play a match file by today's rules; if none refuses it, it is a match of the device.",
        answer=MatchMade,
        status=201,
        body="MatchFileSent",
        problems=(*SENT, 422),
        gives={"match_id": "$response.body#/id"},
    ),
    Operation(
        method="get",
        path="/statistics",
        name="show_statistics",
        says="Plays, wins and points of the device's matches; of a `title`, with all `people`.",
        answer=StatisticsFound,
    ),
    Operation(
        method="get",
        path=MATCH,
        name="show_sheet",
        says="How the match stands, and what a seat may write now or why not.",
        answer=WholeSheet,
        query=(Query("seat", "Whose offers; by default the seat's whose turn it is.", 8),),
        problems=(400, *READING),
        gives={"request_id": "$response.body#/waiting/0/id"},
    ),
    Operation(
        method="get",
        path=f"{MATCH}/history",
        name="show_history",
        says="Everything that was ever written, in the order of play, in parts.",
        answer=History,
        query=(
            Query("start", "How many entries to pass over.", 10**9),
            Query("most", "How many entries to answer; by default as many as may be.", 500),
        ),
        problems=(400, *READING),
        gives={"n": "$response.body#/entries/0/n"},
    ),
    Operation(
        method="get",
        path=f"{MATCH}/check",
        name="show_check",
        says="What looks forgotten in the round that is being closed, as questions.",
        answer=SheetCheck,
        problems=READING,
    ),
    Operation(
        method="get",
        path=f"{MATCH}/match.json",
        name="show_match_file",
        says="The match file, without the tiles that are face down.",
        answer="MatchFile",
        problems=READING,
    ),
    Operation(
        method="get",
        path=f"{MATCH}/notes",
        name="show_notes",
        says="The notes on the match and on its entries, the oldest first.",
        answer=NoteList,
        problems=READING,
        gives={"note_id": "$response.body#/notes/0/id"},
    ),
    Operation(
        method="post",
        path=f"{MATCH}/notes",
        name="write_note",
        says="Write a note on the match, or beside an entry.",
        answer=Version,
        body=NewNote,
        problems=(*READING, *SENT, 409),
    ),
    Operation(
        method="post",
        path=f"{MATCH}/notes/{{note_id}}",
        name="remove_note",
        says="Take a note off the sheet: one's own, or as the host anybody's.",
        answer=Version,
        body=RemovingNote,
        problems=(*READING, *SENT, 409),
    ),
    Operation(
        method="get",
        path=f"{MATCH}/table",
        name="show_table",
        says="How others come to the match; its code is for the host alone.",
        answer=TableAround,
        problems=READING,
    ),
    Operation(
        method="post",
        path=f"{MATCH}/join",
        name="join_match",
        says="With the table's code the device writes from now on, for a seat or for all.",
        answer=Version,
        body=Joining,
        problems=(*READING, *SENT),
    ),
    Operation(
        method="post",
        path=f"{MATCH}/requests/{{request_id}}",
        name="answer_request",
        says="Yes or no to what another device asks for; no, from that one, takes it back.",
        answer=Version,
        body=Answering,
        problems=VERSIONED,
    ),
    Operation(
        method="get",
        path=f"{MATCH}/version",
        name="show_version",
        says="The match's version, for a program that asks now and then.",
        answer=Version,
        problems=READING,
    ),
    Operation(
        method="get",
        path=f"{MATCH}/stream",
        name="show_stream",
        says="Its versions as they come: events `version`, `here`, `still`, and `stop` at the end.",
        answer="Stream",
        media_type="text/event-stream",
        problems=READING,
    ),
    Operation(
        method="post",
        path=f"{MATCH}/entries",
        name="write_entries",
        says="Write entries, all or none, on top of whatever is there.",
        answer=Version,
        body=Writing,
        problems=(*DECIDED, 409),
    ),
    Operation(
        method="post",
        path=f"{MATCH}/entries/preview",
        name="try_entries",
        says="What writing these entries would do. Nothing is written.",
        answer=Preview,
        body=Trying,
        problems=DECIDED,
    ),
    Operation(
        method="post",
        path=f"{MATCH}/entries/{{n}}",
        name="amend_entry",
        says="Write another entry in place of the nth, or take that out.",
        answer=Version,
        body=Amending,
        problems=(*VERSIONED, 422),
    ),
    Operation(
        method="post",
        path=f"{MATCH}/entries/{{n}}/preview",
        name="try_amendment",
        says="What an amendment would do to later entries. Nothing is written.",
        answer=AmendmentPreview,
        body=TryingAmendment,
        problems=(*VERSIONED, 422),
    ),
    Operation(
        method="post",
        path=f"{MATCH}/undo",
        name="undo_entry",
        says="Take back the last entry; or it and all before it, down to one.",
        answer=Version,
        body=Undoing,
        problems=VERSIONED,
    ),
    Operation(
        method="post",
        path=f"{MATCH}/redo",
        name="redo_entry",
        says="Bring back the entry that was taken back last.",
        answer=Version,
        body=Redoing,
        problems=VERSIONED,
    ),
)
