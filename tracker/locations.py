"""The folders of the program: its templates, what it prints from, and where matches are saved.

In a checkout the templates are at its top; a built wheel has them inside the package.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
IS_INSTALLED: Final = (PACKAGE / "templates").is_dir()
HOME: Final = PACKAGE if IS_INSTALLED else PACKAGE.parent

TEMPLATES: Final = HOME / "templates"
PRINTOUTS: Final = HOME / "printouts"


def htmx() -> Path:
    """Return the script of htmx: the wheel has it, and a checkout the package that carries it.

    Of that package, django-htmx, only the file is used; Django itself is not installed.
    """
    if IS_INSTALLED:
        return PACKAGE / "third_party" / "htmx.js"
    from django_htmx import __file__ as package

    return Path(package).parent / "static" / "django_htmx" / "htmx-2.min.js"


def data_folder(is_installed: bool = IS_INSTALLED) -> Path:
    """Return the folder for the matches: in the checkout, or where this system keeps user data."""
    return user_data(sys.platform, os.environ) if is_installed else HOME / "instance"


def user_data(platform: str, environment: Mapping[str, str]) -> Path:
    """Return the folder that a platform has for what an installed program saves."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home()) / "Quartermaster"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Quartermaster"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "quartermaster"
