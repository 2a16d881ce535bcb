"""A property found out once."""

from __future__ import annotations

from teenpatti.game.once import once
from tests.game.dealing import start


class Slow:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    @once
    def answer(self) -> int:
        """The answer."""
        self.asked += 1
        return 42


def test_it_is_found_out_once() -> None:
    """For each object; the class itself has the property."""
    slow, other = Slow(), Slow()
    assert (slow.answer, slow.answer, other.answer) == (42, 42, 42)
    assert slow.asked == other.asked == 1
    assert isinstance(Slow.answer, once)
    assert Slow.answer.__doc__ == "The answer."


def test_a_new_state_finds_out_anew() -> None:
    """What is kept belongs to one state."""
    deal = start(3)
    assert deal.left is deal.left
    changed = deal._replace(players=(deal.players[0]._replace(packed=True), *deal.players[1:]))
    assert deal.left == (0, 1, 2)
    assert changed.left == (1, 2)
