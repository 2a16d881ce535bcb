"""Playing actions in the kernel: the deciders of ``game/deal.py`` and all of ``game/showdown.py`` on arrays."""

from __future__ import annotations

from teenpatti.lab.arrays import Ints
from teenpatti.lab.compiled import apart, inlined
from teenpatti.lab.kernel_moves import count_is_two, lowest_bet, next_left, show_price, side_show_price
from teenpatti.lab.kernel_state import (
    ACCEPT,
    ACTIONS,
    ASKER,
    BET,
    BETS,
    BLIND,
    BLIND_BETS,
    CHIPS_IN,
    COVER,
    COVER_AMOUNT,
    COVER_PLAYER,
    COVERED,
    COVERS,
    HAS_BET,
    LEFT,
    OVER,
    OVER_COVER,
    OVER_FORCED,
    OVER_PACK,
    OVER_SHOW,
    OVER_SIDE,
    PACK,
    PAID,
    PLAYERS,
    POT,
    PRICE,
    RAISES,
    SEE,
    SEEN,
    SHOW,
    SIDE,
    STACK,
    STRENGTH,
    TARGET,
    TURN,
    WON,
    KernelRules,
)


@apart
def start(rules: KernelRules, state: Ints) -> None:
    """Post the boots and reset what a deal before left; PLAYERS, STACK (before the boots) and STRENGTH stand in
    ``state``."""
    players = state[PLAYERS]
    for i in range(players):
        state[STACK + i] -= rules.boot
        state[PAID + i] = rules.boot
        state[WON + i] = 0
        state[BLIND_BETS + i] = 0
    state[TURN] = 0
    state[PRICE] = 2 * rules.boot
    state[POT] = players * rules.boot
    state[CHIPS_IN] = state[POT]
    state[LEFT] = (1 << players) - 1
    state[ASKER] = -1
    state[TARGET] = -1
    for field in (RAISES, SEEN, HAS_BET, COVERED, COVERS, OVER, ACTIONS, BETS, BLIND):
        state[field] = 0
    if _is_full(rules, state):
        _compare(rules, state, OVER_FORCED)


@inlined
def apply(rules: KernelRules, state: Ints, verb: int, value: int) -> None:
    """Play a legal action of the player to act, and all that follows from it."""
    state[ACTIONS] += 1
    if verb == SEE:
        state[SEEN] |= 1 << state[TURN]
    elif verb == BET:
        _bet(rules, state, value)
    elif verb == PACK:
        _pack(state)
    elif verb == SHOW:
        _show(rules, state)
    elif verb == SIDE:
        _side(rules, state, value)
    elif verb == COVER:
        _cover(rules, state)
    elif verb == ACCEPT:
        _accept(state)
    else:
        _refuse(state)


@inlined
def _is_full(rules: KernelRules, state: Ints) -> bool:
    """Whether the pot is full; all pots count together (R16)."""
    return bool(rules.pot_limit) and state[CHIPS_IN] >= rules.pot_limit


@inlined
def _pay(state: Ints, player: int, amount: int) -> None:
    state[STACK + player] -= amount
    state[PAID + player] += amount
    state[POT] += amount
    state[CHIPS_IN] += amount


@inlined
def _bet(rules: KernelRules, state: Ints, amount: int) -> None:
    player = state[TURN]
    seen = bool(state[SEEN] >> player & 1)
    state[RAISES] += amount > lowest_bet(state[PRICE], seen)
    _pay(state, player, amount)
    state[HAS_BET] |= 1 << player
    state[BETS] += 1
    if seen:
        state[PRICE] = amount
    else:
        state[PRICE] = 2 * amount
        state[BLIND] += 1
        state[BLIND_BETS + player] += 1
    if _is_full(rules, state):
        _compare(rules, state, OVER_FORCED)
    else:
        state[TURN] = next_left(state, player, -1)


@inlined
def _pack(state: Ints) -> None:
    player = state[TURN]
    last = count_is_two(state[LEFT])
    state[LEFT] &= ~(1 << player)
    if last:
        _last_left(state, OVER_PACK)
    else:
        state[TURN] = next_left(state, player, -1)


