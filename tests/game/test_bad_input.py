"""Whatever is given to cards, files, rules or actions: only the documented errors come, and nothing is half done."""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from teenpatti.cli.files import bounded_lines
from teenpatti.game.actions import Accept, Best, Bet, Cover, Leave, Pack, Refuse, See, Show, ShowHand, Side
from teenpatti.game.cards import Card, parse_hand
from teenpatti.game.commands import Act, ChangePlaces, Depart, GiveChips, Join, SetRules, SitIn, SitOut, StartDeal
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, IllegalAction, InvalidCard, InvalidHistory, InvalidRules, TeenPattiError
from teenpatti.game.handfile import HandFile, from_fields
from teenpatti.game.notation import MAX_BYTES, parse_json, parse_tph, to_json, to_tph
from teenpatti.game.ranking import classify, strength
from teenpatti.game.replay import replay_json
from teenpatti.game.rules import OPTIONS, Rules
from teenpatti.game.table import Table
from teenpatti.game.words import is_dealing, read_action, read_dealing, split
from tests.game.dealing import play, start
from tests.game.test_r13_side_show import all_seen
from tests.game.test_replay import WORKED
from tests.game.test_table import deal as dealt
from tests.game.test_table import sit

# Made as they are drawn, since Hypothesis prints what it chooses from.
huge = st.tuples(st.sampled_from([1, -1]), st.sampled_from([30, 5000])).map(lambda number: number[0] * 10 ** number[1])
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | huge
    | st.floats()
    | st.text(max_size=4)
    | st.binary(max_size=4)
    | st.sampled_from([Card(5), object, (), Rules, ...]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=5,
)
WORDS = [
    *("p1", "p2", "p3", "p0", "d", "dh", "tj", "kh", "sm", "bet", "see", "pack", "show", "side", "accept", "refuse"),
    *(
        "cover",
        "leave",
        "best",
        "AsKsQs",
        "??????",
        "AhKhQh",
        "1",
        "2",
        "1.5",
        "-1",
        "1" * 30,
        "9" * 1500,
        "#",
        "x",
        "",
    ),
]
lines = st.text(max_size=12) | st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)


def outcome(allowed: type[TeenPattiError], call: Callable[..., object], *given: object) -> TeenPattiError | None:
    """The error that a call ends with, None if with none. Any other error fails the test."""
    try:
        call(*given)
    except allowed as error:
        return error
    return None


@given(anything)
def test_cards(value: Any) -> None:
    """A card, a hand, a strength, or InvalidCard."""
    for make in (Card, Card.parse, parse_hand, partial(parse_hand, size=3), strength, classify):
        error = outcome(InvalidCard, make, value)
        assert error is None or "expected " in str(error) or error.code is Code.DUPLICATE_CARD
        assert len(str(error)) < 300


@given(st.text(max_size=12) | st.text("23456789TJQKAcdhs?", max_size=8))
def test_texts_of_hands(text: str) -> None:
    """What is read is written back the same."""
    if outcome(InvalidCard, parse_hand, text) is None:
        assert "".join(map(str, parse_hand(text))) == text


@given(st.dictionaries(st.sampled_from([*OPTIONS, "preset", "nonsense"]) | st.text(max_size=5), anything, max_size=4))
def test_rules(options: dict[str, Any]) -> None:
    """Rules, or InvalidRules."""
    error = outcome(InvalidRules, Rules.from_options, options)
    if error is None:
        rules = Rules.from_options(options)
        assert Rules.from_options(rules.to_options()) == rules
    else:
        assert "expected " in str(error)
        assert len(str(error)) < 700


@given(st.sampled_from(sorted(OPTIONS)), st.text(max_size=8) | st.sampled_from(["true", "0", "007", "1e9", "9" * 5000]))
def test_texts_of_options(name: str, text: str) -> None:
    """As a flag gives them."""
    error = outcome(InvalidRules, OPTIONS[name].parse, text)
    if error is None:
        assert OPTIONS[name].accepts(OPTIONS[name].parse(text))
    else:
        assert error.code is Code.BAD_OPTION_VALUE


