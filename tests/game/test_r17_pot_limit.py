"""R17: the pot limit, forced shows, and sharing."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.cards import parse_hand
from teenpatti.game.errors import Code
from teenpatti.game.events import BetMade, Compared, DealStarted, PotWon, SideAsked
from teenpatti.game.state import CoveredPot
from tests.game.dealing import TIED, TRAILS, bets, paid, play, refused, shown, start, who, won


@pytest.mark.parametrize("limit", [0, 1, 3, 4, 5, 10**30])
def test_r17_option_pot_limit_tests_the_boots_too(limit: int) -> None:
    """Three boots of 1; 0: none."""
    deal = start(3, pot_limit=limit)
    if 0 < limit <= 3:
        assert won(deal) == [3, 0, 0]
        assert shown(deal) == [1, 2, 3]
        assert deal.legal() == deal.legal(0)
        assert refused(deal, "p1 bet 1") is Code.DEAL_OVER
        first, second = deal.events[:2]
        assert isinstance(first, DealStarted)
        assert first.turn is None
        assert isinstance(second, Compared)
        assert second.contest == "forced"
    else:
        assert who(deal) == "p1"
        assert play(deal, "p1 bet 1").over == (limit == 4)


def test_r17_boots_that_fill_the_pot_of_unknown_hands() -> None:
    """The dealer's word is the first action."""
    deal = start("???", pot_limit=3)
    assert who(deal) == "d"
    assert deal.legal().best == (0, 1, 2)
    assert won(play(deal, "d best p3 p2")) == [0, 2, 1]


def test_r17_a_bet_that_fills_the_pot_ends_the_deal() -> None:
    """All hands left are shown, blind ones too; the best wins."""
    deal = play(start(4, pot_limit=7), "p1 pack, p2 see, p2 bet 2, p3 bet 1")
    assert deal.over
    assert won(deal) == [0, 7, 0, 0]
    assert shown(deal) == [2, 3, 4]
    assert not deal.players[3].seen


def test_r17_a_bet_is_never_trimmed() -> None:
    """pot >= n, so it may go beyond."""
    deal = start(2, pot_limit=3)
    assert bets(deal) == (1, 2)
    assert won(play(deal, "p1 bet 2")) == [4, 0]


@pytest.mark.parametrize("hands", [TIED[:2], TIED[1::-1]])
@pytest.mark.parametrize("tie", ["payer_loses", "split"])
def test_r17_a_payment_for_a_show_is_a_show_even_if_it_fills_the_pot(hands: tuple[str, ...], tie: str) -> None:
    """R12 and show_tie decide."""
    deal = play(start(hands, pot_limit=3, show_tie=tie), "p1 show")
    assert won(deal) == ([0, 3] if tie == "payer_loses" else [2, 1])


def test_r17_a_side_show_whose_payment_fills_the_pot_is_dropped() -> None:
    """All hands left are shown; equal best share."""
    hands = (TIED[0], TIED[1], TRAILS[12])
    deal = play(start(hands, pot_limit=11), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)))
    deal = play(deal, "p1 side p3")
    assert deal.over
    assert SideAsked(0, 2, 2, turn=None) in deal.events
    assert deal.side is None
    assert won(deal) == [0, 0, 11]
    tied = play(start(TIED[:3], pot_limit=11), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)), "p1 side p3")
    assert won(tied) == [4, 4, 3]


def test_r17_a_forced_show_with_two_left_is_no_paid_show() -> None:
    """The payer of a bet does not lose a tie."""
    assert won(play(start(TIED[:2], pot_limit=3), "p1 bet 1")) == [2, 1]


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ((TIED[0], TIED[1], "2c3d5h", TIED[2]), [2, 2, 0, 1]),
        (("2c3d5h", TIED[0], TIED[1], "2d3c5s"), [0, 3, 2, 0]),
        ((TIED[0], "2c3d5h", "2d3c5s", TIED[1]), [3, 0, 0, 2]),
        (TIED, [2, 1, 1, 1]),
    ],
)
def test_r17_odd_chips_clockwise_from_the_dealers_left(hands: tuple[str, ...], expected: list[int]) -> None:
    """One each to the winners in that order."""
    assert won(play(start(hands, pot_limit=5), "p1 bet 1")) == expected


