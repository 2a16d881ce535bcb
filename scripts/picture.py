#!/usr/bin/env python3
"""Makes docs/pictures/play.svg, the picture of the terminal game: .venv/bin/python scripts/picture.py"""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from teenpatti.bots import bot
from teenpatti.cli.terminal.game import Game
from teenpatti.cli.terminal.luck import SeededLuck
from teenpatti.cli.terminal.screen import ScreenFront
from teenpatti.game.rules import Rules

TARGET = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "play.svg"
WIDTH, HEIGHT = 84, 26
BOTS = ("tight", "maniac", "caller", "blind-lover")
SEED = 79
TYPED = ("b", "s", "b", "b")
"""What the person types until the moment of the picture."""

THEME = TerminalTheme(
    (28, 18, 32),
    (232, 224, 210),
    # Only the two colours above are ever asked for by number; the game names its own.
    [(232, 224, 210)] * 8,
)

# Rich's own frame fetches a font from another host; this one uses what the reader has.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
    <style>
    .{unique_id}-matrix {{
        font-family: "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
    }}
    .{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
    {styles}
    </style>
    <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
    </defs>
    {chrome}
    <g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
    </g>
</svg>
"""


class Camera(Console):
    """A console that forgets what was on it before it was last cleared."""

    def clear(self, home: bool = True) -> None:
        """Begin a new picture."""
        self.export_text(clear=True)


def svg() -> str:
    """The picture, the same on every machine."""
    camera = Camera(
        file=io.StringIO(), width=WIDTH, height=HEIGHT, record=True, force_terminal=True, color_system="truecolor"
    )
    typed = iter(TYPED)
    taken: list[str] = []

    def read_line() -> str | None:
        line = next(typed, None)
        if line is None and not taken:
            camera.print()
            taken.append(
                camera.export_svg(title="teenpatti play", theme=THEME, code_format=FRAME, unique_id="play", clear=False)
            )
        return line

    front = ScreenFront(camera, read_line, lambda: None)
    Game(Rules(), "You", [bot(name) for name in BOTS], 1000, SeededLuck(SEED), front).play()
    return taken[0]


if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(svg(), encoding="utf-8")
