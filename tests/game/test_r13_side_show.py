"""R13-R15: the side show."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.actions import Accept, Side
from teenpatti.game.cards import parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code
from teenpatti.game.events import Compared, Packed, SideAccepted, SideAsked, SideRefused
from tests.game.dealing import TIED, TRAILS, bets, options, paid, play, refused, shown, start, who, won


def all_seen(players: int = 3, stacks: int | list[int | None] | None = 100, **rules: Any) -> Deal:
    """All have looked and bet the lowest seen bet; p1 is on turn."""
    deal = start(players, stacks=stacks, **rules)
    return play(deal, *(f"p{i} see, p{i} bet 2" for i in range(1, players + 1)))


def test_r13_all_left_seen_and_the_previous_has_bet() -> None:
    """The price is the minimum; it goes to the pot, and the one asked is to act."""
    deal = all_seen(3)
    side = deal.legal().side
    assert side is not None
    assert side.price == 2
    assert side.targets == (2,)
    deal = play(deal, "p1 side p3")
    assert deal.events[-1] == SideAsked(0, 2, 2, turn=2)
    assert deal.chips_in == 3 + 6 + 2
    assert who(deal) == "p3"
    assert deal.side == (0, 2)


@pytest.mark.parametrize(("multiplier", "price"), [(1, 2), (2, 4)])
def test_r13_option_side_show_multiplier(multiplier: int, price: int) -> None:
    """side_show_multiplier * P, whatever max_seen_bet and bet_steps say."""
    deal = all_seen(3, side_show_multiplier=multiplier, max_seen_bet=2, bet_steps="double")
    side = deal.legal().side
    assert side is not None
    assert side.price == price
    deal = play(deal, "p1 side p3")
    assert paid(deal) == [3 + price, 3, 3]
    assert deal.price == 2
    assert deal.raises == 0


def test_r13_at_an_odd_price() -> None:
    """P as it is; nothing is halved."""
    deal = play(start(3), "p1 see, p1 bet 3, p2 see, p2 bet 3, p3 see, p3 side p2")
    assert paid(deal) == [4, 4, 4]


def test_r13_a_blind_player_left_rules_it_out() -> None:
    """All players left must be seen."""
    deal = play(start(3), "p1 see, p1 bet 2, p2 see")
    assert deal.legal().side is None
    assert refused(deal, "p2 side p1") is Code.SIDE_SHOW_NOT_SEEN
    # Once the blind one has packed it is possible.
    deal = play(deal, "p2 bet 2, p3 pack")
    assert deal.legal().side is not None


def test_r13_a_blind_asker_may_not() -> None:
    """He must look first."""
    deal = play(start(3, side_show_all_seen=False), "p1 see, p1 bet 2")
    assert refused(deal, "p2 side p1") is Code.SIDE_SHOW_NOT_SEEN
    assert deal.legal().side is None


def test_r13_previous_is_the_next_anticlockwise_left() -> None:
    """Who has packed or covers is passed over."""
    deal = play(all_seen(4), "p1 bet 2, p2 pack")
    side = deal.legal().side
    assert side is not None
    assert side.targets == (0,)
    assert refused(deal, "p3 side p4") is Code.SIDE_SHOW_WRONG_PLAYER
    assert refused(deal, "p3 side p2") is Code.SIDE_SHOW_WRONG_PLAYER
    assert refused(deal, "p3 side p3") is Code.SIDE_SHOW_WRONG_PLAYER
    covering = play(
        start(4, stacks=[99, 3, 99, 99], short_stack="cover"),
        "p1 see, p1 bet 2, p2 see, p2 bet 2, p3 see, p3 bet 2, p4 see, p4 bet 2, p1 bet 2, p2 cover",
    )
    side = covering.legal().side
    assert side is not None
    assert side.targets == (0,)
    assert refused(covering, "p3 side p2") is Code.SIDE_SHOW_WRONG_PLAYER


def test_r13_a_blind_previous_player_is_never_skipped() -> None:
    """Then there is nobody to ask."""
    deal = play(start(4, side_show_all_seen=False), "p1 see, p1 bet 2, p2 bet 1, p3 see")
    assert deal.legal().side is None
    assert refused(deal, "p3 side p2") is Code.SIDE_SHOW_NOT_SEEN
    assert refused(deal, "p3 side p1") is Code.SIDE_SHOW_WRONG_PLAYER


def test_r13_the_one_asked_has_bet_in_this_deal() -> None:
    """The boot does not count, nor does a look."""
    deal = play(start(3, look="any_time"), "p1 see, p2 see, p3 see")
    assert deal.legal().side is None
    assert refused(deal, "p1 side p3") is Code.SIDE_SHOW_NOT_BET
    deal = play(deal, "p1 bet 2")
    assert deal.legal().side is not None


def test_r13_a_blind_bet_counts_as_having_bet() -> None:
    """Also before the look."""
    deal = play(start(3, look="any_time"), "p1 bet 1, p1 see, p2 see, p3 see")
    assert play(deal, "p2 side p1").side == (1, 0)


def test_r13_a_side_show_payment_counts_as_having_bet() -> None:
    """p2 has only paid for a side show when p3 asks him."""
    deal = play(start(3, side_show_all_seen=False), "p1 see, p1 bet 2, p2 see, p2 side p1, p1 refuse, p3 see")
    side = deal.legal().side
    assert side is not None
    assert side.targets == (1,)


def test_r13_the_one_asked_can_only_accept_or_refuse() -> None:
    """And nobody else has a turn."""
    deal = play(all_seen(3), "p1 side p3")
    assert options(deal.legal()) == {"accept", "refuse"}
    assert str(deal.legal()) == "accept, refuse"
    for verb in ("bet 2", "pack", "show", "side p2", "cover"):
        assert refused(deal, f"p3 {verb}") is Code.ANSWER_FIRST
    assert refused(deal, "p3 see") is Code.ALREADY_SEEN
    for line in ("p1 bet 2", "p2 bet 2", "p2 accept", "p1 refuse"):
        assert refused(deal, line) is Code.NOT_YOUR_TURN


def test_r13_no_answer_without_a_question() -> None:
    """Nor a second one."""
    deal = all_seen(3)
    assert refused(deal, "p1 accept") is Code.NO_SIDE_SHOW_OPEN
    assert refused(deal, "p2 refuse") is Code.NO_SIDE_SHOW_OPEN
    deal = play(deal, "p1 side p3, p3 refuse")
    assert refused(deal, "p3 accept") is Code.NO_SIDE_SHOW_OPEN
    waiting = play(start("???"), "p1 see, p1 bet 2, p2 see, p2 bet 2, p3 see, p3 side p2, p2 accept")
    assert refused(waiting, "p2 accept") is Code.NO_SIDE_SHOW_OPEN
    assert refused(waiting, "p2 refuse") is Code.NO_SIDE_SHOW_OPEN


@pytest.mark.parametrize("target", [3, -1, None, "p3", 2.0, True])
def test_r13_no_such_player_to_ask(target: Any) -> None:
    """Whatever is given."""
    deal = all_seen(3)
    assert refused(deal, Side(0, target)) is Code.NO_SUCH_PLAYER


def test_r13_who_cannot_pay_lacks_it() -> None:
    """But can bet, so he is not short (R16)."""
    deal = all_seen(3, stacks=[6, 99, 99], side_show_multiplier=2)
    assert options(deal.legal()) == {"pack", "bet"}
    assert refused(deal, "p1 side p3") is Code.TOO_FEW_CHIPS


@pytest.mark.parametrize("on", [True, False])
def test_r13_option_side_show(on: bool) -> None:
    """Off: nobody may ask."""
    deal = all_seen(3, side_show=on)
    assert (deal.legal().side is not None) == on
    if not on:
        assert refused(deal, "p1 side p3") is Code.SIDE_SHOW_OFF


@pytest.mark.parametrize(("other", "targets"), [("previous", (3,)), ("any", (1, 2, 3))])
def test_r13_option_side_show_with(other: str, targets: tuple[int, ...]) -> None:
    """any: any other player left who is seen and has bet."""
    deal = all_seen(4, side_show_with=other)
    side = deal.legal().side
    assert side is not None
    assert side.targets == targets
    for i in range(4):
        if i in targets:
            assert play(deal, f"p1 side p{i + 1}").side == (0, i)
        else:
            assert refused(deal, f"p1 side p{i + 1}") is Code.SIDE_SHOW_WRONG_PLAYER


@pytest.mark.parametrize("all_must", [True, False])
@pytest.mark.parametrize("other", ["previous", "any"])
def test_r13_option_side_show_all_seen(all_must: bool, other: str) -> None:
    """false: only the two need be seen; with any too, where the blind and who has not bet are left out."""
    rules: dict[str, Any] = {"side_show_all_seen": all_must, "side_show_with": other}
    deal = play(start(5, look="any_time", **rules), "p1 see, p1 bet 2, p2 bet 1, p3 see, p3 bet 2, p5 see, p4 see")
    if all_must:
        assert deal.legal().side is None
        assert refused(deal, "p4 side p3") is Code.SIDE_SHOW_NOT_SEEN
        return
    side = deal.legal().side
    assert side is not None
    assert side.targets == ((0, 2) if other == "any" else (2,))
    if other == "any":
        assert refused(deal, "p4 side p2") is Code.SIDE_SHOW_NOT_SEEN
        assert refused(deal, "p4 side p5") is Code.SIDE_SHOW_NOT_BET


@pytest.mark.parametrize("least", [2, 3])
def test_r13_option_side_show_min_players(least: int) -> None:
    """Counted are players left at that moment."""
    deal = all_seen(3, side_show_min_players=least)
    assert deal.legal().side is not None
    deal = play(deal, "p1 pack")
    assert (deal.legal().side is not None) == (least == 2)
    if least == 3:
        assert refused(deal, "p2 side p3") is Code.SIDE_SHOW_TOO_FEW
    assert deal.legal().show == 2


def test_r14_both_see_both_hands() -> None:
    """The event holds them; nothing is shown to all."""
    deal = play(all_seen(3), "p1 side p3")
    events = deal.decide(Accept(2))
    assert events == (
        SideAccepted(2, 0, (parse_hand(TRAILS[2]), parse_hand(TRAILS[0]))),
        Compared("side", (0, 2), (), word_due=False),
        Packed(2, "side", turn=1),
    )
    assert shown(play(deal, "p3 accept")) == []


@pytest.mark.parametrize(
    ("hands", "packs"), [((TRAILS[0], TRAILS[5], TRAILS[1]), 3), ((TRAILS[1], TRAILS[5], TRAILS[0]), 1), (TIED[:3], 1)]
)
def test_r14_the_lower_packs_and_of_equal_ones_the_asker(hands: tuple[str, ...], packs: int) -> None:
    """p1 asks p3. The third, whatever his hand, is not touched."""
    deal = play(start(hands), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)), "p1 side p3, p3 accept")
    assert [i for i, player in enumerate(deal.players, 1) if player.packed] == [packs]
    assert who(deal) == "p2"
    assert refused(deal, f"p{packs} bet 2") is Code.NOT_LEFT


def test_r14_lowball() -> None:
    """By the order in force."""
    deal = play(all_seen(3, lowball=True), "p1 side p3, p3 accept")
    assert deal.players[0].packed


@pytest.mark.parametrize("answer", ["accept", "refuse"])
@pytest.mark.parametrize("asker", [1, 2, 3, 4])
def test_r15_the_payment_stays_and_the_turn_goes_on_from_the_asker(answer: str, asker: int) -> None:
    """To the first player left clockwise of the asker's seat, whoever packed."""
    deal = all_seen(4)
    for i in range(1, asker):
        deal = play(deal, f"p{i} bet 2")
    asked = (asker - 2) % 4 + 1
    before = deal.chips_in
    deal = play(deal, f"p{asker} side p{asked}, p{asked} {answer}")
    assert deal.chips_in == before + 2
    assert deal.side is None
    assert deal.comparing is None
    assert who(deal) == f"p{asker % 4 + 1}"
    if answer == "refuse":
        assert deal.events[-1] == SideRefused(asked - 1, asker - 1, turn=asker % 4)
        assert deal.left == (0, 1, 2, 3)
    assert bets(deal) == (2, 4)


