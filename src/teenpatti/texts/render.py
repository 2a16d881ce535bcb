"""A rules sheet as plain text for a terminal or a pipe, and as one printable page that needs nothing else."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import Final

from teenpatti.texts.sheet import Block, Bullets, Paragraph, Section, Sheet, Table

LEAST_WIDTH: Final = 20
"""Narrower than this no text is wrapped."""


def to_text(sheet: Sheet, width: int = 80) -> str:
    """The sheet in lines of at most ``width`` columns, ending with a line break. No colour, no control characters."""
    width = max(width, LEAST_WIDTH)
    lines = [*_underlined(sheet.title, "=", width), *_wrap(sheet.subtitle, width)]
    for section in sheet.sections:
        lines += ["", *_underlined(section.heading, "-", width)]
        for place, block in enumerate(section.blocks):
            if place:
                lines.append("")
            lines += _block_lines(block, width)
    lines += ["", *_wrap(sheet.footer, width)]
    return "\n".join(lines) + "\n"


def _underlined(heading: str, sign: str, width: int) -> list[str]:
    lines = _wrap(heading, width)
    return [*lines, sign * max(map(_columns, lines))]


def _block_lines(block: Block, width: int) -> list[str]:
    match block:
        case Paragraph(text=text):
            return _wrap(text, width)
        case Bullets(items=items):
            return [line for item in items for line in _hang("- ", item, width)]
        case _:
            return _table_lines(block, width)


def _hang(mark: str, text: str, width: int) -> list[str]:
    first, *rest = _wrap(text, width - len(mark))
    return [mark + first, *(" " * len(mark) + line for line in rest)]


GAP: Final = 2
"""Columns between the columns of a table."""


def _table_lines(table: Table, width: int) -> list[str]:
    rows = [table.header, *table.rows]
    widths = _column_widths(rows, width)
    if widths is None:
        return _stacked_lines(table, width)
    lines = _row_lines(table.header, widths, table.numeric)
    lines.append((" " * GAP).join("-" * size for size in widths))
    for row in table.rows:
        lines += _row_lines(row, widths, table.numeric)
    return lines


def _column_widths(rows: list[tuple[str, ...]], width: int) -> list[int] | None:
    """Widths that fit, narrowed from the widest column on and never inside a word; None if there are none."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(_columns, column)) for column in columns]
    least = [max(_columns(word) for cell in column for word in cell.split(" ")) for column in columns]
    while sum(widths) + GAP * (len(widths) - 1) > width:
        spare = [size if size > least[place] else 0 for place, size in enumerate(widths)]
        if not any(spare):
            return None
        widths[spare.index(max(spare))] -= 1
    return widths


def _row_lines(row: tuple[str, ...], widths: list[int], numeric: bool) -> list[str]:
    cells = [_wrap(cell, size) for cell, size in zip(row, widths, strict=True)]
    height = max(map(len, cells))
    lines = []
    for place in range(height):
        parts = []
        for cell, size in zip(cells, widths, strict=True):
            part = cell[place] if place < len(cell) else ""
            padding = " " * (size - _columns(part))
            parts.append(padding + part if numeric else part + padding)
        lines.append((" " * GAP).join(parts).rstrip(" "))
    return lines


def _stacked_lines(table: Table, width: int) -> list[str]:
    """A table too wide for the lines: each row as a list, its cells named by the header."""
    lines = []
    for first, *rest in table.rows:
        lines += _wrap(f"{table.header[0]}: {first}", width)
        for name, cell in zip(table.header[1:], rest, strict=True):
            lines += _hang("  ", f"{name}: {cell}", width)
    return lines


def _wrap(text: str, width: int) -> list[str]:
    """Lines broken at blanks only, so never inside a hand or a number; a word longer than a line stands alone."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and _columns(line) + 1 + _columns(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _columns(text: str) -> int:
    """Terminal columns: combining signs, such as vowels of Devanagari, take none of their own."""
    return sum(unicodedata.category(sign) not in ("Mn", "Me", "Cf") for sign in text)


STYLE: Final = """
@page { size: A4; margin: 12mm 14mm; }
:root { --ink: #1d1720; --soft: #5b5260; --line: #b9aeb6; --mark: #b06a00; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 10mm 8mm; max-width: 196mm; background: #fff; color: var(--ink);
  font: 10pt/1.42 "Noto Sans", "Segoe UI", Roboto, "Noto Sans Devanagari", "Nirmala UI", Kohinoor, Helvetica, Arial,
  sans-serif; }
