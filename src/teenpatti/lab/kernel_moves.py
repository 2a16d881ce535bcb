"""What the player to act may do in the kernel: ``game/moves.py`` and ``game/prices.py`` on arrays."""

from __future__ import annotations

from teenpatti.lab.arrays import Ints
from teenpatti.lab.compiled import inlined
from teenpatti.lab.kernel_state import (
    ACCEPT,
    ASKER,
    BET,
    BLIND_BETS,
    COVER,
    HAS_BET,
    LEFT,
    OVER,
    PACK,
    PLAYERS,
    PRICE,
    RAISES,
    REFUSE,
    SEE,
    SEEN,
    SHOW,
    SIDE,
    STACK,
    TURN,
    KernelLegal,
    KernelRules,
)


@inlined
def legal(rules: KernelRules, state: Ints) -> KernelLegal:
    """What the player to act may do, as things stand at this moment (R7)."""
    if state[OVER]:
        return KernelLegal(0, 0, 0, 0, 0, 0, 0)
    if state[ASKER] >= 0:
        return KernelLegal(1 << ACCEPT | 1 << REFUSE, 0, 0, 0, 0, 0, 0)
    player = state[TURN]
    seen = bool(state[SEEN] >> player & 1)
    verbs = 1 << PACK if seen else 1 << PACK | 1 << SEE
    if not seen and rules.blind_limit and state[BLIND_BETS + player] >= rules.blind_limit:
        return KernelLegal(verbs, 0, 0, 0, 0, 0, 0)
    stack = state[STACK + player]
    lowest = lowest_bet(state[PRICE], seen)
    if stack < lowest:
        if rules.short_stack_cover:
            return KernelLegal(verbs | 1 << COVER, 0, 0, 0, 0, 0, stack)
        return KernelLegal(verbs, 0, 0, 0, 0, 0, 0)
    verbs |= 1 << BET
    highest = highest_bet(rules, state[PRICE], seen, state[RAISES], stack)
    show = _show(rules, state, player, seen)
    if show:
        verbs |= 1 << SHOW
    side = 0
    targets = 0
    if rules.side_show and seen:
        targets = _side(rules, state, player)
        if targets:
            side = side_show_price(rules, state[PRICE])
            verbs |= 1 << SIDE
    return KernelLegal(verbs, lowest, highest, show, side, targets, 0)


@inlined
def lowest_bet(price: int, seen: bool) -> int:
    """The least a player can bet: P for a seen player, ceil(P/2) for a blind one."""
    return price if seen else (price + 1) // 2


@inlined
def highest_bet(rules: KernelRules, price: int, seen: bool, raises: int, stack: int) -> int:
    """The highest legal bet, cut by the stack, which pays the lowest."""
    lowest = lowest_bet(price, seen)
    if rules.max_raises and raises >= rules.max_raises:
        return lowest
    highest = stack
    if rules.raise_factor:
        highest = min(highest, rules.raise_factor * price if seen else rules.raise_factor * price // 2)
    if rules.max_seen_bet:
        highest = min(highest, rules.max_seen_bet if seen else rules.max_seen_bet // 2)
    if rules.bet_steps_double:
        step = lowest
        while 2 * step <= highest:
            step *= 2
        return step
    return highest


@inlined
def show_price(rules: KernelRules, price: int, seen: bool) -> int:
    """What a show costs: k*P for a seen player, ceil(k*P/2) for a blind one (R9)."""
    full = rules.show_multiplier * price
    return full if seen else (full + 1) // 2


@inlined
def side_show_price(rules: KernelRules, price: int) -> int:
    """What a side show costs (R13)."""
    return rules.side_show_multiplier * price


@inlined
def _show(rules: KernelRules, state: Ints, player: int, seen: bool) -> int:
    """The price of a show, or 0 if the player may not pay for one (R9-R11)."""
    others = state[LEFT] & ~(1 << player)
    if others & (others - 1):
        return 0
    if seen and not (state[SEEN] & others or rules.seen_may_show_blind):
        return 0
    price = show_price(rules, state[PRICE], seen)
    return price if price <= state[STACK + player] else 0


@inlined
def _side(rules: KernelRules, state: Ints, player: int) -> int:
    """Who may be asked for a side show by the seen player, bit i for player i (R13)."""
    left = state[LEFT]
    if side_show_price(rules, state[PRICE]) > state[STACK + player]:
        return 0
    # Never fewer than two are left.
    if rules.side_show_min_players == 3 and count_is_two(left):
        return 0
    if rules.side_show_all_seen and left & ~state[SEEN]:
        return 0
    asked = left & ~(1 << player) if rules.side_show_with_any else 1 << previous_left(state, player)
    return asked & state[SEEN] & state[HAS_BET]


@inlined
def count_is_two(left: int) -> bool:
    """Whether exactly two of at least two players are left."""
    rest = left & (left - 1)
    return rest & (rest - 1) == 0


@inlined
def next_left(state: Ints, seat: int, without: int) -> int:
    """The first player left clockwise of ``seat``, passing over ``without`` (-1: nobody) (R6, R15)."""
    players = state[PLAYERS]
    left = state[LEFT]
    i = seat
    while True:
        i += 1
        if i == players:
            i = 0
        if left >> i & 1 and i != without:
            return i


@inlined
def previous_left(state: Ints, seat: int) -> int:
    """The first player left anticlockwise of ``seat``."""
    left = state[LEFT]
    i = seat
    while True:
        i -= 1
        if i < 0:
            i = state[PLAYERS] - 1
        if left >> i & 1:
            return i
