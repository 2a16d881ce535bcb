"""R20: Three Card Brag within one deal: dear shows, no side show, a pot that carries over, two hands."""

from __future__ import annotations

from typing import Any

import pytest

from teenpatti.game.actions import Drop, Keep, See, ShowHand
from teenpatti.game.cards import parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.errors import Code, InvalidCard, InvalidHistory, InvalidRules
from teenpatti.game.events import Compared, PayerExposed, Saw
from teenpatti.game.handfile import HandFile
from teenpatti.game.record import hand_file
from teenpatti.game.replay import replay, replay_json, step_json
from teenpatti.game.rules import Rules
from teenpatti.game.state import CarriedPot
from teenpatti.game.view import Looking, look_after, redact, view
from tests.game.dealing import TRAILS, bets, hand, options, paid, play, refused, shown, start, who, won

BRAG = Rules.preset("brag")
OLD = "9c7d5h"
"""A kept hand, weaker than any trail."""
NEW = "2s2h2d"


def carried(
    players: int = 2,
    keeper: int = 0,
    *,
    old: str = OLD,
    new: str = NEW,
    chips: int = 6,
    stacks: int | None = 100,
    rules: Rules = BRAG,
) -> Deal:
    """A deal with a pot carried over: the keeper holds ``old`` and ``new``, the others trails."""
    hands = [hand(new if i == keeper else TRAILS[i]) for i in range(players)]
    return Deal.start(rules, [stacks] * players, hands, carried=chips, keeper=keeper, kept=hand(old))


def test_the_preset_brag() -> None:
    """A-2-3 and 3-3-3 on top, no upper limit, a show at twice the price, no side show, covering."""
    deal = start(["3s3h3d", "AsAhAd"], rules=BRAG)
    assert bets(deal) == (1, 99)
    assert "side" not in options(play(deal, "p1 see, p1 bet 2, p2 see, p2 bet 2, p1 bet 50").legal())
    assert won(play(deal, "p1 show")) == [4, 0]
    assert paid(play(deal, "p1 show")) == [3, 1]
    short = play(start(3, stacks=[100, 3, 100], rules=BRAG), "p1 bet 40")
    assert short.legal().cover == 2
    seen = play(start(3, rules=BRAG), "p1 see, p1 bet 2, p2 see, p2 bet 2, p3 see, p3 bet 2")
    assert refused(seen, "p1 side p3") is Code.SIDE_SHOW_OFF


# --- carrying over ----------------------------------------------------------------------------------------------------


def test_r20_all_others_pack_to_a_blind_player() -> None:
    """He does not take the pot; it carries over, and everybody is down by what he paid."""
    deal = play(start(3, rules=BRAG), "p1 bet 2, p2 bet 2, p3 pack, p1 pack")
    assert deal.over
    assert deal.carries == view(deal).carries == CarriedPot(1, 7)
    assert [player.won for player in deal.players] == [0, 0, 0]
    assert [player.stack for player in deal.players] == [97, 97, 99]
    step = step_json(deal)
    assert (step["over"], step["net"], step["winners"], step["pot"]) == (True, [-3, -3, -1], [], 7)
    assert deal.pot == 0


def test_r20_a_seen_player_wins_as_ever() -> None:
    """R8."""
    deal = play(start(2, rules=BRAG), "p1 see, p1 bet 2, p2 pack")
    assert won(deal) == [4, 0]
    assert deal.carries is None


def test_r20_without_the_option_a_blind_player_wins() -> None:
    """lone_blind wins."""
    assert won(play(start(2, rules=Rules.preset("brag", lone_blind="wins")), "p1 pack")) == [0, 2]


def test_r20_leaving_is_packing() -> None:
    """R18: to the blind player, too."""
    assert play(start(3, rules=BRAG), "p3 leave, p1 leave").carries == CarriedPot(1, 3)


def test_r16_r20_an_open_covered_pot_rules_out_carrying() -> None:
    """The blind player takes the newest pot and meets the coverer."""
    deal = play(start(3, stacks=[100, 2, 100], rules=BRAG), "p1 bet 10, p2 cover, p3 bet 10, p1 pack")
    assert deal.carries is None
    assert won(deal) == [0, 14, 10]
    assert shown(deal) == [2, 3]


