"""The state in one number, R7, and the options that limit bets."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.actions import Bet
from teenpatti.game.errors import Code
from teenpatti.game.legal import BetRange, is_doubling
from teenpatti.game.prices import bet_range, price_after, show_price
from teenpatti.game.rules import Rules
from tests.game.dealing import bets, options, paid, play, refused, start, who


@pytest.mark.parametrize(
    ("factor", "price", "blind", "seen"),
    [
        (2, 2, (1, 2), (2, 4)),
        (2, 3, (2, 3), (3, 6)),
        (2, 5, (3, 5), (5, 10)),
        (2, 8, (4, 8), (8, 16)),
        (3, 2, (1, 3), (2, 6)),
        (3, 3, (2, 4), (3, 9)),
        (3, 5, (3, 7), (5, 15)),
        (4, 3, (2, 6), (3, 12)),
        (4, 8, (4, 16), (8, 32)),
        (5, 7, (4, 17), (7, 35)),
        (0, 3, (2, None), (3, None)),
        (2, 10**30 + 1, ((10**30 + 2) // 2, 10**30 + 1), (10**30 + 1, 2 * (10**30 + 1))),
    ],
)
def test_price_r07_the_range_of_a_bet(
    factor: int, price: int, blind: tuple[int, int | None], seen: tuple[int, int | None]
) -> None:
    """ceil(P/2) <= b <= floor(f*P/2) blind, P <= a <= f*P seen; f = 0: no upper limit. Rounded once, at the end."""
    rules = Rules(raise_factor=factor)
    assert bet_range(rules, price, seen=False)[:2] == blind
    assert bet_range(rules, price, seen=True)[:2] == seen


@pytest.mark.parametrize(
    ("lines", "price", "then"),
    [
        ("p1 bet 1", 2, (1, 2)),
        ("p1 bet 2", 4, (2, 4)),
        ("p1 see, p1 bet 2", 2, (1, 2)),
        ("p1 see, p1 bet 3", 3, (2, 3)),
        ("p1 see, p1 bet 4", 4, (2, 4)),
        ("p1 see, p1 bet 3, p2 bet 2", 4, (4, 8)),
        ("p1 see, p1 bet 3, p2 bet 3", 6, (6, 12)),
        ("p1 see, p1 bet 3, p2 see, p2 bet 3", 3, (3, 6)),
        ("p1 see, p1 bet 3, p2 see, p2 bet 5", 5, (5, 10)),
    ],
)
def test_price_r07_after_a_bet(lines: str, price: int, then: tuple[int, int]) -> None:
    """P becomes what a seen player put in, or twice what a blind one did."""
    deal = play(start(2), lines)
    assert deal.price == price
    assert bets(deal) == then


def test_price_r07_the_stakes_of_the_sources() -> None:
    """Blind s to 2s, seen 2s to 4s; a seen bet of 2 leaves a stake of 1."""
    deal = play(start(4), "p1 bet 1, p2 see, p2 bet 2")
    assert bets(deal) == (1, 2)
    deal = play(deal, "p3 bet 2")
    assert bets(play(deal, "p4 see")) == (4, 8)
    assert paid(deal) == [2, 3, 3, 1]


@pytest.mark.parametrize("amount", [0, -1, -(10**30), True, False, 1.0, 2.5, "1", None, float("nan"), b"1", [1]])
def test_price_r07_what_is_no_amount(amount: Any) -> None:
    """A float, a bool, zero or a negative amount is an illegal amount."""
    deal = start(2)
    assert refused(deal, Bet(0, amount)) is Code.BAD_AMOUNT


def test_price_r07_out_of_range() -> None:
    """With the limit in the message."""
    deal = play(start(2), "p1 bet 2")
    assert refused(deal, "p2 bet 1") is Code.BET_TOO_LOW
    assert refused(deal, "p2 bet 5") is Code.BET_TOO_HIGH
    assert refused(deal, Bet(1, 10**5000)) is Code.BET_TOO_HIGH
    poor = start(2, stacks=[100, 4])
    assert bets(play(poor, "p1 bet 2")) == (2, 3)
    assert refused(play(poor, "p1 bet 2"), "p2 bet 4") is Code.TOO_FEW_CHIPS


def test_price_r07_huge_numbers() -> None:
    """Chips are integers of any size."""
    boot = 10**30
    deal = play(start(2, stacks=10**40, boot=boot), f"p1 see, p1 bet {3 * boot + 1}")
    assert deal.price == 3 * boot + 1
    assert bets(deal) == ((3 * boot + 2) // 2, 3 * boot + 1)
    deal = play(deal, f"p2 bet {3 * boot}, p1 pack")
    assert deal.players[1].won == 2 * boot + 6 * boot + 1


def test_unlimited_stacks_are_never_short() -> None:
    """A tab: no stack limits anything."""
    deal = start(2, stacks=None, raise_factor=0)
    assert bets(deal) == (1, None)
    deal = play(deal, f"p1 bet {10**50}")
    assert deal.players[0].stack is None
    assert bets(deal) == (10**50, None)
    assert play(deal, "p2 pack").players[0].stack is None


@pytest.mark.parametrize(("factor", "highest"), [(2, 2), (3, 3), (7, 7), (0, 99)])
def test_option_raise_factor(factor: int, highest: int) -> None:
    """With no factor only the stack limits."""
    deal = start(2, raise_factor=factor)
    assert bets(deal) == (1, highest)
    assert refused(deal, f"p1 bet {highest + 1}") in (Code.BET_TOO_HIGH, Code.TOO_FEW_CHIPS)


@pytest.mark.parametrize(
    ("options", "stack", "steps"),
    [
        ({"bet_steps": "any"}, 100, None),
        ({"bet_steps": "double"}, 100, (1, 2)),
        ({"bet_steps": "double", "raise_factor": 7}, 100, (1, 2, 4)),
        ({"bet_steps": "double", "raise_factor": 8}, 100, (1, 2, 4, 8)),
        ({"bet_steps": "double", "raise_factor": 8}, 7, (1, 2, 4)),
        ({"bet_steps": "double", "raise_factor": 0}, 20, (1, 2, 4, 8, 16)),
        ({"bet_steps": "double", "raise_factor": 0}, None, None),
        ({"bet_steps": "double", "raise_factor": 0, "max_seen_bet": 10}, None, (1, 2, 4)),
        ({"bet_steps": "double", "raise_factor": 8, "max_seen_bet": 6}, 100, (1, 2)),
        ({"bet_steps": "double", "max_seen_bet": 2}, 100, (1,)),
    ],
)
def test_option_bet_steps(options: dict[str, Any], stack: int | None, steps: tuple[int, ...] | None) -> None:
    """double: the lowest bet times 1, 2, 4 ... within all limits, the stack too."""
    deal = start(2, stacks=stack, **options)
    bet = deal.legal().bet
    assert bet is not None
    assert bet.steps == steps
    assert bet.doubling == (options["bet_steps"] == "double")
    top = 40
    allowed = [amount for amount in range(1, top) if bet.allows(amount)]
    expected = range(1, 3) if not bet.doubling else steps or (1, 2, 4, 8, 16, 32)
    assert allowed == list(expected)
    for amount in range(1, top):
        if amount in allowed:
            assert deal.play(Bet(0, amount)).players[0].paid == 1 + amount
        else:
            assert refused(deal, f"p1 bet {amount}") in (
                Code.BET_TOO_HIGH,
                Code.TOO_FEW_CHIPS,
                Code.BET_NOT_A_STEP,
            )


def test_option_bet_steps_names_the_refusal() -> None:
    """3 is in the range and no step; 16 is a step and above the limit."""
    deal = start(2, bet_steps="double", raise_factor=8)
    assert refused(deal, "p1 bet 3") is Code.BET_NOT_A_STEP
    assert refused(deal, "p1 bet 9") is Code.BET_TOO_HIGH
    assert refused(deal, "p1 bet 7") is Code.BET_NOT_A_STEP
    assert str(deal.legal()) == "see, bet 1 or 2 or 4 or 8, show for 1, pack"


def test_option_bet_steps_at_an_odd_price() -> None:
    """Steps are of the lowest bet, not of P."""
    deal = play(start(2, raise_factor=3), "p1 see, p1 bet 3")
    double = play(start(2, raise_factor=3, bet_steps="double"), "p1 see, p1 bet 2")
    assert bets(deal) == (2, 4)
    bet = bet_range(Rules(bet_steps="double", raise_factor=5), 3, seen=False)
    assert bet.steps == (2, 4)
    assert double.price == 2


@pytest.mark.parametrize(
    ("lowest", "amount", "doubling"),
    [(3, 3, True), (3, 6, True), (3, 12, True), (3, 9, False), (3, 7, False), (2, 1, False)],
)
def test_is_doubling(lowest: int, amount: int, doubling: bool) -> None:
    """Times a power of two."""
    assert is_doubling(lowest, amount) is doubling


@pytest.mark.parametrize("limit", [0, 1, 2, 4])
def test_option_blind_limit(limit: int) -> None:
    """After n blind bets of his own a blind player can only look or pack; 0: none."""
    deal = start(2, stacks=None, blind_limit=limit)
    for made in range(8):
        if limit and made >= limit:
            assert options(deal.legal()) == {"see", "pack"}
            for line in ("p1 bet 1", "p1 show", "p1 side p2"):
                assert refused(deal, line) is Code.BLIND_LIMIT
            assert refused(deal, "p1 cover") is Code.COVER_OFF
            assert bets(play(deal, "p1 see")) == (2, 4)
            assert play(deal, "p1 pack").over
            return
        assert "bet" in options(deal.legal())
        deal = play(deal, "p1 bet 1, p2 see, p2 bet 2" if made == 0 else "p1 bet 1, p2 bet 2")
    assert limit == 0


def test_option_blind_limit_counts_own_blind_bets_only() -> None:
    """Not those of others, and not what he bet seen."""
    deal = play(start(3, blind_limit=2), "p1 bet 1, p2 bet 1, p3 see, p3 bet 2, p1 bet 1, p2 bet 1, p3 bet 2")
    assert [player.blind_bets for player in deal.players] == [2, 2, 0]
    assert options(deal.legal()) == {"see", "pack"}
    deal = play(deal, "p1 see, p1 bet 2, p2 pack")
    assert options(deal.legal()) >= {"bet", "pack"}


def test_option_blind_limit_rules_out_a_cover() -> None:
    """A short player at his limit must look before he can cover."""
    deal = play(start(2, stacks=[3, 99], blind_limit=1, short_stack="cover"), "p1 bet 2, p2 bet 2")
    assert deal.players[0].stack == 0
    assert options(deal.legal()) == {"see", "pack"}
    assert {refused(deal, f"p1 {wish}") for wish in ("cover", "bet 2", "show")} == {Code.BLIND_LIMIT}
    assert play(deal, "p1 see").legal().cover == 0


@pytest.mark.parametrize("limit", [0, 4, 6, 8])
def test_option_max_seen_bet(limit: int) -> None:
    """Seen bets at most n, blind bets at most n/2; 0: none."""
    deal = start(2, stacks=1000, max_seen_bet=limit, raise_factor=0)
    if not limit:
        assert bets(deal) == (1, 999)
        return
    assert bets(deal) == (1, limit // 2)
    assert bets(play(deal, "p1 see")) == (2, limit)
    assert refused(deal, f"p1 bet {limit // 2 + 1}") is Code.BET_TOO_HIGH
    # P never passes the limit, so there is always a lowest bet to make.
    top = play(deal, f"p1 bet {limit // 2}")
    assert top.price == limit
    assert bets(top) == (limit // 2, limit // 2)
    assert bets(play(top, "p2 see")) == (limit, limit)


def test_option_max_seen_bet_does_not_limit_shows() -> None:
    """Prices of shows and side shows are no bets (R13)."""
    deal = start(2, max_seen_bet=2, show_multiplier=2, side_show_multiplier=2, bet_steps="double")
    deal = play(deal, "p1 see, p1 bet 2, p2 see")
    legal = deal.legal()
    assert legal.bet == BetRange(2, 2, doubling=True)
    assert legal.show == 4
    assert legal.side is not None
    assert legal.side.price == 4


@pytest.mark.parametrize("limit", [0, 1, 2, 3])
def test_option_max_raises(limit: int) -> None:
    """After the n-th raise of the deal every bet is the lowest legal one; 0: none."""
    deal = start(2, stacks=None, max_raises=limit)
    for raises in range(5):
        lowest, highest = bets(deal) or (0, 0)
        if limit and raises == limit:
            assert highest == lowest
            assert refused(deal, f"p{(deal.turn or 0) + 1} bet {lowest + 1}") is Code.BET_TOO_HIGH
            return
        assert highest == 2 * lowest
        assert deal.raises == raises
        deal = play(deal, f"{who(deal)} bet {lowest + 1}")
    assert limit == 0


def test_option_max_raises_what_a_raise_is() -> None:
    """A bet above the lowest legal for that player at that moment; rounding up to the lowest is none."""
    deal = play(start(3, max_raises=1), "p1 see, p1 bet 2, p2 bet 1")
    assert deal.raises == 0
    deal = play(deal, "p3 bet 2")
    assert deal.raises == 1
    assert bets(deal) == (4, 4)
    odd = play(start(2, max_raises=2), "p1 see, p1 bet 3, p2 bet 2")
    assert odd.raises == 1
    assert odd.price == 4
    assert bets(odd) == (4, 8)
    assert play(odd, "p1 bet 5").raises == 2


def test_option_max_raises_shows_and_side_shows_are_no_raises() -> None:
    """Their price leaves P as it is."""
    deal = play(
        start(3, max_raises=1, side_show_multiplier=2), "p1 see, p1 bet 2, p2 see, p2 bet 2, p3 see, p3 side p2"
    )
    assert deal.raises == 0
    assert deal.price == 2
    assert bets(play(deal, "p2 refuse")) == (2, 4)


@pytest.mark.parametrize(("amount", "seen", "price"), [(3, True, 3), (3, False, 6), (1, False, 2)])
def test_price_after(amount: int, seen: bool, price: int) -> None:
    """Rounded nowhere."""
    assert price_after(amount, seen) == price


@pytest.mark.parametrize(
    ("multiplier", "price", "blind", "seen"), [(1, 2, 1, 2), (1, 3, 2, 3), (2, 3, 3, 6), (2, 2, 2, 4), (1, 5, 3, 5)]
)
def test_r09_show_prices(multiplier: int, price: int, blind: int, seen: int) -> None:
    """ceil(k*P/2) and k*P: rounded once, at the end, so at k = 2 an odd P needs no rounding."""
    rules = Rules(show_multiplier=multiplier)  # type: ignore[arg-type]
    assert show_price(rules, price, seen=False) == blind
    assert show_price(rules, price, seen=True) == seen
