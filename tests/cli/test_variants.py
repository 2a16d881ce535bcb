"""R20, R21 in the terminal and on the command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from teenpatti.bots import BASELINES, bot
from teenpatti.cli.terminal.game import Game
from teenpatti.cli.terminal.keys import NotUnderstoodError, offers, read
from teenpatti.cli.terminal.luck import SeededLuck
from teenpatti.cli.terminal.plain import ranking_help
from teenpatti.cli.terminal.screen import picture
from teenpatti.cli.terminal.words import (
    hand_name,
    in_order,
    marks,
    sentences,
    short_stands_for,
    spoken,
    stands_for,
)
from teenpatti.game.actions import Bet, Drop, Keep, Pack, See, Show
from teenpatti.game.cards import Card, parse_hand
from teenpatti.game.deal import Deal
from teenpatti.game.ranking import Ranking
from teenpatti.game.rules import PRESETS, Rules
from tests.cli.test_files import run
from tests.cli.test_play import Told, scene, told

BRAG = Rules.preset("brag")


def carried(keeper: int = 0) -> Deal:
    """A deal after a carried pot."""
    hands = [parse_hand("KsKhQd"), parse_hand("8c6d3h")]
    return Deal.start(BRAG, [100, 100], hands, carried=6, keeper=keeper, kept=parse_hand("9c7d5h"))


@pytest.mark.parametrize(
    ("ranking", "cards", "name", "stands", "order"),
    [
        (Ranking(wild="ak47"), "QsJh4d", "sequence Q-J-10", ", 4♦ stands for 10♦", "Q♠ J♥ 4♦"),
        (Ranking(wild="ak47"), "QsQh4d", "trail of queens", ", 4♦ stands for Q♦", "Q♠ Q♥ 4♦"),
        (Ranking(wild="lowest"), "2s8h9d", "sequence 10-9-8", ", 2♠ stands for 10♠", "9♦ 8♥ 2♠"),
        (Ranking(cards=4), "2sKhKdAc", "pair of kings", ", 2♠ does not count", "K♥ K♦ A♣ 2♠"),
        (Ranking(cards=4), "As2h9c3d", "sequence A-2-3", ", 9♣ does not count", "A♠ 2♥ 3♦ 9♣"),
        (Ranking(), "AsKhQd", "sequence A-K-Q", "", "A♠ K♥ Q♦"),
    ],
)
def test_hands_of_variants_have_names(ranking: Ranking, cards: str, name: str, stands: str, order: str) -> None:
    """What they count as, and what the wild cards stand for."""
    if ranking.wild == "ak47" and cards == "QsJh4d":
        name, stands = "sequence K-Q-J", ", 4♦ stands for K♦"
    hand = parse_hand(cards)
    assert hand_name(hand, ranking) == name
    assert stands_for(hand, ranking, marks) == stands
    assert marks(in_order(hand, ranking)) == order


def test_in_marks_for_a_small_place() -> None:
    """Beside the drawn cards."""
    ranking = Ranking(cards=4, wild="joker", joker_rank=0)
    assert short_stands_for(parse_hand("2sKhKd9c"), ranking) == "2♠ is K♠ · without 9♣"


def test_the_joker_is_told_and_drawn() -> None:
    """R21: turned up, shown to all."""
    rules = Rules(wild="joker")
    deal = Deal.start(rules, [100, 100], [parse_hand("KsKh2d"), parse_hand("8c6d3h")], joker=Card.parse("2c"))
    deal = deal.play(See(0))
    assert "The joker is 2♣: all cards of its rank are wild." in told(deal)
    assert "trail of kings, 2♦ stands for K♦" in told(deal)
    drawn = "\n".join(line.plain for line in picture(scene(deal), [], [], 80, 23))
    assert "joker 2♣" in drawn
    assert "Trail of kings" in drawn
    assert "2♦ is K♦" in drawn
    assert "all cards of its rank are wild" in ranking_help(scene(deal))
    assert "The best three of your four cards count." in ranking_help(scene(Deal.start(Rules(cards_dealt=4), [9, 9])))


def test_four_cards_are_drawn() -> None:
    """Unseen and seen."""
    rules = Rules(cards_dealt=4)
    deal = Deal.start(rules, [100, 100], [parse_hand("KsKh2dAc"), parse_hand("8c6d3h9h")])
    for now in (deal, deal.play(See(0))):
        lines = [line.plain for line in picture(scene(now), [], [], 80, 23)]
        assert any(line.count("╭─────╮") == 4 for line in lines)
        assert max(len(line) for line in lines) <= 80


def test_looking_at_one_of_two_hands() -> None:
    """R20: what is offered, typed, told and drawn."""
    deal = carried()
    now = scene(deal)
    assert [offer.key for offer in offers(now)][:2] == ["s old", "s new"]
    assert read("s old", now) == See(0, "old")
    assert read("look n", now) == See(0, "new")
    for typed in ("s", "s both", "s old new"):
        with pytest.raises(NotUnderstoodError, match="two hands"):
            read(typed, now)
    with pytest.raises(NotUnderstoodError, match="one hand"):
        read("s old", scene(deal, 1))
    assert "Two hands, unseen" in "\n".join(line.plain for line in picture(now, [], [], 80, 23))
    looking = scene(deal.play(See(0, "new")))
    assert [offer.key for offer in offers(looking)] == ["k", "d"]
    assert (read("k", looking), read("drop", looking)) == (Keep(0), Drop(0))
    drawn = "\n".join(line.plain for line in picture(looking, [], [], 80, 23))
    assert "This is your new hand." in drawn
    assert "Pair of kings" in drawn
    assert "carried over 6" in drawn


def test_two_hands_are_told() -> None:
    """Without the cards to others."""
    deal = carried().play(See(0, "new")).play(Keep(0))
    mine, theirs = told(deal), told(deal, 1)
    assert "The pot begins with the 6 carried over. You hold two hands, one of them kept." in mine
    assert "You look at your new hand: K♠ K♥ Q♦ (pair of kings)." in mine
    assert "You keep the new hand and fold the other." in mine
    assert "Bot 0 looks at the new hand." in theirs
    assert "K♠" not in theirs
    dropped = carried().play(See(0, "old")).play(Drop(0))
    assert "You fold the old hand and stay blind." in told(dropped)


def test_a_carried_pot_and_a_beaten_payer_are_told() -> None:
    """R20: who shows and who need not."""
    assert "You stay blind to the end: nobody takes the pot, and 8 carry over." in told(
        Deal.start(BRAG, [9, 9], carried=6).play(Pack(0)), 1
    )
    beaten = carried(keeper=1).play(Bet(0, 1)).play(Show(1))
    assert "who paid for the show is beaten and need not show" in told(beaten)
    assert "9♣" not in told(beaten)
    winner = carried(keeper=1).play(Show(0))
    assert "You win 10: pair of kings beats nine high." in told(winner)
    assert spoken(parse_hand("KsKhQd")) in " ".join(sentences(scene(winner), 0, spoken))


def typed(lines: list[str]) -> Iterator[str | None]:
    """What a person types, over and over."""
    while True:
        yield from lines


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_in_the_terminal(preset: str) -> None:
    """To the end, over several deals; no chip is lost."""
    front = Told(typed(["s", "b", "k", "s new", "w", "b", "d", "c", "p"]))
    game = Game(Rules.preset(preset), "You", BASELINES[1:4], 200, SeededLuck(3), front.front)
    game.play(6)
    assert sum(seat.chips for seat in game.table.seats if seat) == 800
    assert front.said[-1].startswith(("The deals agreed on are played.", "You have "))


def test_a_pot_that_carries_over_to_the_person() -> None:
    """R20: blind to the end, the next deal with two hands, and the pot when the game ends."""
    for seed in range(40):
        front = Told(typed(["b", "new", "c"]))
        game = Game(BRAG, "You", [bot("tight")], 50, SeededLuck(seed), front.front)
        game.play(4)
        said = "\n".join(front.said)
        assert sum(seat.chips for seat in game.table.seats if seat) == 100
        if "You hold two hands" in said and "you keep one of your two hands" in said and "You take its" in said:
            break
    else:
        pytest.fail("no pot was ever carried over twice and to the end")


def test_rank_under_each_preset() -> None:
    """As the hand counts, dense from 1."""
    said = run("rank", "QsQh4d", "--preset", "ak47")
    assert said.stdout == "QsQh4d  trail, counts as QsQhQd, strength 284 of 285\n"
    assert "pair, strength " in run("rank", "QsQh4d", "--preset", "joker", "--joker", "2c").stdout
    joker = run("rank", "QsQh4d", "--preset", "joker", "--joker", "4c", "--json")
    assert '"class": "trail"' in joker.stdout
    without = run("rank", "QsQh4d", "--preset", "joker")
    assert without.exit_code == 0
    assert "name it with --joker CARD" in without.stderr
    assert "pair, counts as QsQhAc" in run("rank", "QsQhAc2d", "--preset", "best-of-four").stdout
    assert run("rank", "QsQhAc", "--preset", "best-of-four").exit_code == 1
    for wrong in (("--joker", "2c"), ("--preset", "joker", "--joker", "xx")):
        assert run("rank", "QsQh4d", *wrong).exit_code == 2
