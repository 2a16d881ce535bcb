"""Whole deals in the kernel: who does what, and how it ended."""

from __future__ import annotations

import numpy as np

from teenpatti.lab.arrays import Bytes, Floats, Ints, StrengthTable, Words
from teenpatti.lab.compiled import apart, compiled, inlined
from teenpatti.lab.kernel_deal import apply, start
from teenpatti.lab.kernel_moves import legal
from teenpatti.lab.kernel_random import below, deal_three, new_deck, seed_deal, strength_of, unit
from teenpatti.lab.kernel_state import (
    ACCEPT,
    ACTIONS,
    BET,
    BETS,
    BLIND,
    CHIPS_IN,
    COVER,
    COVERED,
    LEFT,
    OVER,
    PACK,
    PAID,
    PLAYERS,
    PRICE,
    RAISES,
    REFUSE,
    SEE,
    SEEN,
    SHOW,
    SIDE,
    STACK,
    STATE_SIZE,
    STRENGTH,
    TURN,
    WON,
    KernelLegal,
    KernelRules,
)
from teenpatti.lab.policies import (
    CHOICE_ACCEPT,
    CHOICE_BET,
    CHOICE_COVER,
    CHOICE_PACK,
    CHOICE_RAISE,
    CHOICE_REFUSE,
    CHOICE_SEE,
    CHOICE_SHOW,
    CHOICE_SIDE,
    CHOICES,
    LEFT_STEPS,
    PRICE_STEPS,
)

STEP_SIZE = 14
"""Numbers of a step as :func:`drive` records it; see there."""


@inlined
def one_of_bits(rng: Words, bits: int) -> int:
    """The place of one of the bits that are set, each equally likely."""
    count = 0
    rest = bits
    while rest:
        rest &= rest - 1
        count += 1
    skip = below(rng, count)
    place = 0
    while True:
        if bits >> place & 1:
            if skip == 0:
                return place
            skip -= 1
        place += 1


@inlined
def choose_at_random(now: KernelLegal, rng: Words) -> tuple[int, int]:
    """One of the legal verbs, each equally likely, then one of its amounts or players, each equally likely."""
    verb = one_of_bits(rng, now.verbs)
    if verb == BET:
        return verb, now.lowest + below(rng, now.highest - now.lowest + 1)
    if verb == SIDE:
        return verb, one_of_bits(rng, now.targets)
    return verb, 0


@apart
def choose_a_step(now: KernelLegal, rng: Words) -> tuple[int, int]:
    """The same where bets double."""
    verb = one_of_bits(rng, now.verbs)
    if verb == BET:
        steps = 1
        while now.lowest << steps <= now.highest:
            steps += 1
        return verb, now.lowest << below(rng, steps)
    if verb == SIDE:
        return verb, one_of_bits(rng, now.targets)
    return verb, 0


@inlined
def situation(rules: KernelRules, state: Ints) -> int:
    """The number of the situation of the player to act; see ``policies.py``."""
    player = state[TURN]
    seen = state[SEEN] >> player & 1
    others = state[LEFT] & ~(1 << player)
    left = 0
    rest = others & (others - 1)
    while rest and left < LEFT_STEPS - 1:
        rest &= rest - 1
        left += 1
    price = 0
    step = 2 * rules.boot
    while price < PRICE_STEPS - 1 and state[PRICE] > step:
        step *= 4
        price += 1
    blind = 1 if others & ~state[SEEN] else 0
    return ((seen * LEFT_STEPS + left) * PRICE_STEPS + price) * 2 + blind


@apart
def choose_by_policy(
    rules: KernelRules, state: Ints, now: KernelLegal, weights: Floats, bucket: int, rng: Words
) -> tuple[int, int]:
    """One of the legal choices by their weights in the table; without weight the mildest legal one."""
    row = weights[situation(rules, state), bucket]
    verbs = now.verbs
    can = 1 << CHOICE_RAISE if now.highest > now.lowest else 0
    can |= (verbs >> SEE & 1) << CHOICE_SEE
    can |= (verbs >> PACK & 1) << CHOICE_PACK
    can |= (verbs >> BET & 1) << CHOICE_BET
    can |= (verbs >> SHOW & 1) << CHOICE_SHOW
    can |= (verbs >> SIDE & 1) << CHOICE_SIDE
    can |= (verbs >> COVER & 1) << CHOICE_COVER
    can |= (verbs >> ACCEPT & 1) << CHOICE_ACCEPT
    can |= (verbs >> REFUSE & 1) << CHOICE_REFUSE
    total = 0.0
    for choice in range(CHOICES):
        if can >> choice & 1:
            total += row[choice]
    if total > 0:
        point = unit(rng) * total
        last = -1
        for choice in range(CHOICES):
            if can >> choice & 1 and row[choice] > 0:
                last = choice
                point -= row[choice]
                if point < 0:
                    break
        return _action(now, last, rng)
    for choice in (CHOICE_BET, CHOICE_REFUSE, CHOICE_SEE, CHOICE_COVER):
        if can >> choice & 1:
            return _action(now, choice, rng)
    return PACK, 0


@apart
def _action(now: KernelLegal, choice: int, rng: Words) -> tuple[int, int]:
    if choice == CHOICE_BET:
        return BET, now.lowest
    if choice == CHOICE_RAISE:
        return BET, min(2 * now.lowest, now.highest)
    if choice == CHOICE_SIDE:
        return SIDE, one_of_bits(rng, now.targets)
    if choice == CHOICE_SEE:
        return SEE, 0
    if choice == CHOICE_PACK:
        return PACK, 0
    if choice == CHOICE_SHOW:
        return SHOW, 0
    if choice == CHOICE_COVER:
        return COVER, 0
    return (ACCEPT if choice == CHOICE_ACCEPT else REFUSE), 0


