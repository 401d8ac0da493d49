"""Collecting the texts: a catalogue of a new language begins with all of them, untranslated."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tracker.translations import collect


def test_a_catalogue_of_a_new_language_has_every_text_and_the_plurals_of_the_language(
    tmp_path: Path,
) -> None:
    collect.renew("de", tmp_path)

    with (tmp_path / "de.po").open("rb") as file:
        begun = read_po(file)
    assert begun.locale is not None
    assert (begun.locale.language, begun.num_plurals) == ("de", 2)
    texts = {(message.id, message.context) for message in collect.template() if message.id}
    assert {(message.id, message.context) for message in begun if message.id} == texts
    assert not any(message.string and any(message.string) for message in begun if message.id)


def test_a_language_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        collect.main(["--language", "klingon-1"])

    assert stopped.value.code == 2
    assert "there is no language 'klingon-1'" in capsys.readouterr().err
