"""R9-R12: the show."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.actions import Best, Show, ShowHand
from teenpatti.game.cards import parse_hand
from teenpatti.game.errors import Code
from teenpatti.game.events import Compared, ShowPaid
from tests.game.dealing import TIED, TRAILS, options, paid, play, refused, shown, start, who, won


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r09_only_with_exactly_two_left(players: int) -> None:
    """However many began."""
    deal = start(players)
    for left in range(players, 2, -1):
        assert deal.legal().show is None
        assert refused(deal, f"{who(deal)} show") is Code.SHOW_NEEDS_TWO
        deal = play(deal, f"{who(deal)} pack")
        assert len(deal.left) == left - 1
    assert deal.legal().show == 1


@pytest.mark.parametrize(
    ("lines", "k", "price"),
    [
        ("p1 bet 1", 1, 1),
        ("p1 bet 2", 1, 2),
        ("p1 bet 1", 2, 2),
        ("p1 bet 2", 2, 4),
        ("p1 see, p1 bet 3", 1, 2),  # P = 3, blind: ceil(3/2)
        ("p1 see, p1 bet 3", 2, 3),  # blind: ceil(2*3/2)
        ("p1 see, p1 bet 3, p2 see", 1, 3),
        ("p1 see, p1 bet 3, p2 see", 2, 6),
        ("p1 see, p1 bet 2, p2 see", 1, 2),
    ],
)
def test_r09_option_show_multiplier(lines: str, k: int, price: int) -> None:
    """ceil(k*P/2) for a blind player, whatever the other is, and k*P for a seen one."""
    deal = play(start(2, show_multiplier=k), lines)
    assert deal.legal().show == price
    before = deal.price
    deal = play(deal, "p2 show")
    assert deal.players[1].paid == 1 + price
    assert deal.price == before
    assert deal.raises == (lines != "p1 bet 1" and "see, p1 bet 2" not in lines)
    assert deal.over


def test_r09_a_blind_player_looks_only_after_paying() -> None:
    """The event of the payment comes before any card, and he stays blind to the rules."""
    deal = play(start(2), "p1 bet 1")
    events = deal.decide(Show(1))
    assert events[0] == ShowPaid(1, 0, 1)
    assert events[1] == Compared("show", (0, 1), (parse_hand(TRAILS[0]), parse_hand(TRAILS[1])), word_due=False)


def test_r09_who_cannot_pay_for_a_show_just_lacks_it() -> None:
    """He can bet, so he is not short (R16)."""
    deal = play(start(2, stacks=[100, 4], show_multiplier=2), "p1 bet 2")
    assert options(deal.legal()) == {"see", "pack", "bet"}
    assert refused(deal, "p2 show") is Code.TOO_FEW_CHIPS
    assert play(deal, "p2 bet 2").players[1].stack == 1


@pytest.mark.parametrize("allowed", [False, True])
def test_r10_option_seen_may_show_blind(allowed: bool) -> None:
    """Off: a seen player facing a blind one may only bet or pack. On: he may, at k*P."""
    deal = play(start(2, seen_may_show_blind=allowed, show_multiplier=2), "p1 bet 1, p2 see")
    if allowed:
        assert options(deal.legal()) == {"pack", "bet", "show"}
        assert paid(play(deal, "p2 show")) == [2, 5]
        return
    assert options(deal.legal()) == {"pack", "bet"}
    assert refused(deal, "p2 show") is Code.SHOW_FACING_BLIND


def test_r10_seen_may_not_ask_blind_for_show() -> None:
    """Until the other has looked too."""
    deal = play(start(2), "p1 see")
    assert refused(deal, "p1 show") is Code.SHOW_FACING_BLIND
    deal = play(deal, "p1 bet 2, p2 see, p2 bet 2")
    assert deal.legal().show == 2


@pytest.mark.parametrize("lines", ["p1 bet 1", "p1 see, p1 bet 2", "p1 see, p1 bet 2, p2 see"])
def test_r11_asker_blind_or_both_seen(lines: str) -> None:
    """Then the one on turn may pay; only he."""
    deal = play(start(2), lines)
    assert deal.legal().show is not None
    assert deal.legal(0).show is None
    assert refused(deal, "p1 show") is Code.NOT_YOUR_TURN
    assert play(deal, "p2 show").over


@pytest.mark.parametrize("hands", [(0, 1), (1, 0)])
@pytest.mark.parametrize("payer", [1, 2])
def test_r12_both_hands_are_revealed_and_the_better_wins(hands: tuple[int, int], payer: int) -> None:
    """Whoever paid; the loser is revealed too, and stays left."""
    deal = start([TRAILS[i] for i in hands])
    deal = play(deal, "p1 show" if payer == 1 else "p1 bet 1, p2 show")
    winner = hands.index(0)
    assert shown(deal) == [1, 2]
    assert deal.winners == (winner,)
    assert won(deal)[winner] == deal.chips_in
    assert deal.left == (0, 1)
    assert who(deal) is None


def test_r12_a_packed_hand_is_not_revealed() -> None:
    """Only those compared."""
    assert shown(play(start(3), "p1 see, p1 pack, p2 show")) == [2, 3]


@pytest.mark.parametrize("payer", [1, 2])
@pytest.mark.parametrize("tie", ["payer_loses", "split"])
def test_r12_option_show_tie(payer: int, tie: str) -> None:
    """Equal hands: who paid loses, or both share, the odd chip to the first from the dealer's left (R17)."""
    deal = start(TIED[:2], show_tie=tie)
    deal = play(deal, "p1 show" if payer == 1 else "p1 bet 1, p2 show")
    pot = 2 + payer
    if tie == "payer_loses":
        assert won(deal) == ([0, pot] if payer == 1 else [pot, 0])
    else:
        assert won(deal) == [(pot + 1) // 2, pot // 2]


def test_r12_option_lowball() -> None:
    """Muflis: the lower hand wins, ties as ever."""
    assert won(play(start(["AsAhAd", "5s3d2c"], lowball=True), "p1 show")) == [0, 3]
    assert won(play(start(["AsAhAd", "5s3d2c"]), "p1 show")) == [3, 0]
    assert won(play(start(TIED[:2], lowball=True), "p1 show")) == [0, 3]


@pytest.mark.parametrize(
    ("named", "expected"),
    [((0,), [3, 0]), ((1,), [0, 3]), ((0, 1), [0, 3]), ((1, 0), [0, 3])],
)
def test_r12_the_dealer_says_who_is_best_of_unknown_hands(named: tuple[int, ...], expected: list[int]) -> None:
    """Prices and turns work without cards; equal hands are named together."""
    deal = play(start("??"), "p1 show")
    assert who(deal) == "d"
    assert not deal.over
    assert deal.legal().best == (0, 1)
    assert str(deal.legal()) == "the dealer's word who is best of p1, p2"
    assert options(deal.legal(0)) == options(deal.legal(1)) == set()
    deal = deal.play(Best(named))
    assert won(deal) == expected
    assert shown(deal) == []


def test_r12_one_unknown_hand_is_enough_to_ask_the_dealer() -> None:
    """His word stands, whatever the cards known or shown are."""
    deal = play(start(["AsAhAd", "?"]), "p1 show")
    assert who(deal) == "d"
    assert shown(deal) == [1]
    deal = play(deal, "p2 sm 5c3c2d, d best p2")
    assert won(deal) == [0, 3]
    assert shown(deal) == [1, 2]


@pytest.mark.parametrize(
    "named", [(), (2,), (0, 0), (-1,), (0, 2), (True,), (0.0,), [0], None, "p1", ((0,),), (0, None)]
)
def test_r12_what_the_dealer_cannot_say(named: Any) -> None:
    """One or more, each once, of the players compared."""
    deal = play(start("???"), "p3 leave, p1 show")
    assert refused(deal, Best(named)) is Code.BAD_BEST


def test_r12_the_dealers_word_is_not_asked_for() -> None:
    """Before a comparison, or where all cards are known."""
    assert refused(start("??"), "d best p1") is Code.NO_COMPARISON_DUE
    assert refused(play(start(2), "p1 show"), "d best p1") is Code.DEAL_OVER
    assert refused(play(start("??"), "p1 pack"), "d best p2") is Code.DEAL_OVER


def test_r12_cards_shown_while_the_word_is_awaited() -> None:
    """They must fit, and decide nothing."""
    deal = play(start("??"), "p1 show")
    assert refused(deal, ShowHand(0)) is Code.HAND_MISMATCH
    deal = play(deal, "p1 sm AsAhAd")
    assert refused(deal, "p2 sm Ac2cAs") is Code.HAND_MISMATCH
    assert who(deal) == "d"
    assert won(play(deal, "p2 sm 2c2d3h, d best p2")) == [0, 3]
