"""The page about trust: whole in every language, the same in the docs, with figures that the tests live up to."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.numerals import format_number
from teenpatti.texts.sheet import Bullets, Paragraph, Table
from teenpatti.texts.trust import CHECK_SECONDS, FIGURES, WRONG_SHUFFLES, trust

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = ["how", "promised", "not_promised", "yourself", "checked", "unchecked", "tested"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_whole(lang: str) -> None:
    """Every section with something in it, and every figure as the language writes it."""
    page = trust(lang)
    assert [section.key for section in page.sections] == SECTIONS
    for section in page.sections[:-1]:
        (block,) = section.blocks
        assert isinstance(block, Bullets)
        assert len(block.items) >= 3
    table = page.sections[-1].blocks[1]
    assert isinstance(table, Table)
    told = " ".join(cell for row in table.rows for cell in row)
    for figure in (*FIGURES.values(), WRONG_SHUFFLES, CHECK_SECONDS):
        assert format_number(lang, figure) in told


def test_unknown_language() -> None:
    """As everywhere in the texts."""
    with pytest.raises(ValueError, match="no texts"):
        trust("xx")


def test_the_docs_say_the_same() -> None:
    """Every sentence of the English page stands in docs/trust.md."""
    page = " ".join((ROOT / "docs" / "trust.md").read_text(encoding="utf-8").split())
    english = trust("en")
    for section in english.sections:
        assert section.heading in page
        for block in section.blocks:
            if isinstance(block, Paragraph):
                assert block.text in page
            elif isinstance(block, Bullets):
                for item in block.items:
                    assert item in page, item
            else:
                for row in block.rows:
                    assert f"| {row[0]} | {row[1]} |" in page


def test_the_figures_are_true() -> None:
    """They are what the tests really count."""
    from tests.fair import test_agreement, test_shuffle, test_statistics, test_verify
    from tests.fair.shuffles import WRONG
    from tests.server import test_crash

    def numbers(function: object) -> set[int]:
        tree = ast.parse(re.sub(r"^ +", "", inspect.getsource(function), count=1))  # type: ignore[arg-type]
        return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and type(node.value) is int}

    assert FIGURES["decks"] == test_statistics.COUNT
    # The seventh is the one that only the exact test can tell.
    assert len(WRONG) + 1 == WRONG_SHUFFLES
    assert FIGURES["twice"] in numbers(test_agreement.test_decks_and_roots)
    parts, each = 4, 2_500
    assert {parts, each} <= numbers(test_verify.test_no_field_can_be_changed)
    assert FIGURES["fields"] == parts * each
    assert FIGURES["forks"] in numbers(test_shuffle.test_forked_processes_repeat_nothing)
    assert FIGURES["killed"] in numbers(test_crash.test_killed_in_mid_deal)
