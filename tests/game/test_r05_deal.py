"""R5-R8: dealing, boots, whose turn it is, looking and packing, and the last one left."""

from __future__ import annotations

from random import Random

import pytest

from teenpatti.game.actions import Bet, Leave, Pack, See, Show, ShowHand
from teenpatti.game.cards import CARDS, deal_hands, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, InvalidCard, InvalidRules
from teenpatti.game.events import BetMade, DealEnded, DealStarted, Packed, PotWon, Saw
from teenpatti.game.rules import Rules
from tests.game.dealing import TRAILS, bets, options, paid, play, refused, shown, start, who, won
from tests.helpers import shuffled_hands


@pytest.mark.parametrize("boot", [1, 2, 5, 10**30])
def test_r05_everyone_posts_the_boot_and_it_is_the_stake(boot: int) -> None:
    """s = boot, so P = 2 * boot; a blind player pays from the boot."""
    deal = start(4, stacks=10 * boot, boot=boot)
    assert deal.chips_in == deal.pot == 4 * boot
    assert paid(deal) == [boot] * 4
    assert [player.stack for player in deal.players] == [9 * boot] * 4
    assert deal.price == 2 * boot
    assert bets(deal) == (boot, 2 * boot)


@pytest.mark.parametrize("players", range(2, 18))
def test_r05_two_to_seventeen_players(players: int) -> None:
    """52 cards are enough for 17 hands of three."""
    deal = Deal.start(Rules(), [100] * players, shuffled_hands(Random(players), players))
    assert len(deal.players) == players
    assert deal.left == tuple(range(players))


@pytest.mark.parametrize("players", [0, 1, 18, 52])
def test_r05_no_other_number_of_players(players: int) -> None:
    """The error says what was expected."""
    with pytest.raises(InvalidRules, match=rf"^{players} players .* expected 2 to 17 \(R5\)") as caught:
        Deal.start(Rules(), [100] * players)
    assert caught.value.code is Code.BAD_PLAYER_COUNT


@pytest.mark.parametrize("players", [2, 3, 17])
def test_r05_card_k_goes_to_the_kth_player(players: int) -> None:
    """Round and round, three each, from the dealer's left."""
    deck = Random(5).sample(CARDS, 52)
    hands = deal_hands(deck, players)
    for k in range(3 * players):
        assert hands[k % players][k // players] is deck[k]
    assert all(len(hand) == 3 for hand in hands)


def test_r05_four_cards_each() -> None:
    """There is room for hands of four."""
    assert deal_hands(CARDS, 13, 4)[12] == (CARDS[12], CARDS[25], CARDS[38], CARDS[51])


@pytest.mark.parametrize(
    ("deck", "players", "code"),
    [
        (CARDS[:5], 2, Code.WRONG_CARD_COUNT),
        (CARDS, 18, Code.WRONG_CARD_COUNT),
        ((*CARDS[:6], CARDS[0]), 2, Code.DUPLICATE_CARD),
    ],
)
def test_r05_a_deck_that_cannot_be_dealt(deck: tuple[int, ...], players: int, code: Code) -> None:
    """Too short, or a card twice."""
    with pytest.raises(InvalidCard) as caught:
        deal_hands([CARDS[i] for i in deck], players)
    assert caught.value.code is code


@pytest.mark.parametrize("stack", [0, 4, -1, True, 5.0, "5", 10**31 * -1])
def test_r05_a_stack_reaches_the_boot(stack: object) -> None:
    """R18: who has less than the boot is not dealt in. A float or a bool is no stack."""
    with pytest.raises(InvalidRules, match=r"The stack of p2 is .* at least the boot of 5 \(R18\)") as caught:
        Deal.start(Rules(boot=5), [100, stack])  # type: ignore[list-item]
    assert caught.value.code is Code.BAD_STACK


def test_r05_a_stack_of_just_the_boot_is_dealt_in() -> None:
    """He has nothing left to bet."""
    assert [player.stack for player in start(2, stacks=5, boot=5).players] == [0, 0]


@pytest.mark.parametrize(
    ("hands", "code"),
    [
        ([TRAILS[0]], Code.BAD_PLAYER_COUNT),
        ([TRAILS[0], TRAILS[1], TRAILS[2]], Code.BAD_PLAYER_COUNT),
    ],
)
def test_r05_one_hand_a_player(hands: list[str], code: Code) -> None:
    """Neither fewer nor more."""
    with pytest.raises(InvalidRules) as caught:
        Deal.start(Rules(), [100, 100], [parse_hand(text) for text in hands])
    assert caught.value.code is code


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ((0, 1), Code.WRONG_CARD_COUNT),
        ((0, 1, 2, 3), Code.WRONG_CARD_COUNT),
        ((), Code.WRONG_CARD_COUNT),
        ("2c2d2h", Code.WRONG_CARD_COUNT),
        (7, Code.WRONG_CARD_COUNT),
        ((0, 1, 1), Code.DUPLICATE_CARD),
        ((0, 1, 51), Code.DUPLICATE_CARD),
        ((0, 1, 52), Code.BAD_CARD),
        ((0, 1, -1), Code.BAD_CARD),
        ((0, True, 2), Code.BAD_CARD),
        ((0, 1, "2c"), Code.BAD_CARD),
    ],
)
def test_r05_hands_are_of_different_cards_of_one_deck(second: object, code: Code) -> None:
    """Whatever is given in place of a hand."""
    with pytest.raises(InvalidCard) as caught:
        Deal.start(Rules(), [100, 100], [parse_hand("AsKsQs"), second])  # type: ignore[list-item]
    assert caught.value.code is code


