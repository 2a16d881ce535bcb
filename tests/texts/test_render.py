"""Sheets as text and as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from teenpatti.game.rules import PRESETS, Rules
from teenpatti.texts.catalogue import LANGUAGES
from teenpatti.texts.render import to_html, to_text
from teenpatti.texts.sheet import Bullets, Paragraph, Section, Sheet, Table, sheet


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_lines_fit(preset: str, lang: str, width: int) -> None:
    """No line is wider than the terminal, ends in blanks or holds control characters."""
    text = to_text(sheet(Rules.preset(preset, boot=10), lang), width)
    assert text.endswith("\n")
    for line in text.splitlines():
        signs = [sign for sign in line if not re.match("[\u0900-\u0902\u093c\u0941-\u0948\u094d]", sign)]
        assert len(signs) <= width, line
        assert line == line.rstrip(), line
        assert line.isprintable() or "\u00a0" in line, line


@pytest.mark.parametrize("width", [-1, 0, 1, 20])
def test_hardly_any_width(width: int) -> None:
    """A terminal that gives no sensible width still gets the text."""
    text = to_text(sheet(Rules(boot=10**30)), width)
    assert "Show, blind:" in text


def test_a_table_that_fits_is_a_table() -> None:
    """Right-aligned amounts under their headings."""
    assert (
        "Stake  Blind bet  Seen bet  Show, blind  Show, seen  Side show\n"
        "-----  ---------  --------  -----------  ----------  ---------\n"
        "    1        1–2       2–4            1           2          2\n"
    ) in to_text(sheet(Rules()), 80)


def test_a_narrow_table_wraps_its_cells_and_a_narrower_one_is_a_list() -> None:
    """Nothing is cut off."""
    table = Table(("Name", "Meaning"), (("boot", "what everyone puts in"), ("pot", "all of it")))
    page = Sheet("en", "T", "S", (Section("x", "H", (table,)),), "F")
    assert to_text(page, 22).splitlines()[6:10] == [
        "Name  Meaning",
        "----  ----------------",
        "boot  what everyone",
        "      puts in",
    ]
    long = Table(("Name", "Meaning"), (("incomprehensible", "incomprehensible"),))
    page = Sheet("en", "T", "S", (Section("x", "H", (long,)),), "F")
    assert to_text(page, 30).splitlines()[6:8] == ["Name: incomprehensible", "  Meaning: incomprehensible"]


def test_hands_and_numbers_stay_together() -> None:
    """Lines break at blanks only, not at the hard blanks inside a hand or a Russian number."""
    text = to_text(sheet(Rules(boot=1000), "ru"), 40)
    assert "1\u00a0000" in text
    assert "A♠\u00a0A♥\u00a0A♦" in text


class Page(HTMLParser):
    """Notes what a browser would load or follow, and that tags are closed."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost tag, which must be this one."""
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_stands_alone(preset: str, lang: str) -> None:
    """One file, in its language, for A4, with the price card as a table, naming no other file and no host."""
    html = to_html(sheet(Rules.preset(preset), lang))
    page = Page()
    page.feed(html)
    assert page.open == []
    assert ("html", "lang", lang) in page.attributes
    assert ("section", "id", "prices") in page.attributes
    assert not {name for _, name, _ in page.attributes} & {"src", "href", "srcset", "style", "onload"}
    assert re.search(r"//|url\(|@import|<script", html) is None
    assert "@page { size: A4" in html
    assert '<meta charset="utf-8">' in html
    assert html.count("<table") == 2
    assert f"<footer>{sheet(Rules(), lang).footer}</footer>" in html


def test_the_page_is_escaped() -> None:
    """Whatever stands in a sheet is text to the page."""
    evil = "<b>&\"'"
    blocks = (Paragraph(evil), Bullets((evil,)), Table((evil, evil), ((evil, evil),)))
    html = to_html(Sheet(evil, evil, evil, (Section(evil, evil, blocks),), evil))
    assert "<b>" not in html
    assert html.count("&lt;b&gt;&amp;&quot;&#x27;") == 13


def test_cards_are_kept_together_and_suits_are_text() -> None:
    """Red suits are red on the page; the sign itself tells the suit in black and white."""
    html = to_html(sheet(Rules()))
    assert '<td class="hand">A♠\ufe0e\u00a0<span class="red">A♥\ufe0e</span>' in html
    assert '<span class="hand">A-2-3</span>' in html
