"""The pages about the rules say what the engine does."""

from __future__ import annotations

import re
from pathlib import Path

from teenpatti.game.rules import OPTIONS, PRESETS, Rules, Value, format_value
from teenpatti.texts.options import preset_title

DOCS = Path(__file__).resolve().parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
QUESTIONS = (DOCS / "questions.md").read_text(encoding="utf-8")


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its header."""
    table = page.split(f"{heading}\n", 1)[1].split("\n| ", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()[2:]]


def code(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def test_r1_to_r21_are_all_there_in_order() -> None:
    """Each rule once, under its number."""
    assert re.findall(r"^\*\*(R\d+)\.", RULES, re.MULTILINE) == [f"R{number}" for number in range(1, 22)]


def test_every_option_with_its_values() -> None:
    """The default first, and no value that the rules do not take."""
    table = {code(row[0])[0]: code(row[1]) for row in rows(RULES, "## House rules")}
    assert list(table) == list(OPTIONS)
    for name, values in table.items():
        option = OPTIONS[name]
        assert values[0] == format_value(option.default), name
        assert sorted(values) == sorted(map(format_value, option.choices or (option.default,))), name


def test_every_preset_with_what_it_changes() -> None:
    """The title that people see, and each option with its value."""
    table = {code(row[0])[0]: (row[1], code(row[2])) for row in rows(RULES, "## Presets")}
    assert list(table) == list(PRESETS)
    for name, (title, changes) in table.items():
        assert title == preset_title("en", name)
        assert changes == [f"{option}={format_value(value)}" for option, value in PRESETS[name].items()]


def answers(rules: Rules) -> list[str]:
    """The three answers that a preset's options give, in short."""
    limits: dict[tuple[str, Value], str] = {
        ("short_stack", "pack"): "no",
        ("short_stack", "cover"): "yes, by covering",
        ("side_show_with", "previous"): "the previous player",
        ("side_show_with", "any"): "any player",
        ("max_raises", 0): "no limit",
    }
    return [limits[name, getattr(rules, name)] for name in ("short_stack", "side_show_with", "max_raises")]


def test_three_questions_for_each_preset() -> None:
    """All-in, side show with whom, number of raises."""
    table = {code(row[0])[0]: row for row in rows(QUESTIONS, "# Three questions")}
    assert list(table) == list(PRESETS)
    for name, row in table.items():
        rules = Rules.preset(name)
        assert preset_title("en", name) in row[0]
        said = [*row[1:3], row[3].partition(", but bets stop at ")[0]]
        assert said == answers(rules)
        assert ("bets stop" in row[3]) == bool(rules.max_seen_bet)
        if rules.max_seen_bet:
            assert row[3].endswith(f"at {rules.max_seen_bet} boots")
