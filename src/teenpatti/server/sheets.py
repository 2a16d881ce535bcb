"""Score sheets over several tables and evenings. Chips only."""

from __future__ import annotations

from collections.abc import Sequence

from teenpatti.server.protocol import ScoreLine
from teenpatti.server.public_state import score_lines
from teenpatti.server.room import Room


def total(rooms: Sequence[Room]) -> list[ScoreLine]:
    """One line a guest over all ``rooms``, in the order they first came; names as the first room has them."""
    lines: dict[str, ScoreLine] = {}
    for room in rooms:
        for line in score_lines(room.table.ledger, room.names, room.won):
            old = lines.get(line.guest)
            if old is None:
                lines[line.guest] = line
                continue
            lines[line.guest] = ScoreLine(
                guest=old.guest,
                name=old.name,
                given=old.given + line.given,
                won=old.won + line.won,
                net=old.net + line.net,
                deals=old.deals + line.deals,
            )
    return list(lines.values())
