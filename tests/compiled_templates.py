"""Compiled templates for the tests: every app of a test would compile them anew."""

from typing import Any, Final

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

COMPILED: Final[dict[tuple[str, str], Any]] = {}
"""The code of each template, by its name and file and by the text it was compiled from."""


class SharedCode(BytecodeCache):
    """Keeps the code in this process, for all apps."""

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = COMPILED.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        COMPILED[bucket.key, bucket.checksum] = bucket.code


def be_quick() -> None:
    """From now on a template is compiled once, whichever app shows it."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": SharedCode()}
