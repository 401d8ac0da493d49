"""The way of a find from tap to disk, and from disk to the other device, passes few modules."""

from typing import Final

import pytest

from tests.call_trace import Trace, listed, way_of_a_find

MOST_MODULES: Final = {"POST of the find": 40, "the page that follows on another device": 60}


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trace]:
    return {trace.name: trace for trace in way_of_a_find(tmp_path_factory.mktemp("data"))}


@pytest.mark.parametrize("name", MOST_MODULES)
def test_a_request_touches_few_modules(name: str, traces: dict[str, Trace]) -> None:
    trace = traces[name]

    assert len(trace.modules) <= MOST_MODULES[name], listed(trace)


def test_the_trace_sees_the_whole_way(traces: dict[str, Trace]) -> None:
    written = {call.function.partition(":")[0] for call in traces["POST of the find"].calls}

    assert {"submit_entries", "Database.writing", "find", "Hub.publish"} <= written