@inlined
def choose(
    rules: KernelRules, state: Ints, policies: Floats, seats: Ints, buckets: Bytes, rng: Words
) -> tuple[int, int]:
    """What the player to act does, by his policy; -1 plays at random."""
    now = legal(rules, state)
    player = state[TURN]
    if seats[player] < 0:
        return choose_a_step(now, rng) if rules.bet_steps_double else choose_at_random(now, rng)
    # A blind player does not know his hand, so all hands are one bucket to him.
    bucket = buckets[state[STRENGTH + player]] if state[SEEN] >> player & 1 else 0
    return choose_by_policy(rules, state, now, policies[seats[player]], bucket, rng)


@inlined
def begin(rules: KernelRules, state: Ints, deck: Bytes, rng: Words, stacks: Ints, strengths: StrengthTable) -> None:
    """Deal: the cards of player i are at places 3i to 3i + 2 of ``deck``."""
    players = len(stacks)
    cards = new_deck(deck)
    state[PLAYERS] = players
    for i in range(players):
        deal_three(rng, deck, 3 * i, cards)
        state[STRENGTH + i] = strength_of(deck, 3 * i, strengths)
        state[STACK + i] = stacks[i]
    start(rules, state)


@compiled
def play_range(
    rules: KernelRules,
    seed: np.uint64,
    first: int,
    stacks: Ints,
    strengths: StrengthTable,
    policies: Floats,
    seats: Ints,
    buckets: Bytes,
    net: Ints,
    facts: Ints,
    deck: Bytes,
    log: Ints,
) -> None:
    """Play deals ``first``, ``first`` + 1 ... of ``seed``, one for each row of ``net`` and ``facts``.

    ``deck`` holds the cards of the last deal afterwards, ``log`` a row of player, verb and value for each of its
    actions, as far as there are rows.
    """
    state = np.zeros(STATE_SIZE, np.int64)
    rng = np.zeros(4, np.uint64)
    for row in range(len(net)):
        seed_deal(rng, seed, np.uint64(first + row))
        begin(rules, state, deck, rng, stacks, strengths)
        while not state[OVER]:
            verb, value = choose(rules, state, policies, seats, buckets, rng)
            count = state[ACTIONS]
            if count < len(log):
                log[count, 0] = state[TURN]
                log[count, 1] = verb
                log[count, 2] = value
            apply(rules, state, verb, value)
        for i in range(len(stacks)):
            net[row, i] = state[WON + i] - state[PAID + i]
        facts[row, 0] = state[CHIPS_IN]
        facts[row, 1] = state[ACTIONS]
        facts[row, 2] = state[OVER]
        facts[row, 3] = state[BETS]
        facts[row, 4] = state[BLIND]
        facts[row, 5] = state[RAISES]


@compiled
def drive(rules: KernelRules, state: Ints, actions: Ints, steps: Ints, paid: Ints) -> int:
    """Play the given actions, rows of verb and value, from a ``state`` with players, stacks and strengths.

    Row k of ``steps`` is the deal after k actions: turn, P, chips in, over, left and seen as bits, then the seven
    numbers of what is legal, then the covered as bits; row k of ``paid`` what each player has put in. The number of
    actions played: it stops before one that is not legal.
    """
    start(rules, state)
    _write_step(rules, state, steps[0], paid[0])
    for k in range(len(actions)):
        verb = actions[k, 0]
        value = actions[k, 1]
        if not is_legal(rules, state, verb, value):
            return k
        apply(rules, state, verb, value)
        _write_step(rules, state, steps[k + 1], paid[k + 1])
    return len(actions)


@inlined
def is_legal(rules: KernelRules, state: Ints, verb: int, value: int) -> bool:
    """Whether the player to act may do so."""
    now = legal(rules, state)
    if not (0 <= verb < 8 and now.verbs >> verb & 1):
        return False
    if verb == BET:
        if not now.lowest <= value <= now.highest:
            return False
        if rules.bet_steps_double:
            times = value // now.lowest
            return times * now.lowest == value and times & (times - 1) == 0
        return True
    if verb == SIDE:
        return 0 <= value < state[PLAYERS] and bool(now.targets >> value & 1)
    return value == 0


@inlined
def _write_step(rules: KernelRules, state: Ints, step: Ints, paid: Ints) -> None:
    now = legal(rules, state)
    step[0] = state[TURN]
    step[1] = state[PRICE]
    step[2] = state[CHIPS_IN]
    step[3] = state[OVER]
    step[4] = state[LEFT]
    step[5] = state[SEEN]
    step[6] = now.verbs
    step[7] = now.lowest
    step[8] = now.highest
    step[9] = now.show
    step[10] = now.side
    step[11] = now.targets
    step[12] = now.cover
    step[13] = state[COVERED]
    for i in range(state[PLAYERS]):
        paid[i] = state[PAID + i]


@compiled
def deal_and_compare(
    seed: np.uint64, first: int, deals: int, players: int, strengths: StrengthTable
) -> tuple[int, int]:
    """Deal ``deals`` times to ``players``: how often player 0 was best alone, and best with others."""
    deck = np.zeros(52, np.uint8)
    rng = np.zeros(4, np.uint64)
    wins = 0
    ties = 0
    for number in range(first, first + deals):
        seed_deal(rng, seed, np.uint64(number))
        cards = new_deck(deck)
        deal_three(rng, deck, 0, cards)
        own = strength_of(deck, 0, strengths)
        other = 0
        for i in range(1, players):
            deal_three(rng, deck, 3 * i, cards)
            other = max(other, strength_of(deck, 3 * i, strengths))
        wins += own > other
        ties += own == other
    return wins, ties
