"""Logs for the one who runs the server: what happened, never a card, a token, or an address or name of a guest.

Of an exception the place is kept and not its text, since that may hold any of these.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from types import TracebackType
from typing import Any, Final, TypeAlias

from teenpatti.server.config import LogFormat

logger = logging.getLogger("teenpatti")

FIELDS: Final = frozenset({"event", "status", "route", "reason", "count", "seconds", "port", "state", "kind", "where"})
"""What a log line may say besides its time and level; anything else is a programming error."""

_Failure: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def log(event: str, level: int = logging.INFO, *, failure: BaseException | None = None, **fields: object) -> None:
    """Write one line about ``event``. Raises ValueError for a field that logs have no place for."""
    if not FIELDS.issuperset(fields):
        raise ValueError(f"Logs have no field {', '.join(sorted(set(fields) - FIELDS))}.")
    logger.log(level, event, exc_info=failure, extra={"fields": fields})


def where_failed(failure: BaseException) -> list[str]:
    """The way to where an exception was raised, innermost last: module file, line and function, no values."""
    return [
        f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(failure.__traceback__)[-12:]
    ]


class _Formatter(logging.Formatter):
    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """What the line says. Lines of other packages keep their message's form only, without its arguments."""
        ours = record.name.partition(".")[0] == logger.name
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage() if ours else f"{record.name}: {_form(record)}",
        }
        found.update(getattr(record, "fields", {}))
        failure: _Failure | None = record.exc_info
        if failure and failure[1] is not None:
            found["failure"] = type(failure[1]).__name__
            found["at"] = where_failed(failure[1])
        return found


def _form(record: logging.LogRecord) -> str:
    return str(record.msg).partition("\n")[0][:200]


class JsonFormatter(_Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(self.parts(record), ensure_ascii=False)


class TextFormatter(_Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        at = parts.pop("at", [])
        head = f"{parts.pop('time')} {parts.pop('level'):<7} {parts.pop('event')}"
        line = " ".join([head, *(f"{name}={value}" for name, value in parts.items())])
        return "\n    ".join([line, *at])


def set_up(form: LogFormat, level: int = logging.INFO) -> None:
    """Send all logs of the process to standard error in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logger.setLevel(level)
    # It tells the address of every peer at INFO.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
