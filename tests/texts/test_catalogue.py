"""The catalogues are complete, agree with the engine and with one another, and are written for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from teenpatti.game.errors import Code
from teenpatti.game.ranking import HandClass
from teenpatti.game.rules import OPTIONS, PRESETS, Option, format_value
from teenpatti.texts.catalogue import LANGUAGES, Message, error_text, messages, text
from teenpatti.texts.numerals import PLURALS
from teenpatti.texts.options import preset_summary, preset_title


def forms(message: Message) -> list[str]:
    """A text, or all its plural forms."""
    return list(message.values()) if isinstance(message, dict) else [message]


def placeholders(written: str) -> frozenset[str]:
    """The names in braces."""
    return frozenset(name for _, name, _, _ in Formatter().parse(written) if name is not None)


def option_keys(option: Option) -> Iterator[str]:
    """The keys that one option needs: its names, its values in a word or two, its values as sentences."""
    yield from (f"options.{option.name}.{key}" for key in ("label", "help"))
    if option.choices is None:
        yield f"options.{option.name}.values.number"
        if option.zero:
            yield from (f"options.{option.name}.{key}.zero" for key in ("choices", "values"))
        return
    for choice in map(format_value, option.choices):
        yield f"options.{option.name}.values.{choice}"
        if choice not in ("true", "false"):
            yield f"options.{option.name}.choices.{choice}"


def keys_under(lang: str, part: str) -> set[str]:
    """The keys of one part of a catalogue."""
    return {key for key in messages(lang) if key.startswith(part + ".")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_are_those_of_the_rules(lang: str) -> None:
    """Every option with every value, and none that the rules do not take."""
    assert keys_under(lang, "options") == {key for option in OPTIONS.values() for key in option_keys(option)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_presets_are_those_of_the_rules(lang: str) -> None:
    """A title and a summary each."""
    assert keys_under(lang, "presets") == {f"presets.{name}.{key}" for name in PRESETS for key in ("title", "summary")}


def test_preset_titles() -> None:
    """The names that people see."""
    assert [preset_title("en", name) for name in ("classic", "club")] == ["Traditional", "Like the phone games"]
    assert preset_summary("de", "muflis").endswith("Die niedrigste Hand gewinnt.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_errors_are_those_of_the_engine(lang: str) -> None:
    """A sentence for every code; no two codes share one, and each says what was wrong and what to do."""
    assert keys_under(lang, "errors") == {f"errors.{code}" for code in Code}
    sentences = [error_text(lang, code) for code in Code]
    assert len(set(sentences)) == len(sentences)
    assert [sentence for sentence in sentences if len(re.findall(r"[.।;](?: |$)", sentence)) < 2] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hand_classes_are_those_of_the_engine(lang: str) -> None:
    """A name and a meaning each."""
    assert keys_under(lang, "classes") == {f"classes.{name}.{key}" for name in HandClass for key in ("name", "meaning")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_agree(lang: str) -> None:
    """The same keys in the same order, and the same placeholders in every text and plural form."""
    english = messages("en")
    found = messages(lang)
    assert list(found) == list(english)
    for key, message in found.items():
        assert {placeholders(form) for form in forms(message)} == {
            placeholders(form) for form in forms(english[key])
        }, key
        assert isinstance(message, dict) == isinstance(english[key], dict), key
        if isinstance(message, dict):
            assert tuple(message) == PLURALS[lang], key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_clean(lang: str) -> None:
    """No empty text, no blank at an end or twice, no straight apostrophe left from a code."""
    for key, message in messages(lang).items():
        for form in forms(message):
            assert form, key
            assert form == " ".join(form.split(" ")), key
            assert form.strip() == form, key
            assert "  " not in form, key


@pytest.mark.parametrize(("lang", "script"), [("hi", "[\u0900-\u097f]"), ("ru", "[\u0400-\u04ff]")])
def test_texts_are_in_their_own_script(lang: str, script: str) -> None:
    """Hindi in Devanagari, Russian in Cyrillic; only cards, numbers and bare placeholders need no letters."""
    bare = re.compile(r"(?:\{\w+\}|[-–:3A ])+")
    foreign = [
        key
        for key, message in messages(lang).items()
        for form in forms(message)
        if not re.search(script, form) and not bare.fullmatch(form)
    ]
    assert foreign == []


MONEY = re.compile(
    r"[$€£¥₹₽]|\b(?:money|cash|rupees?|dollars?|buy|purchase|rake|Geld\w*|Euro|деньг\w*|денеж\w*|рубл\w*|uang|tunai|rupiah)\b"
    r"|पैस|रुपय|नक़द",
    re.IGNORECASE,
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_play_chips_only(lang: str) -> None:
    """One line says that chips have no cash value; nothing else speaks of money."""
    found = [key for key, message in messages(lang).items() if any(MONEY.search(form) for form in forms(message))]
    assert found == ["sheet.footer"]


def test_the_word_round_is_not_used() -> None:
    """It means both a deal and a lap of betting."""
    assert [
        key for key, message in messages("en").items() if any(re.search(r"\bround\b", f) for f in forms(message))
    ] == []


def test_languages_by_their_own_names() -> None:
    """As a list of languages shows them."""
    assert LANGUAGES == {
        "en": "English",
        "hi": "हिन्दी",
        "de": "Deutsch",
        "ru": "Русский",
        "id": "Bahasa Indonesia",
    }


def test_unknown_language() -> None:
    """A sentence with what was expected, and never a file name made from input."""
    with pytest.raises(ValueError, match=r"no texts in '\.\./en': expected one of en, hi, de, ru, id"):
        text("../en", "words.boot")


def test_plural_forms_are_chosen() -> None:
    """By the placeholder n, written as the language writes numbers."""
    subtitles = [text("ru", "sheet.subtitle", title="T", n=n) for n in (1, 3, 1000)]
    assert subtitles == ["T · анте 1 фишка", "T · анте 3 фишки", "T · анте 1\u00a0000 фишек"]
    assert text("hi", "sheet.subtitle", title="T", n=1) == "T · बूट 1 चिप"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("hi", "बूट ब्लाइंड सीन चाल पैक शो कवर"),
        ("de", "Mindesteinsatz blind setzen aufgeben Vorzeigen Kompromiss decken"),
        ("ru", "анте втёмную поставить пас вскрытие посмотреться олл-ин"),
        ("id", "boot blind seen bertaruh fold show all-in"),
    ],
)
def test_words_that_players_say(lang: str, words: str) -> None:
    """The terms of each language, once and for all."""
    said = {text(lang, key) for key in keys_under(lang, "words")}
    assert set(words.split()) <= said
