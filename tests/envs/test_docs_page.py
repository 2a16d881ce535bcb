"""The examples of docs/envs.md run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "envs.md"


def examples() -> list[str]:
    """The Python examples, in their order."""
    return re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("number", range(4))
def test_examples_run(number: int) -> None:
    """Each alone; the one that learns beats the random bot."""
    found: dict[str, Any] = {}
    exec(compile(examples()[number], f"{PAGE.name}, example {number}", "exec"), found)
    if "train" in found:
        assert found["mean"] > 5 * found["error"]
        assert found["mean"] > 1


def test_all_examples_are_run() -> None:
    """Otherwise one could be wrong."""
    assert len(examples()) == 4
    assert sum("def train" in text for text in examples()) == 1


def test_every_choice_is_listed() -> None:
    """With its number."""
    from teenpatti.envs.choices import Choice

    text = PAGE.read_text(encoding="utf-8")
    for choice in Choice:
        assert f"`{choice.name}`" in text
        assert re.search(rf"^\| ({choice}|8, 9) \|.*`{choice.name}`", text, re.MULTILINE)
