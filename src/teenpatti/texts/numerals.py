"""Whole numbers as each language writes them, and the plural form each number takes."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Plural: TypeAlias = Literal["one", "few", "many", "other"]

_SEPARATORS: Final = {"en": ",", "hi": ",", "de": ".", "ru": "\u00a0", "id": "."}

PLURALS: Final[dict[str, tuple[Plural, ...]]] = {
    "en": ("one", "other"),
    "hi": ("one", "other"),
    "de": ("one", "other"),
    "ru": ("one", "few", "many"),
    "id": ("other",),
}
"""The plural forms that whole numbers take in each language (CLDR)."""


def format_number(lang: str, number: int) -> str:
    """``number`` with the digit groups of the language; Hindi groups by thousand, lakh and crore.

    >>> format_number("hi", 12345678), format_number("de", 12345678)
    ('1,23,45,678', '12.345.678')
    """
    separator = _SEPARATORS[lang]
    sign, digits = ("-", str(-number)) if number < 0 else ("", str(number))
    head, tail = digits[:-3], digits[-3:]
    size = 2 if lang == "hi" else 3
    groups = [tail]
    while head:
        head, group = head[:-size], head[-size:]
        groups.insert(0, group)
    return sign + separator.join(groups)


def plural(lang: str, number: int) -> Plural:
    """The plural form that ``number`` takes (CLDR cardinal rules for whole numbers).

    >>> [plural("ru", number) for number in (1, 2, 5, 11, 21)]
    ['one', 'few', 'many', 'many', 'one']
    """
    size = abs(number)
    if lang == "ru":
        last, last_two = size % 10, size % 100
        if last == 1 and last_two != 11:
            return "one"
        return "few" if 2 <= last <= 4 and not 12 <= last_two <= 14 else "many"
    if lang == "id":
        return "other"
    return "one" if size == 1 or (size == 0 and lang == "hi") else "other"
