"""What the compiled kernel keeps in its arrays: the rules, one deal as it stands, and what is legal.

The kernel is the second engine. Its functions bear the names of those in ``teenpatti.game`` (``legal`` of moves.py, the
deciders of deal.py, ``compare``, ``judge`` and ``award`` of showdown.py), so that each rule is found in both; a test
plays the same deals through both and compares every step.

**A deal** is one int64 array of ``STATE_SIZE`` numbers. The first are about the deal:

========  ==========================================================================================================
PLAYERS   how many are dealt in, 2 to 17
TURN      who is to act, from 0: on turn, or asked for a side show; -1 when the deal is over
PRICE     seen_price P, twice the stake, in chips
POT       chips in the newest pot
CHIPS_IN  all chips put in
RAISES    raises made in the deal
LEFT      bit i: player i is left, neither packed nor covering
SEEN      bit i: player i has looked
HAS_BET   bit i: player i has put in chips on turn
COVERED   bit i: player i covers
ASKER     who asked for the side show that is open, or -1
TARGET    who was asked for it
COVERS    how many covered pots there are
OVER      how the deal ended (an ``OVER_`` constant), 0 while it runs
ACTIONS   actions played
BETS      bets made
BLIND     bets made blind
========  ==========================================================================================================

Then come arrays of one number a player: ``STACK`` (chips left), ``PAID``, ``WON``, ``BLIND_BETS``, ``STRENGTH`` (1 to
741), and of one number a covered pot, oldest first: ``COVER_PLAYER`` and ``COVER_AMOUNT``; so player i's stack is
``state[STACK + i]``.

**An action** is a verb and a value: the amount of a bet, the player asked for a side show, else 0.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from teenpatti.game.cards import quote
from teenpatti.game.errors import Code, InvalidRules
from teenpatti.game.rules import Rules

MAX_PLAYERS: Final = 17

# fmt: off
(PLAYERS, TURN, PRICE, POT, CHIPS_IN, RAISES, LEFT, SEEN, HAS_BET, COVERED, ASKER, TARGET, COVERS, OVER, ACTIONS, BETS,
 BLIND) = range(17)
STACK, PAID, WON, BLIND_BETS, STRENGTH, COVER_PLAYER, COVER_AMOUNT = range(17, 17 + 7 * MAX_PLAYERS, MAX_PLAYERS)
# fmt: on
STATE_SIZE: Final = 17 + 7 * MAX_PLAYERS

VERBS: Final = ("see", "pack", "bet", "show", "side", "cover", "accept", "refuse")
"""The verbs by number."""
SEE, PACK, BET, SHOW, SIDE, COVER, ACCEPT, REFUSE = range(8)

ENDINGS: Final = ("", "pack", "side", "show", "forced", "cover")
"""How a deal ended, by number: all but one packed, one lost the last side show, a paid show (R12), pot_limit (R17), or
the last one but one covered (R16)."""
OVER_PACK, OVER_SIDE, OVER_SHOW, OVER_FORCED, OVER_COVER = range(1, 6)

MAX_CHIPS: Final = 10**15
"""Greatest amount of an option or a stack. Prices are products and pots are sums of them, and must fit 63 bits."""
MAX_RAISE_FACTOR: Final = 1000
"""Greatest raise_factor, for the same reason."""


class KernelRules(NamedTuple):
    """:class:`~teenpatti.game.rules.Rules` as the kernel asks them: the numbers under their names, and for an option of
    two words whether it is the second. The ranking is in the strengths, and ``look`` only matters off turn."""

    boot: int
    raise_factor: int
    blind_limit: int
    max_seen_bet: int
    pot_limit: int
    max_raises: int
    show_multiplier: int
    side_show_min_players: int
    side_show_multiplier: int
    bet_steps_double: bool
    seen_may_show_blind: bool
    show_tie_split: bool
    side_show: bool
    side_show_with_any: bool
    side_show_all_seen: bool
    short_stack_cover: bool


class KernelLegal(NamedTuple):
    """What the player to act may do: bit v of ``verbs`` for verb v, then bets from ``lowest`` to ``highest``, prices in
    chips, and who may be asked for a side show, bit i for player i. What is not legal is 0."""

    verbs: int
    lowest: int
    highest: int
    show: int
    side: int
    targets: int
    cover: int


def kernel_rules(rules: Rules) -> KernelRules:
    """``rules`` for the kernel. Raises InvalidRules naming the option for those that the kernel does not play: what
    changes the dealing or the deal itself (R20, R21), and amounts that could overflow."""
    for name, played in (("wild", "none"), ("cards_dealt", 3), ("lone_blind", "wins")):
        if getattr(rules, name) != played:
            raise InvalidRules(
                Code.BAD_OPTION_VALUE,
                f"{name} is {quote(getattr(rules, name))}: fast simulation only plays {played}.",
            )
    limits = {"raise_factor": MAX_RAISE_FACTOR} | dict.fromkeys(
        ("boot", "blind_limit", "max_seen_bet", "pot_limit", "max_raises"), MAX_CHIPS
    )
    for name, limit in limits.items():
        if getattr(rules, name) > limit:
            raise InvalidRules(
                Code.BAD_OPTION_VALUE, f"{name} is {quote(getattr(rules, name))}: fast simulation takes up to {limit}."
            )
    return KernelRules(
        boot=rules.boot,
        raise_factor=rules.raise_factor,
        blind_limit=rules.blind_limit,
        max_seen_bet=rules.max_seen_bet,
        pot_limit=rules.pot_limit,
        max_raises=rules.max_raises,
        show_multiplier=rules.show_multiplier,
        side_show_min_players=rules.side_show_min_players,
        side_show_multiplier=rules.side_show_multiplier,
        bet_steps_double=rules.bet_steps == "double",
        seen_may_show_blind=rules.seen_may_show_blind,
        show_tie_split=rules.show_tie == "split",
        side_show=rules.side_show,
        side_show_with_any=rules.side_show_with == "any",
        side_show_all_seen=rules.side_show_all_seen,
        short_stack_cover=rules.short_stack == "cover",
    )


def check_stack(rules: Rules, stack: object) -> int:
    """``stack`` as the kernel takes it. Raises InvalidRules for one that is under the boot, too large or unlimited."""
    if type(stack) is not int or not rules.boot <= stack <= MAX_CHIPS:
        raise InvalidRules(
            Code.BAD_STACK,
            f"A stack is {quote(stack)}: fast simulation takes whole numbers of chips from the boot of "
            f"{quote(rules.boot)} (R18) to {MAX_CHIPS}.",
        )
    return stack


def check_players(players: int) -> None:
    """Raises InvalidRules for a number of players that one deck cannot deal in (R5)."""
    if type(players) is not int or not 2 <= players <= MAX_PLAYERS:
        raise InvalidRules(
            Code.BAD_PLAYER_COUNT, f"{quote(players)} players cannot be dealt in: expected 2 to {MAX_PLAYERS} (R5)."
        )
