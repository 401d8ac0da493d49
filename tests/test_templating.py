"""The reading of templates: where a line break is a space, and where it is nothing."""

import pytest
from jinja2 import Environment, TemplateSyntaxError, UndefinedError

from tracker import templating


@pytest.fixture
def environment() -> Environment:
    made = Environment(autoescape=True)
    templating.prepare(made)
    made.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<b>\n  a\n</b>\n<i>b</i>\n", "<b>a</b><i>b</i>"),
        ("one\n  two", "one two"),
        ("<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"),
        ("a {{ 1 }}\n{{ 2 }} b", "a 12 b"),
        ("{% if 1 %}\n  <p>a</p>\n{% endif %}\n<p>b</p>", "<p>a</p><p>b</p>"),
        ('<a class="x"\n   href="{{ "y" }}">z</a>', '<a class="x" href="y">z</a>'),
        ('<a class="x"\n   {% if 1 %}id="i"{% endif %}>z</a>', '<a class="x" id="i">z</a>'),
        ('<b>a</b>\n{{ " " }}\n<b>c</b>', "<b>a</b> <b>c</b>"),
        ("{# why\n   so #}\n<p>a</p>", "<p>a</p>"),
        (
            "{% trans n=3 %}\n  There are {{ n }}\n  of them.\n{% endtrans %}",
            "There are 3 of them.",
        ),
    ],
)
def test_a_line_break_beside_a_tag_is_nothing_and_between_words_a_space(
    environment: Environment, source: str, shown: str
) -> None:
    assert environment.from_string(source).render() == shown


def test_a_value_that_is_missing_is_an_error_and_not_nothing(environment: Environment) -> None:
    for source in ("{{ pad.verdict }}", "{% if pad.more %}more{% endif %}", "{{ nobody }}"):
        with pytest.raises(UndefinedError):
            environment.from_string(source).render(pad=object())


def test_an_error_names_the_line_of_the_file(environment: Environment) -> None:
    with pytest.raises(TemplateSyntaxError) as raised:
        environment.from_string("<p>\n  <b>\n    a\n  </b>\n</p>\n{% if %}")

    assert raised.value.lineno == 6
