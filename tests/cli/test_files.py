"""``teenpatti replay``, ``rank`` and ``convert`` as a user meets them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from teenpatti.cli import app as app_module
from teenpatti.cli.app import app
from teenpatti.cli.files import bounded_lines, standard_input
from teenpatti.game.notation import MAX_BYTES

WORKED = """
format = "tph/1"
variant = "TP"
players = ["A", "B", "C", "D"]
starting_stacks = [100, 100, 100, 100]
actions = [
  "d dh p1 AdQh9s", "d dh p2 9c5d2s", "d dh p3 Th8s4c", "d dh p4 KsKd7h",
  "p1 bet 1", "p2 see", "p2 pack", "p3 bet 1", "p4 see", "p4 bet 2", "p1 bet 2",
  "p3 see", "p3 pack", "p4 bet 4", "p1 see", "p1 show",
]
"""
LINE = '{"format": "tph/1", "variant": "TP", "players": ["A", "B"], "actions": ["p1 bet 1", "p2 %s"]}'


def run(*words: str, given: str | bytes = "") -> Result:
    """The answer of the tool."""
    return CliRunner().invoke(app, list(words), input=given)


@pytest.fixture
def worked(tmp_path: Path) -> Path:
    """The worked example of the sources as a file."""
    path = tmp_path / "worked.tph"
    path.write_text(WORKED, encoding="utf-8")
    return path


def test_the_worked_example(worked: Path) -> None:
    """For people it ends with the sums."""
    said = run("replay", str(worked))
    assert said.exit_code == 0
    assert said.stdout.splitlines()[-4:] == ["pot 18", "paid 8 1 2 7", "net -8 -1 -2 +11", "won by p4"]
    assert said.stdout.splitlines()[1].endswith("pot 4, P 2, p1: see, bet 1 to 2, pack")


def test_the_worked_example_as_json(worked: Path) -> None:
    """One object."""
    said = run("replay", str(worked), "--json")
    answer = json.loads(said.stdout)
    assert answer["error"] is None
    assert answer["steps"][-1]["net"] == [-8, -1, -2, 11]
    assert len(answer["steps"]) == 13


def test_one_bad_line_gets_its_answer_and_the_rest_go_on() -> None:
    """And the exit status says that one was bad."""
    said = run("replay", "-", "--json", given=f"{LINE % 'pack'}\n\nnonsense\n{LINE % 'dance'}\n{LINE % 'pack'}\n")
    answers = [json.loads(line) for line in said.stdout.splitlines()]
    assert said.exit_code == 1
    assert [answer["error"] and answer["error"]["code"] for answer in answers] == [
        None,
        "bad_syntax",
        "unreadable",
        None,
    ]
    assert [len(answer["steps"]) for answer in answers] == [3, 0, 2, 3]
    assert answers[2]["error"]["action"] == 1


def test_bad_deals_for_people(tmp_path: Path) -> None:
    """Each with its number, its place and what was wrong."""
    path = tmp_path / "deals.tphs"
    path.write_text(f"{LINE % 'dance'}\n{{}}\n", encoding="utf-8")
    said = run("replay", str(path))
    assert said.exit_code == 1
    assert "Deal 1: action 1: 'p2 dance' is no action" in said.stderr
    assert "Deal 2: The field format is missing" in said.stderr


def test_a_name_cannot_steer_the_terminal() -> None:
    """Its control characters are not printed."""
    said = run("replay", "-", given=(LINE % "pack").replace('"A"', r'"A\u001b[2J"') + "\n")
    assert "\x1b" not in said.stdout
    assert "p1 A?[2J" in said.stdout


@pytest.mark.parametrize("name", ["nothere.tph", "."])
def test_a_path_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    """Is wrong usage."""
    said = run("replay", str(tmp_path / name))
    assert said.exit_code == 2
    assert "cannot be read" in " ".join(word for word in said.stderr.split() if word != "│")


def test_a_line_beyond_all_bounds() -> None:
    """Is not held in memory, and the next one is read."""
    long = b"x" * (2 * MAX_BYTES + 5) + b"\n"
    assert list(bounded_lines(io.BytesIO(long + b"next"))) == [None, b"next"]
    said = run("replay", "-", "--json", given=long + (LINE % "pack").encode())
    assert [json.loads(line)["error"] is None for line in said.stdout.splitlines()] == [False, True]


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is wrong usage."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(typer.BadParameter, match="closed"):
        standard_input()


def test_rank_for_people() -> None:
    """Class and strength, in the order in force."""
    said = run("rank", "AsAhAd", "As Kd 2c")
    assert said.stdout.splitlines() == [
        "AsAhAd  trail, strength 741 of 741",
        "As Kd 2c  high card, strength 265 of 741",
    ]
    assert "strength 1 of 741" in run("rank", "AsAhAd", "--preset", "muflis").stdout
    bad = run("rank", "As")
    assert bad.exit_code == 1
    assert "expected 3" in bad.stderr


def test_rank_as_json_from_standard_input() -> None:
    """A bad hand gets its answer and the rest go on."""
    said = run("rank", "-", "--json", given="AsKsQs\n\nxx\n 5s3d2c \n")
    assert said.exit_code == 1
    answers: list[dict[str, Any]] = [json.loads(line) for line in said.stdout.splitlines()]
    assert answers[0] == {"cards": "AsKsQs", "class": "pure_sequence", "strength": 727}
    assert set(answers[1]) == {"cards", "error"}
    assert answers[2] == {"cards": "5s3d2c", "class": "high_card", "strength": 1}


@pytest.mark.parametrize(
    "words",
    [
        ("rank", "AsAhAd", "--preset", "nope"),
        ("rank", "AsAhAd", "--rule", "boot"),
        ("rank", "AsAhAd", "--rule", "nope=1"),
        ("rank", "AsAhAd", "--rule", "boot=0"),
        ("rank", "AsAhAd", "--rule", "boot=1", "--rule", "boot=2"),
        ("rank",),
    ],
)
def test_wrong_usage(words: tuple[str, ...]) -> None:
    """Exit status 2 and a sentence."""
    said = run(*words)
    assert said.exit_code == 2
    assert said.stderr


def test_convert_there_and_back(worked: Path, tmp_path: Path) -> None:
    """Nothing is lost."""
    lines, back, folder = tmp_path / "deals.tphs", tmp_path / "back.tph", tmp_path / "folder"
    folder.mkdir()
    assert run("convert", str(worked), str(lines)).exit_code == 0
    assert run("convert", str(lines), str(back)).exit_code == 0
    assert run("convert", str(lines), str(folder)).exit_code == 0
    first = run("replay", str(worked), "--json").stdout
    for path in (lines, back, folder / "0001.tph"):
        assert run("replay", str(path), "--json").stdout == first


def test_convert_writes_nothing_unless_all_is_good(tmp_path: Path) -> None:
    """A bad deal, two deals for one file, and no place for hand files."""
    target, two = tmp_path / "out.tph", f"{LINE % 'pack'}\n{LINE % 'pack'}\n"
    assert run("convert", "-", str(target), given="{}\n").exit_code == 1
    assert run("convert", "-", str(target), given=two).exit_code == 2
    assert run("convert", "-", str(tmp_path / "out.txt"), given=two).exit_code == 2
    assert run("convert", "-", str(tmp_path / "no" / "out.tphs"), given=two).exit_code == 2
    null = (LINE % "pack")[:-1] + ', "_mine": null}'
    assert run("convert", "-", str(target), given=null).exit_code == 1
    assert not target.exists()


def test_the_version() -> None:
    """Name and number."""
    assert run("--version").stdout.startswith("teenpatti 0.")


def test_a_reader_that_goes_away() -> None:
    """Ends the tool without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "teenpatti.cli", "replay", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write((LINE % "pack" + "\n").encode() * 50)
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.mark.parametrize(("error", "sentence"), [(BrokenPipeError(), ""), (OSError(28, "No space left"), "No space")])
def test_output_that_cannot_be_written(
    error: OSError, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence at most, and exit status 1."""

    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(app_module, "app", fail)
    monkeypatch.setattr(os, "dup2", lambda *_: None)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.FileIO(1, "w", closefd=False)))
    with pytest.raises(SystemExit) as caught:
        app_module.main()
    assert caught.value.code == 1
    assert sentence in capsys.readouterr().err