def test_r17_huge_pots_are_shared_to_the_chip() -> None:
    """No float anywhere."""
    boot = 10**30 + 1
    deal = play(start(TIED[:3], stacks=10**32, boot=boot, pot_limit=4 * boot), f"p1 bet {boot}")
    share, odd = divmod(4 * boot, 3)
    assert won(deal) == [share + (i < odd) for i in range(3)]


def _tied_with_a_cover(**options: Any) -> list[tuple[int, ...]]:
    deal = start([TIED[0], "2c3d5h", TIED[1]], stacks=[99, 1, 99], short_stack="cover", **options)
    deal = play(deal, "p1 bet 1, p2 cover, p3 bet 1")
    return [event.shares for event in deal.events if isinstance(event, PotWon)]


def test_r17_each_shared_pot_is_divided_by_itself() -> None:
    """Two odd pots: both odd chips go to the first."""
    assert _tied_with_a_cover(pot_limit=5) == [(1, 0), (2, 2)]
    deal = start([TIED[0], "2c3d5h", TIED[1]], stacks=[99, 2, 99], boot=1, short_stack="cover", pot_limit=7)
    deal = play(deal, "p1 see, p1 bet 3, p2 see, p2 cover")
    assert [event.shares for event in deal.events if isinstance(event, PotWon)] == [(0, 0), (4, 3)]
    deal = start([TIED[0], "2c3d5h", TIED[1]], stacks=[99, 2, 99], boot=1, short_stack="cover", pot_limit=10)
    deal = play(deal, "p1 see, p1 bet 3, p2 see, p2 cover, p3 see, p3 bet 3")
    assert [event.shares for event in deal.events if isinstance(event, PotWon)] == [(2, 1), (4, 3)]
    assert won(deal) == [6, 0, 4]


def test_r17_pot_limit_counts_all_pots_together() -> None:
    """The covered ones too (R16)."""
    deal = start(3, stacks=[99, 1, 99], short_stack="cover", pot_limit=6)
    deal = play(deal, "p1 bet 1, p2 cover, p3 bet 1")
    assert not deal.over
    assert deal.pot == 1
    assert play(deal, "p1 bet 1").over


def test_r17_a_cover_that_fills_the_pot_is_a_forced_show_for_the_empty_newest_pot() -> None:
    """With two or more left; its winner meets the coverer."""
    deal = start([TRAILS[2], TRAILS[0], TRAILS[1]], stacks=[99, 2, 99], short_stack="cover", pot_limit=6)
    deal = play(deal, "p1 bet 2, p2 cover")
    assert deal.over
    assert won(deal) == [0, 6, 0]
    assert [event for event in deal.events if isinstance(event, PotWon)] == [
        PotWon((2,), (0,), None),
        PotWon((1,), (6,), 1),
    ]
    assert shown(deal) == [1, 2, 3]


def test_r17_with_one_left_a_cover_that_fills_the_pot_is_r16() -> None:
    """The one left wins the newest pot unseen."""
    deal = play(start(2, stacks=[99, 2], short_stack="cover", pot_limit=5), "p1 bet 2, p2 cover")
    assert won(deal) == [5, 0]


def test_r17_losers_stay_left() -> None:
    """They do not pack."""
    deal = play(start(3, pot_limit=4), "p1 bet 1")
    assert deal.left == (0, 1, 2)
    assert not any(player.packed for player in deal.players)


def test_r17_events_of_a_forced_show() -> None:
    """The bet, the comparison with all hands, the pot, the end."""
    deal = play(start(2, pot_limit=3), "p1 bet 1")
    assert deal.events[1] == BetMade(0, 1, blind=True, raised=False, price=2, turn=None)
    assert deal.events[2] == Compared("forced", (0, 1), (parse_hand(TRAILS[0]), parse_hand(TRAILS[1])), word_due=False)
    assert paid(deal) == [2, 1]


def test_r17_covers_wait_under_a_forced_show() -> None:
    """Who has covered is not compared for the newest pot."""
    deal = start("????", stacks=[99, 1, 99, 99], short_stack="cover", pot_limit=7)
    deal = play(deal, "p1 bet 1, p2 cover, p3 bet 1, p4 bet 1")
    assert deal.covers == (CoveredPot(1, 5),)
    assert deal.legal().best == (0, 2, 3)
    deal = play(deal, "d best p4")
    assert deal.legal().best == (1, 3)
    assert won(play(deal, "d best p2 p4")) == [0, 0, 0, 7]
