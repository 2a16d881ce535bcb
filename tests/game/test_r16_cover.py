"""R16: going short, and covered pots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from teenpatti.game.actions import Cover
from teenpatti.game.errors import Code
from teenpatti.game.events import Compared, Covered, LeftCovering, PotWon
from teenpatti.game.state import CoveredPot
from tests.game.dealing import TIED, TRAILS, bets, options, paid, play, refused, shown, start, who, won


@pytest.mark.parametrize("short_stack", ["pack", "cover"])
@pytest.mark.parametrize(("blind", "stack"), [(True, 2), (False, 4), (True, 1), (False, 3)])
def test_r16_option_short_stack(short_stack: str, blind: bool, stack: int) -> None:
    """Short is who cannot pay the lowest bet, here 2 blind and 4 seen; he packs or looks, or may cover."""
    deal = play(start(3, stacks=[100, 1 + stack, 100], short_stack=short_stack), "p1 bet 2")
    if not blind:
        deal = play(deal, "p2 see")
    short = stack < (2 if blind else 4)
    if not short:
        assert bets(deal) == (stack, stack)
        assert refused(deal, "p2 cover") is (Code.COVER_OFF if short_stack == "pack" else Code.COVER_NOT_SHORT)
        return
    assert refused(deal, f"p2 bet {stack}") is Code.BET_TOO_LOW
    assert refused(deal, f"p2 bet {stack + 1}") is Code.TOO_FEW_CHIPS
    may = {"see", "pack"} if blind else {"pack"}
    if short_stack == "pack":
        assert options(deal.legal()) == may
        assert refused(deal, "p2 cover") is Code.COVER_OFF
        assert who(play(deal, "p2 pack")) == "p3"
        return
    assert options(deal.legal()) == may | {"cover"}
    assert deal.legal().cover == stack
    assert play(deal, "p2 cover").covers == (CoveredPot(1, 3 + 2 + stack),)


def test_r16_a_blind_player_may_be_short_only_after_the_look() -> None:
    """Every action is judged as things stand (R7)."""
    deal = start(3, stacks=[2, 9, 9], short_stack="cover")
    assert bets(deal) == (1, 1)
    assert refused(deal, "p1 cover") is Code.COVER_NOT_SHORT
    deal = play(deal, "p1 see")
    assert options(deal.legal()) == {"pack", "cover"}


def test_r16_all_chips_of_the_newest_pot_become_the_covered_pot() -> None:
    """His too; later payments form a new pot at unchanged P."""
    deal = play(start(3, stacks=[99, 2, 99], short_stack="cover"), "p1 bet 2")
    assert deal.decide(Cover(1)) == (Covered(1, 1, pot=6, turn=2),)
    deal = play(deal, "p2 cover")
    assert deal.pot == 0
    assert deal.chips_in == 6
    assert deal.covers == (CoveredPot(1, 6),)
    assert deal.price == 4
    assert bets(deal) == (2, 4)
    assert deal.left == (0, 2)
    deal = play(deal, "p3 bet 2")
    assert deal.pot == 2
    assert deal.chips_in == 8


def test_r16_a_coverer_has_no_more_turns_and_may_not_look() -> None:
    """He does not count as left."""
    deal = play(start(4, stacks=[99, 2, 99, 99], short_stack="cover", look="any_time"), "p1 bet 2, p2 cover, p3 bet 2")
    for wish in ("see", "bet 1", "pack", "cover", "show", "side p1", "accept", "refuse"):
        assert refused(deal, f"p2 {wish}") is Code.NOT_LEFT
    deal = play(deal, "p4 bet 2, p1 bet 2")
    assert who(deal) == "p3"
    # With p4 gone two are left, so a show is legal though three hands are in.
    assert play(deal, "p3 bet 2, p4 pack").legal().show == 2


def test_r16_a_cover_of_nothing() -> None:
    """Even 0; and the covered pot may be 0 too."""
    deal = play(start(4, stacks=[99, 1, 1, 99], short_stack="cover"), "p1 bet 1, p2 cover")
    assert paid(deal) == [2, 1, 1, 1]
    assert deal.covers == (CoveredPot(1, 5),)
    deal = play(deal, "p3 cover")
    assert deal.covers == (CoveredPot(1, 5), CoveredPot(2, 0))
    deal = play(deal, "p4 bet 1, p1 pack")
    # p4 wins his own 1, meets p3 for 0, and p3 as the winner of that meets p2 for 5.
    assert won(deal) == [0, 5, 0, 1]
    assert [event for event in deal.events if isinstance(event, PotWon)] == [
        PotWon((3,), (1,), None),
        PotWon((2,), (0,), 2),
        PotWon((1,), (5,), 1),
    ]


def test_r16_if_one_other_is_left_betting_ends_at_once() -> None:
    """With two left a cover is a show for all he has, whatever the other is."""
    deal = play(start([TRAILS[1], TRAILS[0]], stacks=[99, 2], short_stack="cover"), "p1 bet 2, p2 cover")
    assert won(deal) == [0, 5]
    assert deal.left == (0,)
    assert shown(deal) == [1, 2]
    assert deal.events[3:5] == (
        PotWon((0,), (0,), None),
        Compared("cover", (0, 1), (deal.players[0].hand, deal.players[1].hand), word_due=False),
    )


def test_r16_a_cover_is_no_show() -> None:
    """A seen player may do it facing a blind one, and a tie is lost by the coverer, whatever show_tie says."""
    deal = start(TIED[:2], stacks=[2, 99], short_stack="cover", show_tie="split")
    deal = play(deal, "p1 see, p1 cover")
    assert won(deal) == [0, 3]


def _covered_twice(order: Sequence[int]) -> list[int]:
    """p2 covers for a pot of 7, then p3 for one of 1; p1 is left with a newest pot of 4 when p4 packs."""
    deal = start([TRAILS[i] for i in order], stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 bet 2, p1 bet 2, p4 pack")
    assert deal.chips_in == 12
    assert next(event for event in deal.events if isinstance(event, PotWon)) == PotWon((0,), (4,), None)
    return won(deal)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_r16_the_latest_coverer_first_then_the_one_before(order: tuple[int, int, int]) -> None:
    """The newest pot's winner meets p3, the winner of that meets p2; here for every order of their hands."""
    one, two, three = order
    got = [4, 0, 0, 0]
    holder = 0 if one < three else 2
    got[holder] += 1
    got[holder if (one, two, three)[holder] < two else 1] += 7
    assert _covered_twice([*order, 5]) == got