@inlined
def _show(rules: KernelRules, state: Ints) -> None:
    player = state[TURN]
    _pay(state, player, show_price(rules, state[PRICE], bool(state[SEEN] >> player & 1)))
    state[HAS_BET] |= 1 << player
    _compare(rules, state, OVER_SHOW)


@inlined
def _side(rules: KernelRules, state: Ints, target: int) -> None:
    player = state[TURN]
    _pay(state, player, side_show_price(rules, state[PRICE]))
    state[HAS_BET] |= 1 << player
    if _is_full(rules, state):
        _compare(rules, state, OVER_FORCED)
        return
    state[ASKER] = player
    state[TARGET] = target
    state[TURN] = target


@inlined
def _accept(state: Ints) -> None:
    """The lower hand packs, of equal ones the asker's; the turn goes on from the asker's seat, whoever packed (R14,
    R15)."""
    asker = state[ASKER]
    target = state[TARGET]
    last = count_is_two(state[LEFT])
    loser = target if state[STRENGTH + asker] > state[STRENGTH + target] else asker
    state[LEFT] &= ~(1 << loser)
    state[ASKER] = -1
    state[TARGET] = -1
    if last:
        _last_left(state, OVER_SIDE)
    else:
        state[TURN] = next_left(state, asker, loser)


@inlined
def _refuse(state: Ints) -> None:
    state[TURN] = next_left(state, state[ASKER], -1)
    state[ASKER] = -1
    state[TARGET] = -1


@apart
def _cover(rules: KernelRules, state: Ints) -> None:
    player = state[TURN]
    last = count_is_two(state[LEFT])
    _pay(state, player, state[STACK + player])
    covers = state[COVERS]
    state[COVER_PLAYER + covers] = player
    state[COVER_AMOUNT + covers] = state[POT]
    state[COVERS] = covers + 1
    state[POT] = 0
    state[LEFT] &= ~(1 << player)
    state[COVERED] |= 1 << player
    if last:
        _last_left(state, OVER_COVER)
    elif _is_full(rules, state):
        _compare(rules, state, OVER_FORCED)
    else:
        state[TURN] = next_left(state, player, -1)


@apart
def _compare(rules: KernelRules, state: Ints, ending: int) -> None:
    """A show or a forced show: the best of the hands left take the newest pot, then meet the coverers."""
    best = _best(state, state[LEFT])
    if ending == OVER_SHOW and best == state[LEFT] and not rules.show_tie_split:
        best &= ~(1 << state[TURN])
    _award(state, best, ending)


@inlined
def _last_left(state: Ints, ending: int) -> None:
    """Only one player is left: he wins the newest pot unseen (R8)."""
    _award(state, state[LEFT], ending)


@apart
def _best(state: Ints, players: int) -> int:
    """The best of ``players``, several if they are equal; both are bits."""
    best = 0
    highest = 0
    for i in range(state[PLAYERS]):
        if players >> i & 1:
            strength = state[STRENGTH + i]
            if strength > highest:
                highest = strength
                best = 1 << i
            elif strength == highest:
                best |= 1 << i
    return best


@apart
def _award(state: Ints, winners: int, ending: int) -> None:
    """Give the newest pot to ``winners``; the winners of each pot meet the coverer before for his (R16)."""
    _share(state, winners, state[POT])
    for cover in range(state[COVERS] - 1, -1, -1):
        coverer = 1 << state[COVER_PLAYER + cover]
        best = _best(state, winners | coverer)
        # Equal: the coverer loses, so those who met him keep what they won.
        winners = best if best == coverer else best & ~coverer
        _share(state, winners, state[COVER_AMOUNT + cover])
    state[TURN] = -1
    state[OVER] = ending


@apart
def _share(state: Ints, winners: int, amount: int) -> None:
    """Equal parts; odd chips go one each in order clockwise from the dealer's left (R17)."""
    count = 0
    for i in range(state[PLAYERS]):
        count += winners >> i & 1
    share = amount // count
    odd = amount - share * count
    for i in range(state[PLAYERS]):
        if winners >> i & 1:
            won = share
            if odd:
                won += 1
                odd -= 1
            state[WON + i] += won
            state[STACK + i] += won