def test_r05_plain_numbers_become_cards() -> None:
    """A list of numbers is a hand too."""
    deal = Deal.start(Rules(), [9, 9], [[0, 1, 2], None])  # type: ignore[list-item]
    assert deal.players[0].hand == parse_hand("2c2d2h")
    assert deal.players[1].hand is None


def test_r05_the_first_event_is_the_deal() -> None:
    """It holds the stacks before the boots and all hands."""
    deal = start(2)
    assert deal.events == (
        DealStarted(Rules(), (100, 100), (parse_hand(TRAILS[0]), parse_hand(TRAILS[1])), price=2, turn=0),
    )


def test_r06_left_of_the_dealer_first_then_clockwise_for_as_long_as_it_takes() -> None:
    """Nothing is ever equalised: all can bet for ever, each his own amount."""
    deal = start(3, stacks=None)
    for lap in range(60):
        for player in ("p1", "p2", "p3"):
            assert who(deal) == player
            assert not deal.over
            others = {"p1", "p2", "p3"} - {player}
            assert {refused(deal, f"{other} bet 1") for other in others} == {Code.NOT_YOUR_TURN}
            deal = play(deal, f"{player} bet 1")
        assert deal.chips_in == 3 + 3 * (lap + 1)


def test_r06_who_has_packed_is_passed_over() -> None:
    """The turn goes to the next one left, round the table."""
    deal = play(start(4), "p1 bet 1, p2 pack, p3 bet 1")
    assert who(deal) == "p4"
    deal = play(deal, "p4 pack")
    assert who(deal) == "p1"
    assert who(play(deal, "p1 bet 1")) == "p3"
    assert refused(deal, "p2 bet 1") is Code.NOT_LEFT
    assert refused(deal, "p4 pack") is Code.NOT_LEFT
    assert refused(deal, "p4 leave") is Code.NOT_LEFT
    assert refused(deal, "p4 see") is Code.NOT_LEFT


def test_r06_nothing_is_equalised() -> None:
    """A player who bet 1 while others went to 2 pays the price of the moment, never a difference."""
    deal = play(start(3), "p1 bet 1, p2 bet 2, p3 bet 4")
    assert bets(deal) == (4, 8)
    assert paid(play(deal, "p1 bet 4")) == [6, 3, 5]


def test_r07_a_blind_player_on_turn_looks_bets_or_packs() -> None:
    """A show and a side show are not legal with three left blind."""
    assert options(start(3).legal()) == {"see", "pack", "bet"}


