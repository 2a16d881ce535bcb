"""What it costs to stay in, from the price P = twice the stake, in whole chips (the state in one number)."""

from __future__ import annotations

from teenpatti.game.legal import BetRange
from teenpatti.game.rules import Rules


def lowest_bet(price: int, seen: bool) -> int:
    """The least a player can bet: P for a seen player, ceil(P/2) for a blind one."""
    return price if seen else (price + 1) // 2


def bet_range(rules: Rules, price: int, seen: bool, raises: int = 0) -> BetRange:
    """The bets that the rules allow at ``price`` after ``raises`` raises in the deal, whatever the player's stack.

    raise_factor and max_seen_bet are the limits; after max_raises only the lowest bet is left. Round once, at the end.
    """
    lowest = lowest_bet(price, seen)
    if rules.max_raises and raises >= rules.max_raises:
        highest: int | None = lowest
    else:
        highest = None
        if rules.raise_factor:
            highest = rules.raise_factor * price if seen else rules.raise_factor * price // 2
        if rules.max_seen_bet:
            limit = rules.max_seen_bet if seen else rules.max_seen_bet // 2
            highest = limit if highest is None else min(highest, limit)
    if rules.bet_steps == "any":
        return BetRange(lowest, highest)
    return BetRange(lowest, None if highest is None else _last_step(lowest, highest), doubling=True)


def cut(bet: BetRange, limit: int | None) -> BetRange:
    """``bet`` with no amount above ``limit`` chips (None: unlimited), which must reach the lowest bet."""
    lowest, highest, doubling = bet
    if limit is None or (highest is not None and highest <= limit):
        return bet
    return BetRange(lowest, _last_step(lowest, limit) if doubling else limit, doubling)


def _last_step(lowest: int, highest: int) -> int:
    """The greatest of ``lowest`` times 1, 2, 4 ... up to ``highest``."""
    return lowest << ((highest // lowest).bit_length() - 1)


def price_after(amount: int, seen: bool) -> int:
    """P after a bet of ``amount``: what a seen player put in, or twice what a blind one did."""
    return amount if seen else 2 * amount


def show_price(rules: Rules, price: int, seen: bool) -> int:
    """What a show costs: k*P for a seen player, ceil(k*P/2) for a blind one, k = show_multiplier (R9)."""
    full = rules.show_multiplier * price
    return full if seen else (full + 1) // 2


def side_show_price(rules: Rules, price: int) -> int:
    """What a side show costs (R13)."""
    return rules.side_show_multiplier * price