def test_r20_the_kept_hand_stays_unseen() -> None:
    """Its owner may not look at it or show it after the deal; the others may."""
    deal = play(start(2, rules=BRAG), "p1 pack")
    assert look_after(deal, 1) is None
    assert look_after(deal, 0) == parse_hand(TRAILS[0])
    assert refused(deal, ShowHand(1)) is Code.HAND_KEPT
    assert refused(deal, f"p2 sm {TRAILS[1]}") is Code.HAND_KEPT
    assert shown(play(deal, f"p1 sm {TRAILS[0]}")) == [1]
    file = hand_file(deal, "AB", 1)
    assert file.actions[1] == "d dh p2 ??????"


# --- the deal after ---------------------------------------------------------------------------------------------------


def test_r20_the_next_deal_begins_with_the_pot() -> None:
    """All, the keeper too, post the boot; the stake is the boot; he is dealt another hand."""
    deal = carried(3, keeper=2)
    assert (deal.chips_in, deal.pot, deal.carried, deal.price) == (9, 9, 6, 2)
    assert paid(deal) == [1, 1, 1]
    assert bets(deal) == (1, 99)
    keeper = deal.players[2]
    assert (keeper.hand, keeper.second, keeper.two) == (parse_hand(OLD), parse_hand(NEW), True)
    seen = view(deal)
    assert (seen.pot, seen.carried, [seat.two for seat in seen.seats]) == (9, 6, [False, False, True])
    assert redact(deal.events[0], 2).kept is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("look", "choice", "counts", "seen"),
    [
        ("old", "keep", OLD, True),
        ("new", "keep", NEW, True),
        ("old", "drop", NEW, False),
        ("new", "drop", OLD, False),
    ],
)
def test_r20_he_may_look_at_one_of_the_two(look: Any, choice: str, counts: str, seen: bool) -> None:
    """Kept, the other is folded and he is seen; folded, the other is his and he is still blind."""
    deal = carried()
    assert options(deal.legal()) == {"see_one", "pack", "bet", "show"}
    looking = play(deal, f"p1 see {look}")
    looked_at = parse_hand(OLD if look == "old" else NEW)
    assert who(looking) == "p1"
    assert options(looking.legal()) == {"keep", "drop"}
    assert view(looking, 0).looking == Looking(look, looked_at)
    assert view(looking, 1).looking is None
    assert view(looking, 0).own_hand is None
    assert view(looking, 0).events[-1] == Saw(0, looked_at, look)
    assert view(looking, 1).events[-1] == Saw(0, None, look)
    after = play(looking, f"p1 {choice}")
    player = after.players[0]
    assert (player.hand, player.two, player.seen, player.looking) == (parse_hand(counts), False, seen, None)
    assert who(after) == "p1"
    assert view(after, 0).own_hand == (parse_hand(counts) if seen else None)
    assert bets(after) == ((2, 99) if seen else (1, 99))
    assert ("see" in options(after.legal())) is not seen


def test_r20_after_folding_he_is_as_any_blind_player() -> None:
    """He may look at the hand left to him."""
    deal = play(carried(), "p1 see old, p1 drop, p1 see")
    assert deal.players[0].seen
    assert view(deal, 0).own_hand == parse_hand(NEW)


def test_r20_at_once() -> None:
    """Nothing else before it; the others may go on leaving."""
    deal = play(carried(3), "p1 see new")
    for wish in ("p1 bet 1", "p1 pack", "p1 show", "p1 see", "p1 see old", "p1 see new"):
        assert refused(deal, wish) is Code.CHOOSE_FIRST
    assert refused(deal, "p2 pack") is Code.NOT_YOUR_TURN
    assert refused(deal, "p2 keep") is Code.NOT_YOUR_TURN
    assert play(deal, "p2 leave, p1 keep").players[0].seen
    gone = play(deal, "p1 leave")
    assert who(gone) == "p2"
    assert view(gone, 0).looking is None


