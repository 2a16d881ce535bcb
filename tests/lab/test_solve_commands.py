"""The commands solve, strategy and advise, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from teenpatti.cli.app import app
from teenpatti.lab.check import check
from teenpatti.lab.shelf import FOLDER
from teenpatti.lab.solution import load

pytestmark = pytest.mark.usefixtures("compiled_solver")

TURN = """format = "tph/1"
variant = "TP"
rules = { short_stack = "cover" }
players = ["A", "B"]
starting_stacks = [10, 10]
actions = ["d dh p2 AsAhAd", "p1 bet 1", "p2 see"]
"""


def say(*words: str | Path, status: int = 0) -> str:
    """What the command prints, output and errors, once it left with this status."""
    found = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})
    assert found.exit_code == status, found.output
    return found.output


def test_solving_and_going_on(tmp_path: Path) -> None:
    """Memory first, then the figures; --resume goes on with the same file to a finer target."""
    path = tmp_path / "small.npz"
    said = say("solve", "--stack", "4", "--target", "0.05", "-o", path)
    assert "decisions in" in said
    assert "at most" in said
    assert "exploitability" in said
    rough = load(path).exploitability
    assert "is there already" in say("solve", "--stack", "4", "-o", path, status=2)
    assert "another game" in say("solve", "--stack", "5", "-o", path, "--resume", status=2)
    said = say("solve", "-o", path, "--resume", "--target", "0.0009")
    assert "solved" in said
    assert load(path).exploitability <= 0.0009 < rough
    assert check(str(path)).exploitability == pytest.approx(load(path).exploitability, abs=1e-6)


def test_rules_and_sizes_are_in_the_file(tmp_path: Path) -> None:
    """Of a preset too, looking on the own turn."""
    path = tmp_path / "club.npz"
    say("solve", "--stack", "3", "--preset", "club", "--sizes", "lowest", "--target", "0.1", "-o", path)
    game = load(path).game
    assert game.sizes == ("lowest",)
    assert (game.rules.blind_limit, game.rules.look) == (4, "own_turn")
    assert "blind_limit 4" in say("strategy", path)


def test_what_cannot_be_solved(tmp_path: Path) -> None:
    """A sentence each, and nothing written."""
    path = tmp_path / "no.npz"
    assert "how many boots" in say("solve", "-o", path, status=2)
    assert "no bet size" in say("solve", "--stack", "4", "--sizes", "lowest,huge", "-o", path, status=1)
    assert "no rule" in say("solve", "--stack", "4", "--rule", "boot", "-o", path, status=2)
    assert "above 0" in say("solve", "--stack", "4", "--target", "-1", "-o", path, status=1)
    assert "GB are there" in say("solve", "--stack", "10", "--memory", "0.01", "-o", path, status=1)
    assert "there is no folder" in say("solve", "--stack", "4", "-o", tmp_path / "x" / "no.npz", status=2)
    path.write_bytes(b"junk")
    assert "no solution" in say("solve", "-o", path, "--resume", status=1)
    assert path.read_bytes() == b"junk"


def test_reading(tmp_path: Path) -> None:
    """In words, as a page, a table and pictures."""
    small = tmp_path / "small.npz"
    say("solve", "--stack", "3", "--target", "0.1", "-o", small)
    assert "Value: p1" in say("strategy")
    assert "after p1 bet 1" in say("strategy", "--all", small)
    say("strategy", small, "--html", tmp_path / "a.html", "--compare", FOLDER / "club-10.npz")
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    say(
        "strategy",
        small,
        "--csv",
        tmp_path / "a.csv",
        "--chart",
        tmp_path / "a.svg",
        "--look-chart",
        tmp_path / "b.png",
    )
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").startswith("line,player,looked")
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert say("strategy", small, "--csv", "-").startswith("line,player,looked")
    assert "cannot be read" in say("strategy", tmp_path / "absent.npz", status=1)
    assert "on a page" in say("strategy", small, "--compare", small, status=2)
    assert "no name of a picture" in say("strategy", small, "--chart", "a.txt", status=2)


def test_advice(tmp_path: Path) -> None:
    """From a hand file or from flags; cards that cannot be are refused."""
    file = tmp_path / "deal.tph"
    file.write_text(TURN, encoding="utf-8")
    told = json.loads(say("advise", file, "--json"))
    assert (told["player"], told["looked"], told["exact"]) == (2, True, True)
    assert told["actions"][0]["action"] == "p2 bet 2"
    flags = ("--did", "p1 bet 1, p2 see", "--cards", "AsAhAd", "--rule", "short_stack=cover", "--json")
    assert json.loads(say("advise", *flags)) == told
    assert "p1 bet 1" in say("advise")
    assert "differ from the solution's" in say("advise", "--stack", "12", "--solution", FOLDER / "classic-10.npz")
    assert "comes twice" in say("advise", "--cards", "AsAsAd", status=2)
    assert "cards are needed" in say("advise", "--did", "p1 see", status=1)
    assert "is over" in say("advise", "--did", "p1 pack", status=1)
    assert "p1" in say("advise", "--did", "p2 pack", status=2)
    assert "differ from the cards" in say("advise", file, "--cards", "KsKhKd", status=2)
