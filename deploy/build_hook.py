"""The build of the wheel: htmx gets into it, so that it needs neither django-htmx nor Django."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IN_ITS_PACKAGE: Final = "static/django_htmx/htmx-2.min.js"
IN_OURS: Final = "tracker/third_party"
LICENCE: Final = "LICENSES/0BSD.txt"
EDITABLE: Final = "editable"
"""The version that hatchling builds for a checkout, which has django-htmx installed."""


class HtmxBuildHook(BuildHookInterface[Any]):
    """Copies the one file of htmx and its licence."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == EDITABLE:
            return
        package = find_spec("django_htmx")
        if package is None or package.origin is None:
            raise FileNotFoundError("To build the wheel, django-htmx must be installed.")
        script = Path(package.origin).parent / IN_ITS_PACKAGE
        build_data["force_include"] |= {
            str(script): f"{IN_OURS}/htmx.js",
            str(Path(self.root, LICENCE)): f"{IN_OURS}/htmx-licence.txt",
        }