def test_r20_who_must_name_a_hand_and_who_must_not() -> None:
    """A code for each."""
    deal = carried()
    assert refused(deal, "p1 see") is Code.WHICH_HAND
    assert refused(deal, See(0, "both")) is Code.WHICH_HAND  # type: ignore[arg-type]
    assert refused(deal, "p1 keep") is refused(deal, "p1 drop") is Code.NO_CHOICE_DUE
    deal = play(deal, "p1 bet 1")
    assert refused(deal, "p2 see old") is Code.ONE_HAND
    assert refused(deal, Keep(1)) is refused(deal, Drop(1)) is Code.NO_CHOICE_DUE
    assert refused(play(deal, "p2 bet 1, p1 see old, p1 keep"), "p1 see new") is Code.ALREADY_SEEN
    assert refused(play(deal, "p2 bet 1, p1 see old, p1 drop"), "p1 see new") is Code.ONE_HAND


def test_r20_one_of_two_hands_is_looked_at_on_turn_only() -> None:
    """Also where others look at any time, for he must decide at once."""
    deal = play(carried(3, rules=Rules.preset("brag", look="any_time")), "p1 bet 1")
    assert refused(deal, "p1 see old") is Code.NOT_YOUR_TURN
    assert refused(deal, "p1 see") is Code.NOT_YOUR_TURN
    assert play(deal, "p3 see").players[2].seen
    assert play(deal, "p2 bet 1, p3 bet 1, p1 see old, p2 see, p1 drop, p1 bet 1, p1 see").players[0].seen


def test_r20_the_others_leave_before_he_has_chosen() -> None:
    """Silence keeps the hand he looked at; so he is seen and wins."""
    deal = play(carried(3, rules=BRAG), "p1 see new, p2 leave, p3 leave")
    assert deal.carries is None
    assert [player.won for player in deal.players] == [9, 0, 0]
    assert deal.players[0].hand == parse_hand(NEW)
    assert "p1 keep" not in hand_file(deal, "ABC").actions
    (*_, step) = replay(hand_file(deal, "ABC"))
    assert step.deal == deal


def test_r20_while_neither_is_looked_at_the_kept_one_counts() -> None:
    """At his own show, at that of the other, and under a covered pot."""
    assert shown(deal := play(carried(old=OLD), "p1 show")) == [2]
    assert [player.won for player in deal.players] == [0, 10]
    deal = play(carried(old="3c3h3s", new="2s2h2d"), "p1 bet 1, p2 show")
    assert deal.players[0].shown == parse_hand("3c3h3s")
    assert [player.won for player in deal.players] == [11, 0]
    deal = Deal.start(
        BRAG, [2, 9, 9], [hand(NEW), hand(TRAILS[1]), hand(TRAILS[2])], carried=6, keeper=0, kept=hand("3c3h3s")
    )
    deal = play(deal, "p1 bet 1, p2 bet 3, p3 pack, p1 cover")
    assert deal.players[0].shown == parse_hand("3c3h3s")
    assert [player.won for player in deal.players] == [13, 0, 0]


def test_r20_carried_again_with_two_hands() -> None:
    """Both stay unseen; the pot grows."""
    deal = play(carried(3), "p1 bet 1, p2 pack, p3 pack")
    assert deal.carries == CarriedPot(0, 10)
    assert deal.players[0].two
    assert (deal.players[0].hand, deal.players[0].second) == (parse_hand(OLD), parse_hand(NEW))
    assert refused(deal, ShowHand(0)) is Code.HAND_KEPT


def test_r20_the_pot_can_pass_to_another_blind_player() -> None:
    """The keeper packs, and then all others do."""
    deal = play(carried(3), "p1 pack, p2 bet 1, p3 pack")
    assert deal.carries == CarriedPot(1, 10)
    assert look_after(deal, 0) == parse_hand(OLD)


def test_r20_carried_chips_count_for_the_pot_limit() -> None:
    """Also when the boots fill it."""
    rules = Rules.preset("brag", pot_limit=10)
    deal = play(carried(2, rules=rules), "p1 bet 1")
    assert not deal.over
    deal = play(deal, "p2 bet 1")
    assert deal.over
    assert shown(deal) == [1, 2]
    full = carried(2, rules=rules, chips=8)
    assert full.over
    assert full.players[0].shown == parse_hand(OLD)
    assert [player.won for player in full.players] == [0, 10]


# --- the show ---------------------------------------------------------------------------------------------------------


