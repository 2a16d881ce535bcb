"""``teenpatti odds``, ``simulate`` and ``arena``: what they print, and what they say of bad input."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from teenpatti.cli.app import app
from teenpatti.cli.lab import PACKAGES

pytestmark = pytest.mark.usefixtures("wide", "compiled_odds")


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences in one line each."""
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("TERMINAL_WIDTH", "300")


def run(*args: str) -> Result:
    """The command line in this process."""
    return CliRunner().invoke(app, list(args))


def test_odds_of_a_hand() -> None:
    """Exact, in sentences and JSON, with dead cards and other rules."""
    said = run("odds", "8s8h2d")
    assert said.exit_code == 0
    assert "82.3165 %" in said.output
    assert "random hand" in said.output
    data = json.loads(run("odds", "8s8h2d", "--opponents", "2", "--dead", "Ks,Kd", "--json").stdout)
    assert data["exact"] is True
    assert data["dead"] == "KsKd"
    assert data["win"] + data["tie"] + data["loss"] == pytest.approx(1)
    low = json.loads(run("odds", "5s3d2c", "--rule", "lowball=true", "--json").stdout)
    assert low["loss"] == 0


def test_odds_by_sampling_say_their_error() -> None:
    """Against many opponents."""
    data = json.loads(run("odds", "8s8h2d", "-n", "6", "--samples", "5000", "--seed", "3", "--json").stdout)
    assert data["exact"] is False
    assert data["win_error"] > 0
    assert data["deals"] == 5_000
    assert "±" in run("odds", "8s8h2d", "-n", "6", "--samples", "5000").output


def test_counting_many_states_its_time() -> None:
    """Before it starts."""
    dead = "".join(rank + suit for rank in "23456789" for suit in "cdhs")
    said = run("odds", "AsKsQs", "-n", "3", "--exact", "--dead", dead)
    assert said.exit_code == 0
    assert "seconds" in said.stderr


def test_the_table(tmp_path: Path) -> None:
    """In a format that programs read, and as a picture."""
    chart = tmp_path / "odds.png"
    rows = list(csv.DictReader(io.StringIO(run("odds", "--table", "--chart", str(chart)).stdout)))
    assert len(rows) == 741
    assert chart.exists()
    assert run("odds", "--chart", str(tmp_path / "no" / "odds.png")).exit_code == 2


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        (["odds"], 2, "hand"),
        (["odds", "AsAs2d"], 1, "twice"),
        (["odds", "AsKs"], 1, "expected 3"),
        (["odds", "AsKsXx"], 1, "Xx"),
        (["odds", "AsKsQs", "--dead", "As"], 1, "twice"),
        (["odds", "AsKsQs", "-n", "17"], 2, "1 to 16"),
        (["odds", "AsKsQs", "-n", "5", "--exact"], 2, "count"),
        (["odds", "AsKsQs", "--samples", "0"], 2, "samples"),
        (["odds", "AsKsQs", "--table"], 2, "table"),
        (["odds", "--table", "--format", "pdf"], 2, "csv"),
        (["odds", "--chart", "odds.txt"], 2, "picture"),
        (["odds", "AsKsQs", "--rule", "ace_run=up"], 2, "ace_run"),
        (["simulate", "--players", "18"], 2, "17"),
        (["simulate", "--players", "3", "--policy", "blind", "--policy", "tight"], 2, "3 players"),
        (["simulate", "--policy", "wild"], 2, "wild"),
        (["simulate", "--rule", "raise_factor=5000"], 2, "raise_factor"),
        (["simulate", "--save", "hands.txt"], 2, ".tphs"),
        (["simulate", "--picture", "x.bmp"], 2, "picture"),
        (["arena", "tight"], 1, "two bots"),
        (["arena", "tight", "tight"], 1, "twice"),
        (["arena", "tight", "nobody"], 2, "nobody"),
    ],
)
def test_bad_input(args: list[str], status: int, words: str) -> None:
    """A sentence, and status 2 for wrong usage or 1 for what cannot be."""
    said = run(*args)
    assert said.exit_code == status
    assert words in said.output
    assert "Traceback" not in said.output


@pytest.mark.usefixtures("compiled_kernel")
def test_simulate(tmp_path: Path) -> None:
    """Figures, a picture and hand files."""
    picture, hands = tmp_path / "sim.png", tmp_path / "hands.tphs"
    said = run(
        *("simulate", "--policy", "tight", "--policy", "blind", "--deals", "3000", "--preset", "club"),
        *("--picture", str(picture), "--save", str(hands), "--save-deals", "20"),
    )
    assert said.exit_code == 0, said.output
    assert "p2 blind" in said.output
    assert picture.exists()
    assert len(hands.read_text().splitlines()) == 20
    assert run("replay", str(hands)).exit_code == 0
    data = json.loads(run("simulate", "--deals", "1000", "-n", "3", "--json").stdout)
    assert data["players"] == 3


def test_arena(tmp_path: Path) -> None:
    """A cross table, a picture, JSON."""
    picture = tmp_path / "arena.png"
    args = ("arena", "random", "tight", "caller", "--deals", "20", "--processes", "1")
    said = run(*args, "--picture", str(picture))
    assert said.exit_code == 0, said.output
    assert "95 %" in said.output
    assert picture.exists()
    assert len(json.loads(run(*args, "--json").stdout)["cross"]) == 6


@pytest.mark.parametrize("args", [["odds", "AsKsQs", "-n", "2"], ["simulate"], ["arena", "tight", "caller"]])
def test_without_its_packages_a_command_says_what_to_type(args: list[str]) -> None:
    """And nothing else needs them: the odds against one opponent, and the help."""
    code = (
        f"import sys\nfor name in {sorted(PACKAGES)!r}: sys.modules[name] = None\n"
        "from teenpatti.cli.app import main\nmain()"
    )
    said = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert "pip install 'teenpatti[lab]'" in said.stderr
    assert "Traceback" not in said.stderr
    for other in (["--help"], ["odds", "AsKsQs"]):
        assert subprocess.run([sys.executable, "-c", code, *other], capture_output=True, check=False).returncode == 0


def test_the_help_is_quick() -> None:
    """No package of the lab is loaded for it."""
    code = f"import sys, teenpatti.cli.app; assert not {set(PACKAGES)!r} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