def test_r16_equal_the_coverer_loses() -> None:
    """In each meeting."""
    deal = start([*TIED[:3], TRAILS[12]], stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 bet 2, p1 bet 2, p4 pack")
    assert won(deal) == [12, 0, 0, 0]


def test_r16_the_winner_of_a_covered_pot_as_coverer_beats_an_equal_earlier_one() -> None:
    """p3 has beaten p1 and now stands as the winner against p2, who covered before."""
    deal = start(["2s2h3d", *TIED[:2], TRAILS[3]], stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 bet 2, p1 bet 2, p4 pack")
    # The pair of twos beats the ace-high hands, so it takes all; without it p3 does.
    assert won(deal) == [12, 0, 0, 0]
    deal = start(["2s4h6d", *TIED[:2], TRAILS[3]], stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 bet 2, p1 bet 2, p4 pack")
    assert won(deal) == [4, 0, 8, 0]


def test_r16_tied_winners_share_a_covered_pot() -> None:
    """A split show: both go on to the covered pot, each pot's odd chip to the first (R17)."""
    deal = start([TIED[0], "5s4s2d", TIED[1]], stacks=[99, 2, 99], short_stack="cover", show_tie="split")
    deal = play(deal, "p1 bet 2, p2 cover, p3 bet 2, p1 bet 2, p3 show")
    assert won(deal) == [6, 0, 6]
    deal = start([TIED[0], TIED[2], TIED[1]], stacks=[99, 2, 99], short_stack="cover", show_tie="split")
    deal = play(deal, "p1 bet 2, p2 cover, p3 show")
    assert [event.shares for event in deal.events if isinstance(event, PotWon)] == [(1, 1), (3, 3)]


def test_r16_show_tie_decides_who_goes_on() -> None:
    """payer_loses: the other alone meets the coverer."""
    deal = start([TIED[0], "5s4s2d", TIED[1]], stacks=[99, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 bet 2, p1 bet 2, p3 show")
    assert won(deal) == [12, 0, 0]


def test_r16_hands_compared_are_revealed() -> None:
    """The blind winner's too, but not of those who packed."""
    deal = start(4, stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 pack")
    assert shown(deal) == [1, 2, 3]
    assert not deal.players[0].seen


def test_r16_a_covered_hand_stays_if_its_owner_leaves() -> None:
    """It plays on for him."""
    deal = start([TRAILS[3], TRAILS[0], TRAILS[2]], stacks=[99, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover")
    after = play(deal, "p2 leave")
    assert after.events[-1] == LeftCovering(1)
    assert who(after) == who(deal)
    assert [player._replace(gone=False) for player in after.players] == list(deal.players)
    assert not after.legal(1).leave
    after = play(after, "p3 bet 2, p1 pack")
    assert won(after) == [0, 6, 2]


def test_r16_covering_ends_with_a_side_show_too() -> None:
    """One is left after it (R8), and he meets the coverer."""
    deal = start([TRAILS[0], TRAILS[1], TRAILS[2]], stacks=[99, 2, 99], short_stack="cover")
    deal = play(deal, "p1 see, p1 bet 4, p2 cover, p3 see, p3 bet 4, p1 side p3, p3 accept")
    assert won(deal) == [16, 0, 0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("p1", "p3", "p3"), [4, 0, 8, 0]),
        (("p1 p3", "p1 p2"), [12, 0, 0, 0]),
        (("p3", "p2"), [4, 7, 1, 0]),
        (("p1", "p2"), [5, 7, 0, 0]),
        (("p1", "p1"), [12, 0, 0, 0]),
    ],
)
def test_r16_each_comparison_has_its_own_word(words: tuple[str, ...], expected: list[int]) -> None:
    """Where cards are unknown."""
    deal = start("????", stacks=[99, 2, 2, 99], short_stack="cover")
    deal = play(deal, "p1 bet 2, p2 cover, p3 cover, p4 bet 2, p1 bet 2, p4 pack")
    if len(words) == 3:
        # p3 wins the first meeting, so p1 is no candidate any more.
        deal = play(deal, "d best p3")
        assert deal.legal().best == (1, 2)
        assert refused(deal, "d best p1") is Code.BAD_BEST
        deal = play(deal, "d best p3")
    else:
        deal = play(deal, *(f"d best {word}" for word in words))
    assert won(deal) == expected


def test_r16_players_tied_so_far_are_named_all_or_none() -> None:
    """They are equal already."""
    deal = start("???", stacks=[99, 2, 99], short_stack="cover", show_tie="split")
    deal = play(deal, "p1 bet 2, p2 cover, p3 show, d best p1 p3")
    assert deal.legal().best == (0, 1, 2)
    for half in ("p1", "p3", "p1 p2", "p2 p3"):
        assert refused(deal, f"d best {half}") is Code.BAD_BEST
    assert won(play(deal, "d best p1 p3")) == won(play(deal, "d best p1 p2 p3")) == [4, 0, 4]
    assert won(play(deal, "d best p2")) == [1, 6, 1]


def test_r16_tied_by_the_word_stay_tied_whatever_their_cards() -> None:
    """The dealer's word on p2 and p3 stands: together they win the covered pot too, whatever their cards."""
    hands = ["QsQhQd", "KsKhKd", "2s3h5d", "?"]
    deal = start(hands, stacks=[1, 9, 9, 9], short_stack="cover", pot_limit=9)
    deal = play(deal, "p1 cover, p2 bet 1, p3 bet 2, p4 bet 2, d best p2 p3")
    assert [player.won - player.paid for player in deal.players] == [-1, 3, 1, -3]
