"""What a player may do as things stand. Plain values: a bot or a client can hold them without the engine."""

from __future__ import annotations

from typing import NamedTuple

from teenpatti.game.cards import quote


class BetRange(NamedTuple):
    """The legal bets in chips: ``lowest`` to ``highest`` (None: no upper limit), already cut by the player's stack.

    Where ``doubling`` (bet_steps double) only the lowest bet times 1, 2, 4 ... is legal, and ``highest`` is the last
    of them.
    """

    lowest: int
    highest: int | None
    doubling: bool = False

    @property
    def steps(self) -> tuple[int, ...] | None:
        """The amounts one by one where they double up to a limit, lowest first; None elsewhere."""
        if not self.doubling or self.highest is None:
            return None
        amounts = []
        amount = self.lowest
        while amount <= self.highest:
            amounts.append(amount)
            amount *= 2
        return tuple(amounts)

    def allows(self, amount: int) -> bool:
        """Whether a bet of ``amount`` chips is legal."""
        if amount < self.lowest or (self.highest is not None and amount > self.highest):
            return False
        return not self.doubling or is_doubling(self.lowest, amount)


class SideShow(NamedTuple):
    """The ``price`` of a side show in chips, and the players who may be asked."""

    price: int
    targets: tuple[int, ...]


class Legal(NamedTuple):
    """What one player may do now. Falsy fields are not legal; prices and amounts are chips.

    ``cover`` is the amount all in, which may be 0, so ask ``is not None``. ``best`` holds the players compared, when
    the dealer's word is due; it belongs to the dealer and not to a player. ``see_one`` is a look at the old or the new
    of two hands, which must be named; ``keep`` and ``drop`` follow it (R20).
    """

    see: bool = False
    pack: bool = False
    bet: BetRange | None = None
    show: int | None = None
    side: SideShow | None = None
    cover: int | None = None
    accept: bool = False
    refuse: bool = False
    leave: bool = False
    best: tuple[int, ...] | None = None
    see_one: bool = False
    keep: bool = False
    drop: bool = False

    def __str__(self) -> str:
        """In words, for messages: ``see, bet 2 to 4, pack``."""
        words = []
        if self.see:
            words.append("see")
        if self.see_one:
            words.append("see old or new")
        if self.bet is not None:
            words.append(f"bet {_amounts(self.bet)}")
        if self.show is not None:
            words.append(f"show for {quote(self.show)}")
        if self.side is not None:
            words.append(f"side show for {quote(self.side.price)} with {_players(self.side.targets)}")
        if self.cover is not None:
            words.append(f"cover for {quote(self.cover)}")
        words += [name for name in ("accept", "refuse", "keep", "drop", "pack") if getattr(self, name)]
        if self.best is not None:
            words.append(f"the dealer's word who is best of {_players(self.best)}")
        if self.leave and not words:
            words.append("leave")
        return ", ".join(words)


NOTHING = Legal()
"""Nothing is legal."""


def is_doubling(lowest: int, amount: int) -> bool:
    """Whether ``amount`` is ``lowest`` times a power of two."""
    times, rest = divmod(amount, lowest)
    return rest == 0 and times & (times - 1) == 0 and times > 0


def _amounts(bet: BetRange) -> str:
    steps = bet.steps
    if steps is not None:
        return " or ".join(map(quote, steps))
    lowest = quote(bet.lowest)
    if bet.highest == bet.lowest:
        return lowest
    if bet.highest is None:
        return f"{lowest}, doubled as often as wanted" if bet.doubling else f"{lowest} or more"
    return f"{lowest} to {quote(bet.highest)}"


def _players(players: tuple[int, ...]) -> str:
    return ", ".join(f"p{player + 1}" for player in players)
