"""Numbers as each language writes and speaks them."""

from __future__ import annotations

import pytest

from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.numerals import PLURALS, format_number, plural


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["0", "7", "999", "1,000", "123,456", "12,345,678", "-1,234"]),
        ("hi", ["0", "7", "999", "1,000", "1,23,456", "1,23,45,678", "-1,234"]),
        ("de", ["0", "7", "999", "1.000", "123.456", "12.345.678", "-1.234"]),
        ("ru", ["0", "7", "999", "1\u00a0000", "123\u00a0456", "12\u00a0345\u00a0678", "-1\u00a0234"]),
        ("id", ["0", "7", "999", "1.000", "123.456", "12.345.678", "-1.234"]),
    ],
)
def test_digit_groups(lang: str, expected: list[str]) -> None:
    """Thousands, and in Hindi lakhs and crores."""
    numbers = [0, 7, 999, 1000, 123456, 12345678, -1234]
    assert [format_number(lang, number) for number in numbers] == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_huge_numbers(lang: str) -> None:
    """Chip counts of any size are written out."""
    written = format_number(lang, 10**30)
    assert "".join(filter(str.isdigit, written)) == str(10**30)


@pytest.mark.parametrize(
    ("lang", "form", "numbers"),
    [
        ("en", "one", [1]),
        ("en", "other", [0, 2, 11, 21, 100]),
        ("hi", "one", [0, 1]),
        ("hi", "other", [2, 11, 21, 100]),
        ("de", "one", [1]),
        ("de", "other", [0, 2, 11, 21, 100]),
        ("ru", "one", [1, 21, 101, 1001]),
        ("ru", "few", [2, 3, 4, 22, 104]),
        ("ru", "many", [0, 5, 10, 11, 12, 13, 14, 20, 111, 112, 1000]),
        ("id", "other", [0, 1, 2, 11, 21, 100]),
    ],
)
def test_plural_forms(lang: str, form: str, numbers: list[int]) -> None:
    """The cardinal rules of CLDR for whole numbers."""
    assert {plural(lang, number) for number in numbers} == {form}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_is_listed(lang: str) -> None:
    """So that a catalogue can be checked against the list."""
    assert {plural(lang, number) for number in range(200)} == set(PLURALS[lang])
