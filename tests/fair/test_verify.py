"""The checker: what is honest holds, and nothing that was changed does."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from random import Random

import pytest

from teenpatti.fair.verify import BadProof, check_files
from tests.fair.changes import changed
from tests.fair.tables import FairTable, evening, resum

VERIFY = Path(__file__).resolve().parents[2] / "src" / "teenpatti" / "fair" / "verify"


def fault(*lines: str) -> BadProof | None:
    """The first fault of some files."""
    found = check_files([(f"file {i}", line.encode()) for i, line in enumerate(lines)])
    return next((one.fault for one in found if one.fault), None)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The proofs of forty deals."""
    return evening(40)


def test_an_honest_evening_holds(lines: list[str]) -> None:
    """In one file, in many, and in any order; the cards are those of the seats that showed them."""
    assert [one.fault for one in check_files([("all.jsonl", "".join(lines).encode())])] == [None] * 40
    mixed = lines[:]
    Random(3).shuffle(mixed)
    found = check_files([(str(i), line.encode()) for i, line in enumerate(mixed)])
    assert [one.fault for one in found] == [None] * 40
    assert {one.deal for one in found} == set(range(1, 41))
    for one in found:
        assert not any("not here" in note for note in one.notes)


def test_the_cards_are_told_by_seat() -> None:
    """Whose they are follows from their places."""
    table = FairTable(5)
    table.deal([2, 3, 7])
    (one,) = check_files([("deal", table.proof([0, 2]).encode())])
    players = table.record["players"]
    cards = [str(card) for card in table.deck.cards]
    assert one.cards() == {f"seat {players[0]}": cards[0:9:3], f"seat {players[2]}": cards[2:9:3]}


def test_what_could_not_be_checked_is_said(lines: list[str]) -> None:
    """A missing file, a sleeper, a void shuffle, a table of sleepers."""
    (one,) = check_files([("x", lines[9].encode())])
    assert any("deal 9 was not checked" in note for note in one.notes)
    table = FairTable(1)
    table.deal([1, 2], asleep=[1, 2])
    (alone,) = check_files([("x", table.proof().encode())])
    assert alone.notes == ("no player took part in this shuffle: the server alone made it",)
    table.deal([1, 2, 3], asleep=[2])
    (half,) = check_files([("x", table.proof().encode())])
    assert "took no part in the shuffle: seat 2" in half.notes
    noted = [note for one in check_files([("x", "".join(lines).encode())]) for note in one.notes]
    assert any("withheld its value" in note for note in noted)
    assert any("withheld its choice" in note for note in noted)


@pytest.mark.parametrize("part", range(4))
def test_no_field_can_be_changed(part: int, long: bool) -> None:
    """10,000 changes of a single field, in four parts: each is refused, and the field is named."""
    rng = Random(part)
    lines = evening(25, part)
    wrong = []
    for _ in range(25_000 if long else 2_500):
        line, name = changed(rng.choice(lines), rng)
        found = fault(line)
        # A number that no browser can count cannot be read at all.
        named = found is not None and (found.field.startswith(name) or (found.field == "file" and str(2**60) in line))
        if not named:
            wrong.append((name, found, line))
    assert wrong == []


@pytest.mark.parametrize("part", range(2))
def test_fitting_sums_do_not_help_a_forger(part: int, long: bool) -> None:
    """The sums only name a field. Who makes them fit his change is refused by what the field must fit."""
    rng = Random(100 + part)
    lines = evening(25, part)
    for _ in range(20_000 if long else 2_000):
        line, name = changed(rng.choice(lines), rng)
        if "openings" in name and name.endswith("openings") and len(json.loads(line).get("openings", [])) < 52:
            # To show fewer cards is no forgery.
            continue
        body = json.loads(line)
        found = fault(resum(line))
        if name == "sums" or "sums" not in body:
            assert found is None
        else:
            assert found is not None, name


@pytest.mark.parametrize("at", [0, 1, 17, 500, 3_000, -2, -1])
def test_no_byte_can_be_changed(lines: list[str], at: int) -> None:
    """A blank, another sign, one more or one less."""
    body = lines[2].encode()
    place = at % len(body)
    for sign in (b" ", b"0", b"~", b"\xc3\xa4", b'"', b""):
        damaged = body[:place] + sign + body[place + 1 :]
        if damaged != body:
            found = check_files([("x", damaged)])[0].fault
            assert found is not None
            assert found.reason


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "end of the line"),
        (b"{}", "end of the line"),
        (b"{}\n", "is missing"),
        (b"[]\n", "expected an object"),
        (b"nonsense\n", "no JSON at byte 1"),
        (b'{"a":NaN}\n', "no JSON"),
        (b'{"a":1,"a":1}\n', "one way"),
        (b"[" * 100_000 + b"\n", "no JSON"),
        (b'{"a":"\xff"}\n', "byte 7"),
        (b"1" * 5_000 + b"\n", "no JSON"),
        (b"0" * (1 << 20) + b"00\n", "longer than"),
    ],
)
def test_what_is_no_proof(body: bytes, words: str) -> None:
    """Any bytes get a sentence."""
    (one,) = check_files([("x", body)])
    assert one.fault is not None
    assert words in str(one.fault)
    assert one.proof is None
    assert one.cards() == {}


def test_the_fields_of_a_damaged_file_are_named(lines: list[str]) -> None:
    """As a person meets it."""
    value = json.loads(lines[3])["record"]["shuffle"]["parts"][0]["value"]
    found = fault(lines[3].replace(value, "ab" * 32))
    assert str(found) == "record.shuffle.parts[0].value: is not what was committed to"
    found = fault(lines[3].replace('"version":"0.1.0"', '"version":"0.2.0"'))
    assert found is not None
    assert found.field == "record.version"
    assert "was changed since the file was written" in found.reason


def test_deals_are_checked_against_each_other(lines: list[str]) -> None:
    """A deal left out and closed up, a deal of another table put in, and a deal dealt twice."""
    body = json.loads(lines[4])
    table = FairTable(0)
    for _ in range(5):
        table.deal()
    other = table.proof()
    assert fault(lines[0], lines[1], lines[3]) is None
    assert body["record"]["table"] != json.loads(other)["record"]["table"] or other != lines[4]
    twice = FairTable(9)
    twice.deal()
    first = twice.proof([0])
    again = FairTable(9)
    again.random.random()
    again.table, again.secret = twice.table, twice.secret
    again.deal()
    found = fault(first, again.proof([1]))
    assert found is not None
    assert "dealt twice" in found.reason
    assert fault(first, twice.proof([1])) is None


def test_the_checker_shares_nothing() -> None:
    """It imports the standard library and itself, so that no mistake can be on both sides."""
    for path in VERIFY.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert not name.startswith("teenpatti") or name.startswith("teenpatti.fair.verify"), (path, name)