def test_r20_the_player_asked_exposes_and_a_beaten_payer_need_not_show() -> None:
    """Nobody learns his cards, but he may show them."""
    deal = play(start(2, rules=BRAG), "p1 bet 1, p2 show")
    assert won(deal) == [5, 0]
    assert shown(deal) == [1]
    assert Compared("show", (0, 1), (parse_hand(TRAILS[0]), None), word_due=False) in deal.events
    assert view(deal, 0).shown == view(deal).shown == {0: parse_hand(TRAILS[0])}
    file = hand_file(deal, "AB", None)
    assert file.actions[1] == "d dh p2 ??????"
    assert file.actions[-1] == "d best p1"
    assert shown(play(deal, f"p2 sm {TRAILS[1]}")) == [1, 2]


def test_r20_a_payer_who_wins_exposes_after_the_player_asked() -> None:
    """He proves it."""
    deal = play(start(2, rules=BRAG), "p1 show")
    assert won(deal) == [4, 0]
    assert shown(deal) == [1, 2]
    kinds = [type(event).__name__ for event in deal.events]
    assert kinds[-4:] == ["Compared", "PayerExposed", "PotWon", "DealEnded"]
    assert PayerExposed(0, parse_hand(TRAILS[0])) in view(deal, 1).events


@pytest.mark.parametrize(("show_tie", "both"), [("payer_loses", False), ("split", True)])
def test_r20_a_payer_of_equal_cards(show_tie: str, both: bool) -> None:
    """He is beaten by R12, or proves his half."""
    deal = play(start(["AsKh9d", "AhKd9c"], rules=Rules.preset("brag", show_tie=show_tie)), "p1 show")
    assert shown(deal) == ([1, 2] if both else [2])


def test_r20_a_winning_payer_of_unknown_cards_shows_what_is_known() -> None:
    """The dealer's word decides; what the engine knows is exposed with it."""
    deal = play(start([TRAILS[0], "?"], rules=BRAG), "p1 show")
    assert who(deal) == "d"
    assert shown(deal) == []
    assert shown(play(deal, "d best p1")) == [1]
    assert shown(play(deal, "d best p2")) == []
    assert shown(play(deal, f"p1 sm {TRAILS[0]}, d best p1")) == [1]


def test_r12_elsewhere_both_show() -> None:
    """As ever."""
    assert shown(play(start(2), "p1 show")) == [1, 2]


def test_r20_a_winning_payer_meets_a_coverer() -> None:
    """Both have shown by then."""
    deal = play(start(3, stacks=[100, 100, 4], rules=BRAG), "p1 bet 10, p2 bet 10, p3 cover, p1 show")
    assert shown(deal) == [1, 2, 3]
    assert won(deal) == [46, 0, 0]


# --- files and what can begin -----------------------------------------------------------------------------------------


LINES = ("d dh p1 2s2h2d", "d dh p2 KsKhKd", f"d kh p1 {OLD}")


def file(*actions: str, rules: Rules = BRAG, chips: int = 6, players: int = 2) -> HandFile:
    """A hand file with a pot carried over."""
    return HandFile(tuple(f"P{i}" for i in range(players)), actions, rules, carried=chips)


def test_a_file_of_a_deal_after_a_carried_pot() -> None:
    """What is read is what is written."""
    said = ("p1 see old", "p1 drop", "p1 bet 1", "p2 see", "p2 bet 5", "p1 see", "p1 show")
    (*_, step) = replay(file(*LINES, *said))
    deal = step.deal
    written = hand_file(deal, ["P0", "P1"])
    assert written.actions == (*LINES, *said)
    assert written.to_fields()["carried"] == 6
    assert [player.won for player in deal.players] == [0, 24]
    assert hand_file(deal, "AB", 0).actions[:3] == LINES
    assert hand_file(deal, "AB", 1).actions[:3] == ("d dh p1 ??????", "d dh p2 KsKhKd", "d kh p1 ??????")
    assert hand_file(deal, "AB", None).actions[-1] == "d best p2"


def test_steps_of_two_hands() -> None:
    """see, then keep and drop, each legal with null."""
    steps = replay_json(file(*LINES, "p1 see new", "p1 keep"))["steps"]
    assert [step["pot"] for step in steps] == [8, 8, 8]
    assert steps[0]["legal"] == {"see": None, "pack": None, "bet": [1, None], "show": None}
    assert steps[1]["legal"] == {"keep": None, "drop": None}
    assert steps[1]["seen"] == []
    assert steps[2]["seen"] == [1]