def test_r07_a_look_keeps_the_turn_and_is_paid_at_once() -> None:
    """A player who has looked is seen for the rest of the deal, and pays seen prices at once."""
    deal = play(start(3), "p1 see")
    assert who(deal) == "p1"
    assert deal.players[0].seen
    assert deal.events[-1] == Saw(0, parse_hand(TRAILS[0]))
    assert bets(deal) == (2, 4)
    assert options(deal.legal()) == {"pack", "bet"}
    assert refused(deal, "p1 see") is Code.ALREADY_SEEN
    assert refused(deal, "p1 bet 1") is Code.BET_TOO_LOW
    deal = play(deal, "p1 bet 2, p2 bet 1, p3 bet 1")
    assert bets(deal) == (2, 4)
    assert deal.players[0].seen
    assert not deal.players[1].seen


def test_r07_packing_loses_what_was_paid() -> None:
    """Blind or seen."""
    deal = play(start(3), "p1 bet 2, p2 see, p2 pack")
    assert deal.events[-1] == Packed(1, "pack", turn=2)
    assert [player.stack for player in deal.players] == [97, 99, 99]
    deal = play(deal, "p3 pack")
    assert won(deal) == [5, 0, 0]
    assert deal.events[-1] == DealEnded((2, -1, -1), (102, 99, 99))


@pytest.mark.parametrize("seen", [False, True], ids=["blind", "seen"])
def test_r07_pack_is_legal_on_every_turn(seen: bool) -> None:
    """Whatever happened."""
    deal = play(start(3), *(["p1 see"] if seen else []))
    assert deal.legal().pack
    assert who(play(deal, "p1 pack")) == "p2"


def test_r07_every_action_is_judged_after_the_look() -> None:
    """A blind player could have asked for the show; having looked he faces a blind one and may not (R10)."""
    deal = start(2)
    assert deal.legal().show == 1
    deal = play(deal, "p1 see")
    assert deal.legal().show is None
    assert refused(deal, "p1 show") is Code.SHOW_FACING_BLIND


@pytest.mark.parametrize("look", ["own_turn", "any_time"])
def test_r07_option_look(look: str) -> None:
    """own_turn: on turn only. any_time: whoever is left, and it never moves the turn."""
    deal = start(3, look=look)
    assert deal.legal(0).see
    assert deal.legal(1).see == deal.legal(2).see == (look == "any_time")
    if look == "own_turn":
        assert refused(deal, "p2 see") is Code.NOT_YOUR_TURN
        return
    deal = play(deal, "p3 see")
    assert who(deal) == "p1"
    assert deal.players[2].seen
    assert refused(deal, "p3 see") is Code.ALREADY_SEEN
    deal = play(deal, "p1 bet 1, p2 pack")
    assert refused(deal, "p2 see") is Code.NOT_LEFT
    # He pays seen prices when his turn comes.
    assert bets(deal) == (2, 4)
    over = play(deal, "p3 pack")
    assert refused(over, "p1 see") is Code.DEAL_OVER
    assert not over.legal(0).see


def test_r07_any_time_looks_during_an_open_side_show() -> None:
    """It neither answers nor moves anything."""
    deal = play(start(4, look="any_time", side_show_all_seen=False), "p1 see, p1 bet 2, p2 see, p2 side p1")
    assert who(deal) == "p1"
    after = play(deal, "p3 see, p4 see")
    assert who(after) == "p1"
    assert after.side == deal.side
    assert who(play(after, "p1 refuse")) == "p3"


def test_r07_any_time_looks_while_the_dealer_compares_a_side_show() -> None:
    """The deal has not ended."""
    deal = start("????", look="any_time", side_show_all_seen=False)
    deal = play(deal, "p1 see, p1 bet 2, p2 see, p2 side p1, p1 accept")
    assert who(deal) == "d"
    after = play(deal, "p4 see")
    assert who(after) == "d"
    assert who(play(after, "d best p1")) == "p3"


