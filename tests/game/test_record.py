"""Deals as hand files, whole and masked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from teenpatti.game.deal import Deal
from teenpatti.game.events import Event, HandShown
from teenpatti.game.notation import parse_json, parse_tph, to_json, to_tph
from teenpatti.game.record import EVERYTHING, hand_file
from teenpatti.game.replay import replay
from tests.game.dealing import TIED, TRAILS, play, start, won
from tests.game.journeys import again, beginning, journey, known_to, names
from tests.game.test_r13_side_show import all_seen
from tests.helpers import random_deal


def standing(deal: Deal) -> dict[str, Any]:
    """How things stand, without cards."""
    return {
        "players": [
            (p.stack, p.paid, p.won, p.seen, p.packed, p.covered, p.has_bet, p.blind_bets) for p in deal.players
        ],
        "pot": deal.pot,
        "covers": deal.covers,
        "price": deal.price,
        "raises": deal.raises,
        "turn": deal.turn,
        "side": deal.side,
        "over": deal.over,
    }


def settled(deal: Deal) -> list[Event]:
    """All events but shown hands."""
    return [event for event in deal.events if not isinstance(event, HandShown)]


def last(file: Any) -> Deal:
    """The deal at the end of a file."""
    return list(replay(file))[-1].deal


@pytest.mark.parametrize("unknown", [0, 0.3, 1])
def test_the_whole_record_replays_to_the_same_deal(unknown: float) -> None:
    """At each moment; over JSON and TOML. With the cards known even every event is the same."""
    rng = Random(11)
    for _ in range(25):
        moments = journey(random_deal(rng, unknown=unknown), rng)
        for deal in (*rng.sample(moments, min(4, len(moments))), moments[-1]):
            file = hand_file(deal, names(deal))
            assert standing(last(file)) == standing(deal)
            assert last(parse_json(to_json(file))).events[1:] == last(parse_tph(to_tph(file))).events[1:]
            limited = all(player.stack is not None for player in deal.players)
            assert (file.starting_stacks is not None) == limited
            assert (file.finishing_stacks is not None) == (limited and deal.over)
            # Hands shown at the very end make no step.
            assert settled(last(file)) == settled(deal)


@pytest.mark.parametrize("unknown", [0, 0.3, 1])
def test_masked_files_of_every_viewer_replay_to_the_same_chips(unknown: float) -> None:
    """And hold the cards that the viewer knows, no others."""
    rng = Random(12)
    for _ in range(25):
        moments = journey(random_deal(rng, unknown=unknown), rng)
        for deal in (rng.choice(moments), moments[-1]):
            for viewer in (None, *range(len(deal.players))):
                file = hand_file(deal, names(deal), viewer)
                for i, line in enumerate(file.actions[: len(deal.players)]):
                    dealt = beginning(deal).hands[i]
                    shown = dealt in known_to(deal, viewer) and dealt is not None
                    assert line.startswith(f"d dh p{i + 1} ")
                    assert line.endswith("??") != shown
                assert standing(last(parse_json(to_json(file)))) == standing(deal)


def test_a_file_with_all_hands_unknown_replays_to_the_same_chips() -> None:
    """The dealer's word stands for every comparison."""
    rng = Random(13)
    for _ in range(40):
        deal = journey(random_deal(rng), rng)[-1]
        file = hand_file(again(deal, (None,) * len(deal.players)), names(deal))
        assert all(line.endswith("??") for line in file.actions[: len(deal.players)])
        assert standing(last(file)) == standing(deal)


def lines(deal: Deal, viewer: Any = EVERYTHING) -> list[str]:
    """What a file says after its dealing lines."""
    return list(hand_file(deal, names(deal), viewer).actions[len(deal.players) :])


def test_each_action_is_written_as_it_was_read() -> None:
    """All the verbs."""
    deal = start(TIED, stacks=[99, 99, 99, 8], short_stack="cover", look="any_time")
    said = [
        *("p2 see", "p3 see", "p1 see", "p1 bet 2", "p2 bet 2", "p3 bet 2", "p4 see", "p4 bet 4", "p1 side p4"),
        *("p4 refuse", "p2 bet 4", "p3 side p2", "p2 accept", "p4 cover", "p4 leave", "p1 leave"),
    ]
    deal = play(deal, *said, "p4 sm AcKs9h")
    assert lines(deal) == [*said, "p4 sm AcKs9h"]


def test_a_masked_side_show_says_who_was_best() -> None:
    """Others learn who packed (R14); the two have the cards."""
    deal = play(all_seen(3), "p1 side p3, p3 accept")
    assert lines(deal)[-2:] == ["p1 side p3", "p3 accept"]
    assert lines(deal, 1)[-1] == lines(deal, None)[-1] == "d best p1"
    assert lines(deal, 0)[-1] == lines(deal, 2)[-1] == "p3 accept"


def test_a_side_show_that_lapses_has_no_word() -> None:
    """Asker or asked left while the dealer compared."""
    deal = play(start("???"), *(f"p{i} see, p{i} bet 2" for i in (1, 2, 3)), "p1 side p3, p3 accept, p1 leave")
    assert lines(deal)[-2:] == ["p3 accept", "p1 leave"]
    assert standing(last(hand_file(deal, "ABC"))) == standing(deal)


def test_the_word_survives_what_happens_before_it() -> None:
    """Another player leaves, another looks, cards are shown: then the dealer's word."""
    deal = play(start("?????", look="any_time", side_show_all_seen=False), *(f"p{i} see, p{i} bet 2" for i in (1, 2)))
    deal = play(deal, "p3 see, p3 side p2, p2 accept, p1 leave, p4 see, p2 sm AsAhAd, p5 leave, d best p3")
    assert lines(deal)[-6:] == ["p2 accept", "p1 leave", "p4 see", "p2 sm AsAhAd", "p5 leave", "d best p3"]
    assert standing(last(hand_file(deal, "ABCDE"))) == standing(deal)


def test_a_tie_that_the_payer_loses() -> None:
    """The word names who was equal, and the rules decide again."""
    deal = play(start("??"), "p1 show, d best p1 p2")
    assert lines(deal)[-1] == "d best p1 p2"
    assert won(last(hand_file(deal, "AB"))) == [0, 3]


def test_a_hand_shown_that_the_engine_never_knew() -> None:
    """It stays unknown as dealt, and stands where it was shown."""
    deal = play(start("??"), "p1 show, p2 sm AsAhAd, d best p1")
    assert hand_file(deal, "AB").actions == (
        "d dh p1 ??????",
        "d dh p2 ??????",
        "p1 show",
        "p2 sm AsAhAd",
        "d best p1",
    )


def test_names_and_extra_fields() -> None:
    """As given; without stacks at a tab."""
    deal = play(start(2, stacks=None), "p1 pack")
    file = hand_file(deal, ["Asha", "Ben"], None, extra={"event": "Diwali", "_table": 3})
    assert file.players == ("Asha", "Ben")
    assert file.extra == {"event": "Diwali", "_table": 3}
    assert file.starting_stacks is None
    assert file.finishing_stacks is None
    assert hand_file(play(start(2), "p1 pack"), "AB").finishing_stacks == (99, 101)
    assert hand_file(start([TRAILS[0], "?"]), "AB").actions == (f"d dh p1 {TRAILS[0]}", "d dh p2 ??????")