def test_a_kept_hand_may_be_unknown() -> None:
    """Then the dealer's word decides, unless it is folded."""
    lines = ("d dh p1 2s2h2d", "d dh p2 KsKhKd", "d kh p1 ??????")
    (*_, step) = replay(file(*lines, "p1 show"))
    assert who(step.deal) == "d"
    (*_, step) = replay(file(*lines, "p1 see old", "p1 drop", "p1 show"))
    assert step.deal.over
    (*_, step) = replay(file(*lines, "p1 pack", chips=0))
    assert "carried" not in hand_file(step.deal, "AB").to_fields()
    assert refused(step.deal, "p1 sm KsQsJs") is Code.HAND_MISMATCH
    assert refused(step.deal, "p1 sm 2s3s4s") is Code.HAND_MISMATCH  # of his other hand
    assert shown(play(step.deal, "p1 sm QsJsTs")) == [1]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ((*LINES, "d kh p1 3s4s5s"), 3),
        ((*LINES, "d kh p2 3s4s5s"), 3),
        (("d kh p3 3s4s5s",), 0),
        (("d dh p1 2s2h2d", "d kh p1 2s3s4s"), 1),
        (("d kh p1 2s3s4s", "d dh p2 2s2h2d"), 1),
        (("p1 bet 1", "d kh p1 3s4s5s"), 1),
        (("d kh p1 3s4s",), 0),
    ],
)
def test_bad_kept_hands_in_a_file(lines: tuple[str, ...], place: int) -> None:
    """Two of them, of nobody, with cards dealt already, late."""
    with pytest.raises(InvalidHistory) as caught:
        list(replay(file(*lines)))
    assert (caught.value.code, caught.value.place) == (Code.BAD_DEALING, place)


@pytest.mark.parametrize(("players", "good"), [(16, True), (17, False)])
def test_r05_a_kept_hand_leaves_room_for_sixteen(players: int, good: bool) -> None:
    """Seventeen without it."""
    assert len(list(replay(file(players=17, chips=0)))) == 1
    if good:
        assert len(list(replay(file("d kh p1 ??????", players=players)))) == 1
    else:
        with pytest.raises(InvalidHistory, match=r"17 players and a kept hand: expected 2 to 16") as caught:
            list(replay(file("d kh p1 ??????", players=players)))
        assert (caught.value.code, caught.value.place) == (Code.BAD_PLAYER_COUNT, None)
        with pytest.raises(InvalidRules, match="expected 2 to 16"):
            Deal.start(BRAG, [9] * players, keeper=0)


@pytest.mark.parametrize(
    ("start_with", "error", "code"),
    [
        ({"carried": 5}, InvalidRules, Code.OPTIONS_CONFLICT),
        ({"keeper": 0}, InvalidRules, Code.OPTIONS_CONFLICT),
        ({"rules": BRAG, "carried": -1}, InvalidRules, Code.BAD_STACK),
        ({"rules": BRAG, "carried": 1.0}, InvalidRules, Code.BAD_STACK),
        ({"rules": BRAG, "carried": True}, InvalidRules, Code.BAD_STACK),
        ({"rules": BRAG, "keeper": 2}, InvalidRules, Code.NO_SUCH_PLAYER),
        ({"rules": BRAG, "keeper": -1}, InvalidRules, Code.NO_SUCH_PLAYER),
        ({"rules": BRAG, "keeper": True}, InvalidRules, Code.NO_SUCH_PLAYER),
        ({"rules": BRAG, "kept": parse_hand(OLD)}, InvalidRules, Code.NO_SUCH_PLAYER),
        ({"rules": BRAG, "keeper": 0, "kept": parse_hand("AsKs")}, InvalidCard, Code.WRONG_CARD_COUNT),
        ({"rules": BRAG, "keeper": 0, "kept": parse_hand("AsKsQs")}, InvalidCard, Code.DUPLICATE_CARD),
    ],
)
def test_what_cannot_begin(start_with: dict[str, Any], error: type[Exception], code: Code) -> None:
    """A pot or hand that these rules do not have, or that is none."""
    rules = start_with.pop("rules", Rules())
    with pytest.raises(error) as caught:
        Deal.start(rules, [9, 9], [parse_hand("AsKsQs"), None], **start_with)
    assert caught.value.code is code  # type: ignore[attr-defined]