def test_r07_any_time_no_looks_once_a_final_comparison_is_due() -> None:
    """Then only the dealer's word and shown cards can follow."""
    deal = play(start("??", look="any_time"), "p1 show")
    assert {refused(deal, f"{p} {verb}") for p in ("p1", "p2") for verb in ("see", "leave", "pack", "bet 1")} == {
        Code.COMPARISON_DUE
    }


@pytest.mark.parametrize(
    "lines",
    [
        ("p1 pack", "p2 pack"),
        ("p1 see", "p1 pack", "p2 see", "p2 pack"),
        ("p1 bet 2", "p2 pack", "p3 bet 2", "p1 pack"),
    ],
)
def test_r08_the_last_one_left_wins_unseen(lines: tuple[str, ...]) -> None:
    """Whatever the cards: here he always has the worst hand."""
    deal = play(start(3), *lines)
    assert who(deal) is None
    assert deal.winners == (2,)
    assert won(deal) == [0, 0, deal.chips_in]
    assert shown(deal) == []
    assert deal.events[-2] == PotWon((2,), (deal.chips_in,), None)
    assert deal.legal() == deal.legal(2)
    assert options(deal.legal(2)) == set()


def test_r08_nothing_follows_the_end() -> None:
    """But showing one's own cards."""
    deal = play(start(2), "p1 pack")
    for wish in (See(1), Bet(1, 2), Pack(1), Show(1), Leave(0)):
        assert refused(deal, wish) is Code.DEAL_OVER


def test_r08_any_player_may_show_his_own_hand_after_the_deal() -> None:
    """Also who has packed, also blind; nobody else's cards are opened by it."""
    deal = start(3)
    assert refused(deal, f"p1 sm {TRAILS[0]}") is Code.DEAL_NOT_OVER
    deal = play(deal, "p1 pack, p2 pack")
    assert refused(deal, f"p1 sm {TRAILS[1]}") is Code.HAND_MISMATCH
    assert refused(deal, "p1 sm AsAh") is Code.HAND_MISMATCH
    assert refused(deal, "p1 sm 2c2d2h") is Code.HAND_MISMATCH
    deal = play(deal, "p1 sm AdAsAh")
    assert shown(deal) == [1]
    deal = deal.play(ShowHand(2))
    assert shown(deal) == [1, 3]
    assert deal.players[2].shown == parse_hand(TRAILS[2])
    assert won(deal) == [0, 0, 3]


def test_r08_unknown_hands_are_shown_by_naming_them() -> None:
    """They must be such as the player can hold beside the cards known; what was shown once stands."""
    deal = play(start(["AsAhAd", "?", "?"]), "p1 pack, p2 pack")
    assert refused(deal, ShowHand(1)) is Code.HAND_MISMATCH
    assert refused(deal, "p2 sm As2c3c") is Code.HAND_MISMATCH
    deal = play(deal, "p2 sm 5c2c3c")
    assert refused(deal, "p2 sm 5c2c4c") is Code.HAND_MISMATCH
    assert refused(deal, "p3 sm 5c8c9c") is Code.HAND_MISMATCH
    assert play(deal, "p2 sm 2c3c5c, p3 sm 8c9c9d").over
    assert deal.players[1].hand is None


def test_r08_the_last_left_of_a_deal_whose_winner_was_blind() -> None:
    """He stays blind: nothing of his cards is in an event."""
    deal = play(start(2), "p1 see, p1 pack")
    assert not deal.players[1].seen
    assert [type(event) for event in deal.events] == [DealStarted, Saw, Packed, PotWon, DealEnded]


def test_r08_a_bet_says_all_that_follows() -> None:
    """The event carries its result: price after and whose turn it is."""
    deal = play(start(2), "p1 bet 2")
    assert deal.decide(Bet(1, 2)) == (BetMade(1, 2, blind=True, raised=False, price=4, turn=0),)


@pytest.mark.parametrize("player", [-1, 2, 10**30])
def test_what_is_legal_for_nobody(player: int) -> None:
    """Is a mistake of the caller, not the last player's turn."""
    with pytest.raises(IndexError, match="no player of this deal"):
        start(2).legal(player)
