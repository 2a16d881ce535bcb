"""``teenpatti verify`` as a player meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from teenpatti.cli.app import app
from teenpatti.cli.verify import CHECKED, UNCHECKED
from tests.fair.tables import FairTable, evening


def run(*words: str, given: str | bytes = "") -> Result:
    """The answer of the tool."""
    return CliRunner().invoke(app, ["verify", *words], input=given)


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three deals of a table."""
    paths = []
    for number, line in enumerate(evening(3), 1):
        path = tmp_path / f"deal-{number}.proof.json"
        path.write_bytes(line.encode())
        paths.append(path)
    return paths


def test_fair_deals(files: list[Path]) -> None:
    """What holds is said, with the cards, the fingerprint, and all that cannot be checked."""
    said = run(*map(str, files))
    assert said.exit_code == 0
    fingerprint = json.loads(files[1].read_bytes())["fingerprint"]
    assert f"{files[1]}: holds\n  deal 2 of table " in said.stdout
    assert f"fingerprint {fingerprint[:4]} {fingerprint[4:8]}" in said.stdout
    assert "All hold." in said.stdout
    for line in (*CHECKED, *UNCHECKED):
        assert f"- {line}" in said.stdout
    assert "It holds." in run(str(files[0])).stdout


def test_a_changed_byte(files: list[Path]) -> None:
    """The field is named, the status is 1, and the others are still checked."""
    body = files[1].read_text(encoding="ascii")
    files[1].write_text(body.replace('"version":"0.1.0"', '"version":"0.1.1"'), encoding="ascii")
    said = run(*map(str, files))
    assert said.exit_code == 1
    assert f"{files[1]}: DOES NOT HOLD\n  record.version: was changed" in said.stdout
    assert f"{files[2]}: holds" in said.stdout
    assert "1 of 3 do not hold." in said.stdout


def test_many_deals_in_one_file(tmp_path: Path) -> None:
    """A line a deal, from a file or from standard input, as JSON."""
    lines = "".join(evening(4))
    path = tmp_path / "all.proofs.jsonl"
    path.write_text(lines, encoding="ascii")
    for said in (run(str(path), "--json"), run("-", "--json", given=lines)):
        answers = [json.loads(line) for line in said.stdout.splitlines()]
        assert [answer["deal"] for answer in answers] == [1, 2, 3, 4]
        assert all(answer["holds"] for answer in answers)
        assert answers[0]["source"].endswith(":1")
    swapped = "".join(lines.splitlines(keepends=True)[i] for i in (0, 1, 3)) + "nonsense"
    said = run("-", "--json", given=swapped)
    assert said.exit_code == 1
    last = json.loads(said.stdout.splitlines()[-1])
    assert (last["holds"], last["field"]) == (False, "file")


def test_cards_of_the_seats(tmp_path: Path) -> None:
    """Whose cards were opened is told by seat, as people count them."""
    table = FairTable(3)
    table.deal([2, 5])
    path = tmp_path / "deal.json"
    path.write_text(table.proof([1]), encoding="ascii")
    cards = [str(card) for card in table.deck.cards[1:6:2]]
    assert f"  seat {table.record['players'][1]}: {' '.join(cards)}\n" in run(str(path)).stdout


def test_wrong_use(tmp_path: Path) -> None:
    """A sentence and status 2."""
    assert run(str(tmp_path / "none")).exit_code == 2
    assert run().exit_code == 2
    empty = tmp_path / "empty"
    empty.touch()
    said = run(str(empty))
    assert said.exit_code == 1
    assert "cut off" in said.stdout
