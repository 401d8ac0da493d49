"""A cache of what the tests have printed, which all workers share."""

import os

import pytest

from tests.printing import arrange
from tracker.printing.pdf_cache import PdfCache


@pytest.fixture(scope="session", autouse=True)
def shared_pdf_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    arrange.shared.append(PdfCache(folder / "printed"))
