"""Changes of one field of a proof file, of every kind that a file can suffer."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from teenpatti.fair.hashing import canonical

Way = tuple[str | int, ...]


def ways(value: object, way: Way = ()) -> Iterator[Way]:
    """The way to every field, the containers among them."""
    if way:
        yield way
    if isinstance(value, dict):
        for key in value:
            yield from ways(value[key], (*way, key))
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from ways(value[i], (*way, i))


def name_of(way: Way) -> str:
    """The name of a field, such as ``record.players[0]``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in way).lstrip(".")


def changed(line: str, rng: Random) -> tuple[str, str]:
    """A file with one field changed, and the name of that field. Where a list has lost or won an item, the list's."""
    before = json.loads(line)
    while True:
        body = copy.deepcopy(before)
        way = rng.choice(list(ways(body)))
        owner: Any = body
        for part in way[:-1]:
            owner = owner[part]
        key = way[-1]
        name = name_of(way)
        kind = rng.random()
        if kind < 0.08:
            del owner[key]
            # Options have no fixed names; so it is the rules that have one too few or too many.
            name = name_of(way[:-1]) if isinstance(owner, list) or "rules" in way[:-1] else name
        elif kind < 0.12 and isinstance(owner, dict):
            owner["new"] = owner[key]
            name = name_of(way[:-1] if "rules" in way[:-1] else (*way[:-1], "new"))
        elif kind < 0.16 and isinstance(owner, list):
            owner.append(copy.deepcopy(owner[-1]))
            name = name_of(way[:-1])
        elif isinstance(owner[key], dict | list):
            continue
        else:
            owner[key] = other(owner[key], rng)
        if body != before or canonical(body) != canonical(before):
            return (canonical(body) + b"\n").decode(), name


def other(value: Any, rng: Random) -> Any:
    """Another value, mostly of the same kind."""
    if rng.random() < 0.15:
        odd: tuple[Any, ...] = (None, True, 7, -1, 2.5, "x", "", [], {}, 2**60)
        return rng.choice([one for one in odd if one != value])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1, 1, 5))
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        signs = [sign for sign in "0123456789abcdef" if sign != value[at]]
        return value[:at] + rng.choice(signs) + value[at + 1 :]
    return rng.choice(("00" * 32, 3, "ab"))