:lang(hi) body { line-height: 1.55; }
header { border-bottom: 2.5pt solid var(--mark); margin-bottom: 4mm; padding-bottom: 2.5mm; }
h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 1mm; letter-spacing: -0.01em; }
header p { margin: 0; color: var(--soft); font-size: 11.5pt; }
main { columns: 2; column-gap: 8mm; }
section { margin: 0 0 4mm; }
section.wide { column-span: all; break-inside: avoid; margin: 3mm 0 4mm; }
h2 { font-size: 12pt; line-height: 1.25; margin: 0 0 1.2mm; break-after: avoid; }
p { margin: 0 0 1.6mm; }
ul { margin: 0 0 1.6mm; padding-left: 4.2mm; }
li { margin: 0 0 0.9mm; break-inside: avoid; }
li::marker { color: var(--mark); }
table { width: 100%; border-collapse: collapse; margin: 1mm 0 2.5mm; font-variant-numeric: tabular-nums; }
th, td { padding: 1.1mm 2.5mm 1.1mm 0; text-align: left; vertical-align: baseline; }
thead th { border-bottom: 1.2pt solid var(--ink); font-size: 9pt; vertical-align: bottom; }
tbody tr { border-bottom: 0.5pt solid var(--line); break-inside: avoid; }
tbody th { font-weight: 650; }
table.numeric th, table.numeric td { text-align: right; padding: 1.1mm 2.5mm; }
.hand { white-space: nowrap; }
.red { color: #b3261e; }
footer { border-top: 0.5pt solid var(--line); margin-top: 3mm; padding-top: 2mm; color: var(--soft); font-size: 9pt; }
@media (max-width: 640px) { body { padding: 5mm; font-size: 12pt; } main { columns: 1; }
  .scroll { overflow-x: auto; } }
@media print { body { padding: 0; max-width: none; font-size: 8.6pt; line-height: 1.34; }
  header { margin-bottom: 3mm; padding-bottom: 1.5mm; } header p { font-size: 10pt; } h1 { font-size: 17pt; }
  h2 { font-size: 10.5pt; margin-bottom: 0.8mm; } section { margin-bottom: 2.6mm; }
  section.wide { margin: 2mm 0 2.6mm; }
  li { margin-bottom: 0.4mm; } p, ul { margin-bottom: 1.1mm; } th, td { padding-top: 0.6mm; padding-bottom: 0.6mm; }
  table.numeric th, table.numeric td { padding-top: 0.6mm; padding-bottom: 0.6mm; } thead th { font-size: 8pt; }
  main { column-gap: 7mm; } :lang(hi) body { line-height: 1.45; } }
"""
"""The page's only style sheet. A server that forbids inline styles can allow this one by its hash."""


def to_html(sheet: Sheet) -> str:
    """The sheet as one page to print on A4, readable in black and white. It names no other file and no host."""
    sections = "\n".join(map(_section_html, sheet.sections))
    return f"""<!DOCTYPE html>
<html lang="{escape(sheet.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(sheet.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<header>
<h1>{escape(sheet.title)}</h1>
<p>{escape(sheet.subtitle)}</p>
</header>
<main>
{sections}
</main>
<footer>{escape(sheet.footer)}</footer>
</body>
</html>
"""


def _section_html(section: Section) -> str:
    wide = ' class="wide"' if any(isinstance(block, Table) for block in section.blocks) else ""
    blocks = "\n".join(map(_block_html, section.blocks))
    return f'<section id="{escape(section.key)}"{wide}>\n<h2>{escape(section.heading)}</h2>\n{blocks}\n</section>'


def _block_html(block: Block) -> str:
    match block:
        case Paragraph(text=text):
            return f"<p>{_text_html(text)}</p>"
        case Bullets(items=items):
            return "<ul>\n" + "\n".join(f"<li>{_text_html(item)}</li>" for item in items) + "\n</ul>"
        case _:
            return _table_html(block)


def _table_html(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.header)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(first)}</th>' + "".join(map(_cell_html, rest)) + "</tr>"
        for first, *rest in table.rows
    )
    numeric = ' class="numeric"' if table.numeric else ""
    head = f"<thead><tr>{head}</tr></thead>"
    return f'<div class="scroll"><table{numeric}>\n{head}\n<tbody>\n{rows}\n</tbody>\n</table></div>'


_RANKS: Final = re.compile(r"\b(?:10|[2-9JQKA])(?:-(?:10|[2-9JQKA])){2}\b")


def _text_html(text: str) -> str:
    """Running text. A browser would break the line inside A-2-3."""
    return _RANKS.sub(r'<span class="hand">\g<0></span>', escape(text))


_CARD: Final = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")


def _cell_html(cell: str) -> str:
    hand = ' class="hand"' if _CARD.search(cell) else ""
    return f"<td{hand}>{_CARD.sub(_card_html, escape(cell))}</td>"


def _card_html(card: re.Match[str]) -> str:
    # The variation selector keeps phones from drawing the suit as a coloured picture.
    name = f"{card[1]}{card[2]}\ufe0e"
    return f'<span class="red">{name}</span>' if card[2] in "♦♥" else name
