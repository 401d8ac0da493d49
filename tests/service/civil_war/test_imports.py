"""Match files with tiles that lie face down."""

import json

import msgspec

from tests.games.civil_war.arrange import setup
from tracker.games.civil_war import title
from tracker.service import incoming


def test_a_running_match_with_tiles_of_somebodys_choice_face_down_is_refused() -> None:
    laid = [{"at": [x, y], "tile": str(1 + x + 4 * y)} for x in range(4) for y in range(2)]
    document = json.loads(msgspec.json.encode({"setup": setup()}))
    document |= {"format": "quartermaster-match/1", "title": title.NAME}
    document["entries"] = [{"do": "lay_tiles", "tiles": laid}]

    dealt = incoming.read(json.dumps(document).encode())

    assert dealt.refused is not None
    assert dealt.refused.refusal.rule == "CW-3.2"
