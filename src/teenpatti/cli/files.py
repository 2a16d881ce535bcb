"""Reading hand files from a path or standard input, one deal after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

import typer

from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.handfile import HandFile
from teenpatti.game.notation import MAX_BYTES, parse_json, parse_tph

Found: TypeAlias = HandFile | InvalidHistory
"""A deal, or what is wrong with its line or file."""


def read_deals(name: str) -> Iterator[Found]:
    """The deals of a .tph file (TOML), of a .tphs file, or of standard input (``-``, JSON Lines).

    A path that cannot be read is wrong usage: a sentence and exit status 2.
    """
    if name == "-":
        yield from _json_lines(standard_input())
        return
    try:
        with Path(name).open("rb") as stream:
            if name.endswith(".tphs"):
                yield from _json_lines(stream)
            else:
                yield _found(parse_tph, stream.read(MAX_BYTES + 1))
    except OSError as error:
        raise typer.BadParameter(f"{name} cannot be read: {error.strerror or error}.") from error


def standard_input() -> BinaryIO:
    """The bytes of standard input. Wrong usage if it is closed."""
    if sys.stdin is None:
        raise typer.BadParameter("Standard input is closed: expected hand files or hands on it.")
    return sys.stdin.buffer


def _found(parse: Callable[[bytes], HandFile], data: bytes) -> Found:
    try:
        return parse(data)
    except InvalidHistory as error:
        return error


def _json_lines(stream: BinaryIO) -> Iterator[Found]:
    for line in bounded_lines(stream):
        if line is None:
            yield InvalidHistory(Code.TOO_LONG, f"A line of over {MAX_BYTES:,} bytes: no deal takes so much.")
        elif line.strip():
            yield _found(parse_json, line)


def bounded_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of ``stream``, None for one that is too long to be anything; no line is held in memory beyond its
    bound."""
    while line := stream.readline(MAX_BYTES + 1):
        if len(line) <= MAX_BYTES or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_BYTES)
        yield None