@given(st.lists(anything | st.just(5), max_size=19), st.lists(anything, max_size=4) | st.none())
def test_starts_of_deals(stacks: list[Any], hands: list[Any] | None) -> None:
    """A deal, InvalidRules or InvalidCard."""
    error = outcome(TeenPattiError, Deal.start, Rules(), stacks, hands)
    assert error is None or isinstance(error, (InvalidRules, InvalidCard))
    assert len(str(error)) < 300


DEALS = (
    *(start(3), all_seen(3), play(all_seen(3), "p1 side p3")),
    *(play(start("??"), "p1 show"), play(start(2), "p1 pack")),
)
KINDS = (See, Pack, Leave, Show, Accept, Refuse, Cover, Best, ShowHand)


@given(st.sampled_from(DEALS), st.sampled_from(KINDS), anything, anything)
def test_actions(deal: Deal, kind: Any, first: Any, second: Any) -> None:
    """Another state, or IllegalAction with the state unchanged; and what is no action at all."""
    before = deal[:]
    for wish in (kind(first), Bet(first, second), Side(first, second), ShowHand(first, second), Bet(0, first), first):
        error = outcome(IllegalAction, deal.play, wish)
        assert deal[:] == before
        assert len(str(error)) < 600
        if isinstance(error, IllegalAction):
            assert error.action is wish
            assert type(pickle.loads(pickle.dumps(error))) is IllegalAction


TABLES = (sit({0: 50, 1: 50}), dealt(sit({0: 50, 1: 50}), 0))


@given(st.sampled_from(TABLES), anything, anything)
def test_commands(table: Table, first: Any, second: Any) -> None:
    """Another table, or IllegalAction."""
    commands: list[Any] = [
        *(Join(first, second, first), Depart(first), SitOut(first), SitIn(first), ChangePlaces(first, second)),
        *(GiveChips(first, second), GiveChips(0, first), SetRules(first), StartDeal(first, second), Act(first), first),
    ]
    before = table[:]
    for command in commands:
        error = outcome(IllegalAction, table.play, command)
        assert table[:] == before
        assert len(str(error)) < 600


@given(lines)
@example("d dh p1")
@example("d")
def test_words(line: str) -> None:
    """An action or a dealing line, or its error."""
    words = split(line)
    if is_dealing(words):
        error = outcome(InvalidHistory, read_dealing, words, 3)
        assert error is None or error.code is Code.BAD_DEALING
    else:
        error = outcome(IllegalAction, read_action, words)
        assert error is None or error.code is Code.UNREADABLE


@given(st.lists(lines, max_size=6), st.integers(2, 3))
def test_actions_of_files(actions: list[str], players: int) -> None:
    """Steps and at most one error, with its place."""
    file = from_fields({"format": "tph/1", "variant": "TP", "players": ["x"] * players, "actions": actions})
    said = replay_json(file)
    json.dumps(said)
    error = said["error"]
    if error is not None:
        assert 0 <= error["action"] < len(actions)
        assert error["code"] in set(Code)
        assert error["message"]


@given(anything)
def test_fields(value: Any) -> None:
    """A file that can be written, or InvalidHistory."""
    good = {"format": "tph/1", "variant": "TP", "players": ["A", "B"], "actions": []}
    names = (*good, "rules", "starting_stacks", "finishing_stacks", "author", "date", "carried", "_x")
    for data in (value, *({**good, name: value} for name in names)):
        error = outcome(InvalidHistory, from_fields, data)
        if error is None:
            check_writing(from_fields(data))
        else:
            assert "expected" in str(error)
            assert len(str(error)) < 700


def check_writing(file: HandFile) -> None:
    """Both forms can be written, or a field is at fault."""
    for write in (to_json, to_tph):
        error = outcome(InvalidHistory, write, file)
        assert error is None or error.code is Code.BAD_FIELD


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_bytes_as_a_file(data: bytes | str) -> None:
    """Never anything but InvalidHistory."""
    for parse in (parse_json, parse_tph):
        with pytest.raises(InvalidHistory):
            parse(data)


