"""Hand files as text: ``.tph`` (TOML, one deal) and ``.tphs`` (JSON Lines, one deal a line, the same fields)."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, Final

from teenpatti.game.cards import quote
from teenpatti.game.errors import Code, InvalidHistory
from teenpatti.game.handfile import HandFile, from_fields

MAX_BYTES: Final = 8_000_000
"""Longest file or line read. A real deal takes a few kilobytes."""

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def parse_tph(data: bytes | str) -> HandFile:
    """The deal in a TOML hand file. Raises InvalidHistory."""
    text = _text(data)
    try:
        fields = tomllib.loads(text)
    except RecursionError as error:
        raise InvalidHistory(Code.BAD_SYNTAX, "This is no TOML that can be read: it is nested too deeply.") from error
    except ValueError as error:
        # TOMLDecodeError, and numbers too long to read.
        raise InvalidHistory(Code.BAD_SYNTAX, f"This is no TOML: {error}.") from error
    return from_fields(fields)


def parse_json(data: bytes | str) -> HandFile:
    """The deal in one line of a ``.tphs`` file. Raises InvalidHistory."""
    text = _text(data)
    try:
        fields = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_distinct)
        if "\\u" in text:
            json.dumps(fields, ensure_ascii=False).encode()
    except RecursionError as error:
        raise InvalidHistory(Code.BAD_SYNTAX, "This is no JSON that can be read: it is nested too deeply.") from error
    except UnicodeEncodeError as error:
        raise InvalidHistory(Code.NOT_TEXT, "A text holds half of a surrogate pair, which is no character.") from error
    except ValueError as error:
        raise InvalidHistory(Code.BAD_SYNTAX, f"This is no JSON: {error}.") from error
    return from_fields(fields)


def _text(data: bytes | str) -> str:
    if len(data) > MAX_BYTES:
        raise InvalidHistory(Code.TOO_LONG, f"Longer than {MAX_BYTES:,} bytes: no deal takes so much.")
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidHistory(Code.NOT_TEXT, f"This is no UTF-8 text: byte {error.start + 1} cannot be read.") from error


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the field {quote(next(name for name in names if names.count(name) > 1))} stands twice")
    return fields


def to_json(file: HandFile) -> str:
    """The deal as one line of a ``.tphs`` file, without its newline. Raises InvalidHistory for a field JSON cannot
    hold."""
    try:
        return json.dumps(_plain(file.to_fields()), ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidHistory(Code.BAD_FIELD, f"A user field holds what JSON cannot: {error}.") from error


def _plain(value: Any) -> Any:
    """``value`` with the dates of TOML as text."""
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def to_tph(file: HandFile) -> str:
    """The deal as a TOML hand file. Raises InvalidHistory for a field TOML cannot hold."""
    fields = file.to_fields()
    try:
        lines = [f"{_key(name)} = {_toml(value)}" for name, value in fields.items() if name != "actions"]
    except InvalidHistory:
        raise
    except (ValueError, RecursionError) as error:
        raise InvalidHistory(Code.BAD_FIELD, f"A user field holds what TOML cannot: {error}.") from error
    # The lines of the deal last and one under the other, for people to read.
    lines += ["actions = [", *(f"  {_toml(line)}," for line in file.actions), "]"]
    return "\n".join(lines) + "\n"


def to_tphs(files: Iterable[HandFile]) -> str:
    """The deals as a ``.tphs`` file."""
    return "".join(to_json(file) + "\n" for file in files)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # TOML escapes like JSON, and DEL too.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else repr(value).replace("infinity", "inf")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {_toml(item)}" for name, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise InvalidHistory(Code.BAD_FIELD, f"A user field holds {quote(value)}, which TOML cannot.")
