"""JSON that nobody has checked yet: the place of what is wrong, and a sentence about it."""

import gc
import json
from typing import Any, Final

import msgspec
import pytest

from tracker.engine import codec
from tracker.engine.refusal import Invalid

NUMBERS: Final = msgspec.json.Decoder(dict[str, int])
FRACTION: Final = msgspec.json.Decoder(float)


def wrong(data: bytes, decoder: msgspec.json.Decoder[Any] = NUMBERS) -> Invalid:
    with pytest.raises(Invalid) as caught:
        codec.decode(data, decoder)
    return caught.value


def test_a_wrong_value_of_a_map_is_told_with_the_place_of_the_map() -> None:
    decoder = msgspec.json.Decoder(dict[str, list[dict[str, int]]])

    invalid = wrong(b'{"dice": [{"Verdun": 3, "Sedan": "much"}]}', decoder)
    assert str(invalid) == "file: must be a whole number"
    assert str(wrong(b'{"wood": "much"}')) == "file: must be a whole number"


def test_what_we_have_no_sentence_for_is_told_as_the_reader_of_json_says_it() -> None:
    says = "file: is not valid: Expected `float`, got `str`"

    assert str(wrong(b'"half"', FRACTION)) == says


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"gold": 1, "wood": 2, "gold": 3}', "gold"),
        ('{"seats": [1, {"wood": 2, "wood": 2}]}', "seats[1].wood"),
        ('[{"wood": 2}, {"wood": 2, "wood": 3}]', "[1].wood"),
        ('[[{"seats": [{"wood": 2, "wood": 3}]}]]', "[0][0].seats[0].wood"),
    ],
)
def test_a_key_that_stands_twice_in_one_object_is_refused(text: str, where: str) -> None:
    with pytest.raises(Invalid) as caught:
        codec.refuse_repeated_keys(text)

    assert str(caught.value) == f"{where}: appears twice"


def test_a_key_may_stand_in_several_objects() -> None:
    several = [{"wood": 2}, {"wood": 2, "inside": {"wood": 2}}]

    read = codec.decode(json.dumps(several).encode(), msgspec.json.Decoder(list[Any]))

    assert read == several


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"gold": 1,\n "wood"}', "line 2 column 8: this is not JSON"),
        ("[" * 100_000, "file: is nested too deeply"),
    ],
)
def test_the_look_for_repeated_keys_refuses_what_it_cannot_read(text: str, says: str) -> None:
    with pytest.raises(Invalid) as caught:
        codec.refuse_repeated_keys(text)

    assert str(caught.value) == says


@pytest.mark.parametrize("is_collecting", [True, False])
def test_the_look_for_repeated_keys_leaves_the_garbage_collector_as_it_was(
    is_collecting: bool,
) -> None:
    was_collecting = gc.isenabled()
    try:
        (gc.enable if is_collecting else gc.disable)()
        codec.refuse_repeated_keys('{"gold": 1}')
        assert gc.isenabled() is is_collecting
    finally:
        (gc.enable if was_collecting else gc.disable)()