def test_r15_the_next_clockwise_has_packed() -> None:
    """Then the one after him; the asker himself comes last."""
    deal = play(all_seen(4), "p1 bet 2, p2 pack")
    assert who(play(deal, "p3 side p1, p1 refuse")) == "p4"
    deal = play(deal, "p3 bet 2, p4 pack, p1 side p3")
    assert who(play(deal, "p3 refuse")) == "p3"


def test_r15_if_one_is_left_he_wins() -> None:
    """R8: two seen players, an accepted side show, unseen by all others."""
    deal = all_seen(2)
    legal = deal.legal()
    assert legal.side is not None
    assert legal.show == legal.side.price == 2
    deal = play(deal, "p1 side p2, p2 accept")
    assert won(deal) == [8, 0]
    assert shown(deal) == []
    assert deal.left == (0,)


def test_r15_refused_with_two_left() -> None:
    """The turn goes to the one asked."""
    assert who(play(all_seen(2), "p1 side p2, p2 refuse")) == "p2"


@pytest.mark.parametrize(
    ("word", "packs", "turn"), [("p1", 3, "p2"), ("p3", 1, "p2"), ("p1 p3", 1, "p2"), ("p3 p1", 1, "p2")]
)
def test_r14_unknown_hands_wait_for_the_dealers_word(word: str, packs: int, turn: str) -> None:
    """The deal goes on from it."""
    deal = play(start("???"), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)), "p1 side p3, p3 accept")
    assert who(deal) == "d"
    assert deal.legal().best == (0, 2)
    assert refused(deal, "p2 bet 2") is Code.NOT_YOUR_TURN
    assert refused(deal, "d best p2") is Code.BAD_BEST
    assert refused(deal, "d best p1 p2") is Code.BAD_BEST
    deal = play(deal, f"d best {word}")
    assert deal.players[packs - 1].packed
    assert who(deal) == turn
