"""Checks of every answer besides those of Schemathesis, which loads this module itself.

A seat, a tile or a deck that a match does not have cannot be seen from the description alone, so
a request may be as described and refused all the same. Then the answer has to say why.
"""

import json
import os
import re
from typing import Any, Final

import schemathesis

from tracker.web.api.openapi import PATH_TYPES

MATCH_ID: Final = "FUZZ_MATCH_ID"
"""The variable that names the match on which every request is made, if it is there."""
LENGTH_OF_ID: Final = PATH_TYPES["match_id"]["maxLength"]
RULE_CITED: Final = re.compile(r"\([A-Z]{2,3}-\d")


@schemathesis.hook
def before_call(
    context: schemathesis.HookContext, case: schemathesis.Case[Any], kwargs: dict[str, Any]
) -> None:
    """Put the match's id in place of another. One that is too long stays, and has to be refused."""
    other = str(case.path_parameters.get("match_id", ""))
    if MATCH_ID in os.environ and 0 < len(other) <= LENGTH_OF_ID:
        case.path_parameters["match_id"] = os.environ[MATCH_ID]


@schemathesis.check
def refusals_say_why(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> None:
    """400 names the place in what was sent, and 422 the rule of the game."""
    if response.status_code in (400, 422):
        problem = json.loads(response.content)
        assert why_not_explained(response.status_code, problem) == ""


def why_not_explained(status: int, problem: dict[str, Any]) -> str:
    """The fault in a refusal; nothing if it is as it should be."""
    if status == 422:
        return "" if "rule" in problem else "a refusal by no rule"
    if RULE_CITED.search(problem["detail"]):
        return "a rule's refusal that is answered 400"
    return "" if "place" in problem else "a refusal without a place"
