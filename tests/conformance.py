"""The deals of conformance/: random ones over all options, some with an illegal action, and the steps expected."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from teenpatti.game.actions import ShowHand
from teenpatti.game.deal import Deal
from teenpatti.game.notation import parse_json, to_json
from teenpatti.game.record import hand_file
from teenpatti.game.replay import replay_json
from tests.helpers import random_action, random_deal, random_rules

COUNT = 3_000
SEED = 20261130

_ILLEGAL = (
    "p{0} see",
    "p{0} bet 1",
    "p{0} bet 0",
    "p{0} bet 7",
    "p{0} bet 1000000",
    "p{0} bet 01",
    "p{0} pack",
    "p{0} show",
    "p{0} side p{1}",
    "p{0} accept",
    "p{0} refuse",
    "p{0} cover",
    "p{0} leave",
    "p{0} dance",
    "p0 see",
    "p18 see",
    "d best p{0}",
    "p{0} sm AsKsQs",
    "d dh p{0} AsKsQs",
    "p{0} see old",
    "p{0} see new",
    "p{0} keep",
    "p{0} drop",
    "d tj 2c",
    "d kh p{0} AsKsQs",
)


def deals() -> Iterator[dict[str, Any]]:
    """``{"deal": fields of a .tphs line, "expected": answer of replay --json}``, the same COUNT at every call."""
    rng = Random(SEED)
    for number in range(COUNT):
        deal = _played(rng)
        names = [f"player {i}" for i in range(1, len(deal.players) + 1)]
        fields = json.loads(to_json(hand_file(deal, names)))
        if number % 6 == 5:
            _spoil(fields, rng)
        answer = replay_json(parse_json(json.dumps(fields)))
        if answer["error"]:
            # Ports word their own sentences.
            del answer["error"]["message"]
        yield {"deal": fields, "expected": answer}


def _played(rng: Random) -> Deal:
    deal = random_deal(rng, random_rules(rng), unknown=rng.choice((0, 0, 0, 0.2, 1)))
    for _ in range(120):
        if deal.over:
            break
        deal = deal.play(random_action(deal, rng))
    if deal.over and rng.random() < 0.2:
        shower = rng.randrange(len(deal.players))
        if deal.players[shower].hand and not (deal.carries and deal.carries.player == shower):
            deal = deal.play(ShowHand(shower))
    return deal


def _spoil(fields: dict[str, Any], rng: Random) -> None:
    """Put a line, most likely an illegal one, somewhere among the actions."""
    count = len(fields["players"])
    line = rng.choice(_ILLEGAL).format(rng.randint(1, count), rng.randint(1, count))
    fields["actions"].insert(rng.randint(count, len(fields["actions"])), line)
    fields.pop("finishing_stacks", None)


def write(path: Path, found: Iterable[dict[str, Any]]) -> None:
    """Write ``found`` as gzipped JSON Lines, the same bytes for the same deals."""
    text = "".join(json.dumps(deal, separators=(",", ":")) + "\n" for deal in found)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> list[dict[str, Any]]:
    """What :func:`write` wrote."""
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
