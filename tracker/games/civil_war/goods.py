"""Some of several resources, some of several kinds of people: what is given, chosen or set."""

from collections.abc import Iterator
from typing import Annotated, Final, Generic, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Resource

LARGEST_NUMBER: Final = 9_999
Some = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
SomeOrNone = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
N = TypeVar("N", bound=int)


class Goods(Struct, Generic[N], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number for each resource that is named."""

    gold: N | UnsetType = UNSET
    medicine: N | UnsetType = UNSET
    weapons: N | UnsetType = UNSET
    water: N | UnsetType = UNSET
    food: N | UnsetType = UNSET
    wood: N | UnsetType = UNSET

    def __iter__(self) -> Iterator[tuple[Resource, int]]:
        for resource in RESOURCES:
            if (number := getattr(self, resource.value)) is not UNSET:
                yield resource, number


class People(Struct, Generic[N], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number for each kind of people that is named."""

    southern_officer: N | UnsetType = UNSET
    southern_soldier: N | UnsetType = UNSET
    cherokee: N | UnsetType = UNSET
    northern_officer: N | UnsetType = UNSET
    northern_soldier: N | UnsetType = UNSET
    volunteer: N | UnsetType = UNSET

    def __iter__(self) -> Iterator[tuple[Kind, int]]:
        for kind in KINDS:
            if (number := getattr(self, kind.value)) is not UNSET:
                yield kind, number

    @property
    def total(self) -> int:
        return sum(number for _, number in self)
