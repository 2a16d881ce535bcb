"""``teenpatti rules`` from the outside."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from teenpatti.cli.rules import rules
from teenpatti.game.rules import Rules
from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.render import to_html, to_text
from teenpatti.texts.sheet import sheet

app = typer.Typer()
app.command()(rules)
runner = CliRunner(env={"COLUMNS": "80"})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_as_text(lang: str) -> None:
    """Traditional rules unless flags say otherwise, as wide as the terminal."""
    result = runner.invoke(app, ["--lang", lang])
    assert (result.exit_code, result.stdout) == (0, to_text(sheet(Rules(), lang), 80))


def test_flags_give_the_table() -> None:
    """Preset first, then single options in chips."""
    result = runner.invoke(app, ["--preset", "club", "--rule", "boot=10", "--rule", "pot_limit=500"])
    assert result.stdout == to_text(sheet(Rules.preset("club", boot=10, pot_limit=500)), 80)


def test_the_page_is_utf_8() -> None:
    """Whatever encoding the terminal has."""
    result = runner.invoke(app, ["--print", "--lang", "hi"])
    assert (result.exit_code, result.stdout_bytes.decode()) == (0, to_html(sheet(Rules(), "hi")))


def test_a_wide_terminal_keeps_short_lines() -> None:
    """Long lines are hard to read."""
    result = runner.invoke(app, env={"COLUMNS": "300"})
    assert max(map(len, result.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    "flags",
    [
        ["--lang", "fr"],
        ["--lang", "../en"],
        ["--preset", "poker"],
        ["--rule", "boot"],
        ["--rule", "boot=0"],
        ["--rule", "nothing=1"],
        ["--rule", "max_seen_bet=3"],
    ],
)
def test_wrong_usage(flags: list[str]) -> None:
    """A sentence and exit status 2."""
    result = runner.invoke(app, flags)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected" in " ".join(result.stderr.split()) or "There " in result.stderr