GOOD_TPH = WORKED.encode()
GOOD_JSON = to_json(parse_tph(WORKED)).encode()


@given(
    st.sampled_from([GOOD_TPH, GOOD_JSON]),
    st.integers(0, len(GOOD_JSON)),
    st.integers(0, 6),
    st.binary(max_size=3) | st.sampled_from([b'"', b"\\", b"[", b"9" * 40, b"null", b"nan", b"\n", b"p1 ", b"#"]),
)
def test_damaged_files(good: bytes, at: int, cut: int, put: bytes) -> None:
    """A good file with some bytes cut out and others put in."""
    data = good[:at] + put + good[at + cut :]
    for parse in (parse_json, parse_tph):
        if outcome(InvalidHistory, parse, data) is None:
            said = replay_json(parse(data))
            assert said["steps"] or said["error"] is not None


@given(st.integers(0, len(GOOD_JSON) - 1))
def test_truncated_lines(length: int) -> None:
    """As a broken pipe leaves them."""
    with pytest.raises(InvalidHistory) as caught:
        parse_json(GOOD_JSON[:length])
    assert caught.value.code is Code.BAD_SYNTAX


@pytest.mark.parametrize("depth", [10, 200, 400, 600, 800, 1_000, 5_000])
def test_nesting_of_any_depth(depth: int) -> None:
    """There is no depth at which something else fails."""
    nested = "[" * depth + "]" * depth
    for name in ("_x", "date", "rules", "players"):
        for parse, text in (
            (parse_json, GOOD_JSON.decode().replace('"players"', '"_p"')[:-1] + f', "{name}": {nested}}}'),
            (parse_tph, f"{WORKED}{name} = {nested}\n".replace("players = [", "_p = [", 1)),
        ):
            if outcome(InvalidHistory, parse, text) is None:
                check_writing(parse(text))


class Endless(io.RawIOBase):
    """A stream whose first line is longer than any memory should hold; it makes its bytes as they are read."""

    def __init__(self, length: int, rest: bytes) -> None:
        super().__init__()
        self.left = length
        self.rest = io.BytesIO(rest)
        self.most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        """At most ``size`` bytes, and never all of it."""
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        if not self.left:
            return self.rest.readline(size)
        count = min(size, self.left)
        self.left -= count
        return b"x" * count if self.left else b"x" * (count - 1) + b"\n"


def test_a_line_of_100_megabytes() -> None:
    """Passed over in parts of the bound, and the next line is read."""
    stream = Endless(100_000_000, b"{}\n")
    assert list(bounded_lines(cast("BinaryIO", stream))) == [None, b"{}\n"]
    assert stream.most <= MAX_BYTES + 1


@pytest.mark.parametrize("over", [-1, 0, 1])
def test_lines_about_the_bound(over: int) -> None:
    """A line of just the bound is one; a longer one is none, even at the end without a newline."""
    line = b"x" * (MAX_BYTES + over)
    first, *rest = bounded_lines(io.BytesIO(line + b"\nb"))
    assert (first == line + b"\n", first is None) == (over <= 0, over > 0)
    assert rest == [b"b"]
    (only,) = bounded_lines(io.BytesIO(line))
    assert (only == line, only is None) == (over <= 0, over > 0)


@pytest.mark.parametrize(
    "error",
    [
        InvalidCard(Code.BAD_CARD, "x"),
        InvalidHistory(Code.BAD_DEALING, "x", place=3),
        IllegalAction(Code.BET_TOO_LOW, "x", player=1, action=Bet(1, 1), legal="pack"),
    ],
)
def test_errors_are_value_errors_that_can_be_saved(error: TeenPattiError) -> None:
    """With all they carry: so they pass from one process to another."""
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.__dict__ == error.__dict__
    assert str(again) == str(error)


def test_codes_are_words() -> None:
    """In the form that JSON and translations use."""
    assert all(code.value == code.name.lower() for code in Code)
