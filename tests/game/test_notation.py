"""Hand files as text: TOML, and JSON Lines."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.handfile import HandFile, from_fields
from teenpatti.game.notation import MAX_BYTES, parse_json, parse_tph, to_json, to_tph, to_tphs
from teenpatti.game.rules import Rules
from tests.game.test_replay import WORKED

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
numbers = st.integers() | st.integers(-(10**40), 10**40)
zones = st.none() | st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
dates = st.dates() | st.datetimes(timezones=zones)
plain = st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | text
toml_values = st.recursive(
    plain | dates | st.times() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)
json_values = st.recursive(
    plain | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def files(draw: st.DrawFn, values: st.SearchStrategy[Any], days: st.SearchStrategy[Any]) -> HandFile:
    """Any file that can be read; its actions need not be legal."""
    players = draw(st.lists(text, min_size=2, max_size=4))
    fields: dict[str, Any] = {
        "format": "tph/1",
        "variant": "TP",
        "players": players,
        "actions": draw(st.lists(text | st.just("p1 bet 1 # \"quoted\" \\ 'x'"), max_size=3)),
    }
    many = len(players)
    optional = {
        "author": text,
        "event": text,
        "date": days,
        "rules": st.sampled_from([{"preset": "club", "boot": 3}, {"lowball": True}, {"pot_limit": 10**30}]),
        "starting_stacks": st.lists(st.integers(3, 10**40), min_size=many, max_size=many),
        "finishing_stacks": st.lists(st.integers(0, 10**40), min_size=many, max_size=many),
    }
    for name, strategy in optional.items():
        if draw(st.booleans()):
            fields[name] = draw(strategy)
    for name, value in draw(st.dictionaries(text, values, max_size=3)).items():
        fields[f"_{name}"] = value
    return from_fields(fields)


@given(files(toml_values, text | dates))
def test_toml_round_trip(file: HandFile) -> None:
    """Dates, nested user fields, odd names and texts: what is written is read back, from text and from bytes."""
    written = to_tph(file)
    assert parse_tph(written) == file
    assert parse_tph(written.encode()) == file
    assert to_tph(parse_tph(written)) == written


@given(files(json_values, text))
def test_json_round_trip(file: HandFile) -> None:
    """On one line, whatever it holds."""
    written = to_json(file)
    assert len(written.encode().split(b"\n")) == 1
    assert parse_json(written) == file
    assert parse_json(written.encode()) == file
    assert to_json(parse_json(written)) == written


@given(files(json_values.filter(lambda value: "null" not in json.dumps(value)), text))
def test_json_to_toml_and_back(file: HandFile) -> None:
    """The same fields in both, where both can hold them."""
    assert parse_json(to_json(parse_tph(to_tph(file)))) == file


def test_the_worked_example_in_both_forms() -> None:
    """Byte for byte what people would write, the lines of the deal under each other."""
    file = parse_tph(WORKED)
    assert to_tph(file).splitlines()[:7] == [
        'format = "tph/1"',
        'variant = "TP"',
        'players = ["A", "B", "C", "D"]',
        "starting_stacks = [100, 100, 100, 100]",
        "actions = [",
        '  "d dh p1 AdQh9s",',
        '  "d dh p2 9c5d2s",',
    ]
    assert to_json(file).startswith('{"format": "tph/1", "variant": "TP", "players": ["A", "B", "C", "D"], ')
    assert to_tphs([file, file]) == 2 * (to_json(file) + "\n")
    assert to_tphs([]) == ""


def test_comments_and_marks_of_toml() -> None:
    """People write files by hand; Windows begins them with a byte order mark."""
    assert parse_tph("# a deal\n" + WORKED) == parse_tph(b"\xef\xbb\xbf" + WORKED.encode())
    assert parse_json(b"\xef\xbb\xbf" + to_json(parse_tph(WORKED)).encode()) == parse_tph(WORKED)


def test_dates_of_toml_are_text_in_json() -> None:
    """In nested fields too."""
    extra = {"date": date(2024, 11, 1), "_when": [datetime.fromisoformat("2024-11-01T20:30"), {"at": time(20, 30)}]}
    said = json.loads(to_json(HandFile(("A", "B"), (), extra=extra)))
    assert said["date"] == "2024-11-01"
    assert said["_when"] == ["2024-11-01T20:30:00", {"at": "20:30:00"}]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_only_toml_has(value: float) -> None:
    """JSON refuses them."""
    file = HandFile(("A", "B"), (), extra={"_x": value})
    assert repr(parse_tph(to_tph(file)).extra["_x"]) == repr(value)
    with pytest.raises(InvalidHistory, match="A user field holds what JSON cannot") as caught:
        to_json(file)
    assert caught.value.code is Code.BAD_FIELD


def test_null_that_only_json_has() -> None:
    """TOML refuses it."""
    file = parse_json('{"format": "tph/1", "variant": "TP", "players": ["A", "B"], "actions": [], "_x": [null]}')
    with pytest.raises(InvalidHistory, match="A user field holds None, which TOML cannot") as caught:
        to_tph(file)
    assert caught.value.code is Code.BAD_FIELD


@pytest.mark.parametrize("write", [to_json, to_tph])
def test_what_neither_can_write(write: Any) -> None:
    """A number of thousands of digits, and nesting beyond all reason."""
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    for value in (10**5000, deep):
        with pytest.raises(InvalidHistory) as caught:
            write(HandFile(("A", "B"), (), extra={"_x": value}))
        assert caught.value.code is Code.BAD_FIELD


def test_options_are_written_as_they_were() -> None:
    """With bools and texts."""
    file = parse_tph(WORKED + 'rules = { preset = "club", side_show = false }\n')
    assert file.rules == Rules.preset("club", side_show=False)
    assert 'rules = { preset = "club", side_show = false }' in to_tph(file)


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b"\xff", Code.NOT_TEXT, "no UTF-8 text: byte 1 cannot be read"),
        (b'{"a": "\xc3"}', Code.NOT_TEXT, "byte 8"),
        (b"", Code.BAD_SYNTAX, "no JSON"),
        (b"{", Code.BAD_SYNTAX, "no JSON"),
        (b'{"format": "tph/1", "var', Code.BAD_SYNTAX, "no JSON"),
        (b"[]", Code.BAD_SYNTAX, "is no hand file"),
        (b"null", Code.BAD_SYNTAX, "None is no hand file"),
        (b'{"a": NaN}', Code.BAD_SYNTAX, "NaN is no number of JSON"),
        (b'{"a": -Infinity}', Code.BAD_SYNTAX, "-Infinity is no number of JSON"),
        (b'{"format": 1, "format": 2}', Code.BAD_SYNTAX, "the field 'format' stands twice"),
        (b'{"_x": {"a": 1, "b": 2, "b": 3}}', Code.BAD_SYNTAX, "the field 'b' stands twice"),
        (b'{"a": ' + b"9" * 5000 + b"}", Code.BAD_SYNTAX, "no JSON"),
        (b'{"_x": "\\ud800"}', Code.NOT_TEXT, "half of a surrogate pair"),
        (b"[" * 100_000, Code.BAD_SYNTAX, "nested too deeply"),
        (b" " * (MAX_BYTES + 1), Code.TOO_LONG, "Longer than 8,000,000 bytes"),
    ],
)
def test_what_is_no_json(data: bytes, code: Code, message: str) -> None:
    """Each with its code and a sentence."""
    with pytest.raises(InvalidHistory, match=message) as caught:
        parse_json(data)
    assert caught.value.code is code
    assert caught.value.place is None


def test_escaped_characters_of_json() -> None:
    """A whole surrogate pair is a character."""
    line = '{"format": "tph/1", "variant": "TP", "players": ["\\ud83c\\udca1", "\\u0905"], "actions": []}'
    assert parse_json(line).players == ("🂡", "अ")


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b"\xff\xfe", Code.NOT_TEXT, "byte 1"),
        (b"format", Code.BAD_SYNTAX, "no TOML"),
        (b"a = 1\na = 2", Code.BAD_SYNTAX, "no TOML"),
        (b"a = [", Code.BAD_SYNTAX, "no TOML"),
        (b"_a = " + b"9" * 5000, Code.BAD_SYNTAX, "no TOML"),
        (b"_a = 2024-13-01", Code.BAD_SYNTAX, "no TOML"),
        (b'_a = "\\ud800"', Code.BAD_SYNTAX, "no TOML"),
        (b"_a = " + b"[" * 100_000, Code.BAD_SYNTAX, "nested too deeply"),
        (b"", Code.MISSING_FIELD, "The field format is missing"),
        (b"#" * (MAX_BYTES + 1), Code.TOO_LONG, "Longer than"),
        (
            b"players = [0x" + b"f" * 5000 + b"]\n" + WORKED.replace("players", "_p").encode(),
            Code.BAD_FIELD,
            "players is something of type list",
        ),
    ],
)
def test_what_is_no_toml(data: bytes, code: Code, message: str) -> None:
    """Each with its code and a sentence."""
    with pytest.raises(InvalidHistory, match=message) as caught:
        parse_tph(data)
    assert caught.value.code is code
    assert caught.value.place is None
