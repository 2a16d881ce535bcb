"""A deal as a text, for ``render``: what one viewer may know and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from teenpatti.game.cards import format_hand
from teenpatti.game.prices import lowest_bet
from teenpatti.game.state import State
from teenpatti.game.view import SeatView, Viewer, view


def drawn(deal: State, viewer: Viewer, names: Sequence[str]) -> str:
    """One line for the pot and one for each player, in playing order; ``names`` are theirs."""
    seen = view(deal, viewer)
    lines = [
        f"pot {seen.pot}, blind from {lowest_bet(seen.price, False)}, seen from {seen.price}"
        + (f", {names[seen.asked.asker]} asks {names[seen.asked.target]} for a side show" if seen.asked else "")
    ]
    width = max(map(len, names))
    for i, seat in enumerate(seen.seats):
        mark = "*" if i == seen.turn else " "
        cards = seen.own_hand if i == viewer and seen.own_hand else seen.shown.get(i)
        lines.append(
            f"{mark} {names[i]:<{width}}  {_standing(seat):<13} paid {seat.paid:<6} stack {seat.stack:<6}"
            + (format_hand(cards) if cards else "")
        )
    if seen.over:
        lines.append("over: " + ", ".join(f"{name} {net:+}" for name, net in zip(names, _net(deal), strict=True)))
    return "\n".join(line.rstrip() for line in lines)


def _standing(seat: SeatView) -> str:
    looked = "seen" if seat.seen else "blind"
    return f"{looked} packed" if seat.packed else f"{looked} covers" if seat.covered else looked


def _net(deal: State) -> list[int]:
    return [player.won - player.paid for player in deal.players]
