"""The OpenSpiel game: its project's simulation test, golden playthroughs, equilibria, and what a player is told."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from teenpatti.envs.choices import Choice, action, costs
from teenpatti.envs.lazy import LazyDeal, longest
from teenpatti.envs.openspiel import NAME, PARAMETERS, TeenPattiGame, TeenPattiState, parameters
from teenpatti.envs.setting import Setting
from teenpatti.game.actions import Best
from teenpatti.game.cards import CARDS, Card
from teenpatti.game.deal import Deal
from teenpatti.game.errors import IllegalAction, InvalidRules
from teenpatti.game.rules import OPTIONS, Rules
from teenpatti.lab.solver import solve
from teenpatti.lab.tree import Game
from tests.envs import golden
from tests.envs.play import choose, lazy_rules


@pytest.mark.parametrize(
    "options",
    [
        "",
        "players=3,stack=20,side_show_all_seen=false,side_show_with=any",
        "players=5,stack=4,short_stack=cover,raise_factor=0,boot=3",
        "players=17,stack=2,lowball=true",
        "players=2,ranks=3,suits=2,stack=30,pot_limit=12,show_tie=split,seen_may_show_blind=true",
    ],
)
def test_random_simulations(options: str, long: bool) -> None:
    """OpenSpiel's random_sim_test with serialisation: clones, histories, sums, tensors, lengths."""
    pyspiel.random_sim_test(
        pyspiel.load_game(f"{NAME}({options})"), num_sims=100 if long else 4, serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", golden.GAMES)
def test_golden_playthroughs(name: str) -> None:
    """OpenSpiel plays each anew and finds every line as it was."""
    kept, again = golden.replay(name)
    assert again.splitlines() == kept.splitlines()


@pytest.mark.usefixtures("compiled_solver")
def test_their_cfr_and_our_solver_agree(long: bool) -> None:
    """On a deck of six cards, with side shows in the tree; a value is off by no more than both can gain together."""
    stack, ranks, suits = 3, 3, 2
    game = pyspiel.load_game(f"{NAME}(stack={stack},ranks={ranks},suits={suits},short_stack=cover)")
    cfr = pyspiel.CFRPlusSolver(game)
    for _ in range(100 if long else 20):
        cfr.evaluate_and_update_policy()
    policy = cfr.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    gap = pyspiel.nash_conv(game, policy)
    sizes = ("lowest", "middle", "highest")
    ours = solve(Game(Rules(short_stack="cover"), stack, sizes, deck=(ranks, suits)), 2e-5, threads=1)
    assert gap < 0.08
    assert value == pytest.approx(ours.choices[0].value, abs=gap + 2 * ours.exploitability)
    assert value < -0.3  # so that a gap this wide tells something


def walk(state: Any) -> list[tuple[float, tuple[tuple[Card, ...], ...]]]:
    """Every way in which the cards that are due can fall, with its chance."""
    if state.dealing is None:
        return [(1.0, state.hands)]
    return [(chance * rest, hands) for card, chance in state.outcomes() for rest, hands in walk(state.dealt(card))]


def test_every_hand_is_dealt_in_one_way_and_as_often_as_any_other() -> None:
    """Ascending cards, and the second hand from what the first has left."""
    deck = [card for card in CARDS if card.rank < 4 and card.suit < 2]
    one = LazyDeal.start(Setting(), deck).choose(Choice.SEE)
    found = walk(one)
    assert sorted(hands[0] for _, hands in found) == list(combinations(deck, 3))
    assert [chance for chance, _ in found] == pytest.approx([1 / comb(8, 3)] * 56)
    two = one.dealt(deck[0]).dealt(deck[3]).dealt(deck[7]).choose(Choice.BET_LOWEST).choose(Choice.SEE)
    left = [card for card in deck if card not in (deck[0], deck[3], deck[7])]
    found = walk(two)
    assert sorted(hands[1] for _, hands in found) == list(combinations(left, 3))
    assert [chance for chance, _ in found] == pytest.approx([1 / comb(5, 3)] * 10)


def test_nothing_is_dealt_before_somebody_comes_to_see_it() -> None:
    """A deal that ends without a look or a comparison deals no card; a show deals the hands of the two."""
    start = LazyDeal.start(Setting(players=3), CARDS)
    packed = start.choose(Choice.BET_LOWEST).choose(Choice.PACK).choose(Choice.PACK)
    assert packed.deal.over
    assert packed.hands == ((), (), ())
    shown = start.choose(Choice.PACK).choose(Choice.BET_LOWEST).choose(Choice.SHOW)
    assert shown.dealing == 1
    assert shown.turn is None
    for card in (0, 4, 8, 48, 49, 50):
        shown = shown.dealt(CARDS[card])
    assert shown.deal.over
    assert shown.deal.winners == (2,)
    assert shown.hands[0] == ()


def test_the_lazy_deal_is_the_deal() -> None:
    """Played beside the engine with the same cards dealt at once: the same choices, chips and winners."""
    rng = Random(3)
    for _ in range(150):
        players = rng.choice((2, 3, 4, 6))
        setting = Setting(lazy_rules(rng, players), players, rng.choice((1, 2, 5, 30)))
        lazy = LazyDeal.start(setting, CARDS)
        while not lazy.deal.over:
            if lazy.dealing is not None:
                cards, chances = zip(*lazy.outcomes(), strict=True)
                assert sum(chances) == pytest.approx(1)
                lazy = lazy.dealt(rng.choices(cards, chances)[0])
            else:
                lazy = lazy.choose(choose([cost is not None for cost in lazy.costs], rng))
        each = setting.rules.cards_dealt
        rest = [card for card in CARDS if not any(card in hand for hand in lazy.hands)]
        deal = Deal.start(
            setting.rules,
            setting.stacks,
            [hand or tuple(rest.pop() for _ in range(each)) for hand in lazy.hands],
        )
        for move in lazy.moves:
            assert deal.turn == move.player
            deal = deal.play(action(deal, move.choice, costs(deal.legal())))
        assert deal.over
        for one, two in zip(deal.players, lazy.deal.players, strict=True):
            assert one._replace(hand=None, shown=None) == two._replace(hand=None, shown=None)
        assert setting.results(deal) == setting.results(lazy.deal)


def longest_line(setting: Setting) -> int:
    """The most choices that a deal takes, whoever is best, found by playing all of them."""
    known: dict[Any, int] = {}

    def after(deal: Deal) -> int:
        # The past does not matter, and its events are many.
        deal = deal._replace(events=deal.events[:1])
        if deal not in known:
            known[deal] = search(deal)
        return known[deal]

    def search(deal: Deal) -> int:
        if deal.over:
            return 0
        legal = deal.legal()
        if legal.best is not None:
            words = [legal.best, *((i,) for i in legal.best)]
            return max(after(deal.play(Best(word))) for word in words if _may_be_said(deal, word))
        now = costs(legal)
        return 1 + max(after(deal.play(action(deal, choice, now))) for choice in Choice if now[choice] is not None)

    return after(Deal.start(setting.rules, setting.stacks))


def _may_be_said(deal: Deal, word: tuple[int, ...]) -> bool:
    try:
        deal.play(Best(word))
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("short_stack", ["pack", "cover"])
@pytest.mark.parametrize(("players", "stack"), [(2, 1), (2, 2), (2, 3), (2, 6), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2)])
def test_the_longest_deal_is_as_long_as_is_said(players: int, stack: int, short_stack: Any) -> None:
    """Exactly, by playing every deal."""
    setting = Setting(Rules(short_stack=short_stack), players, stack)
    assert longest_line(setting) == longest(setting)


def test_no_deal_is_longer_than_is_said() -> None:
    """Under any rules: every deal of small random games."""
    rng = Random(9)
    limited = 0
    for _ in range(60):
        players, stack = rng.choice(((2, 2), (2, 3), (2, 4), (3, 2), (3, 3)))
        rules = lazy_rules(rng, players)
        if rng.random() < 0.5:
            rules = replace(rules, pot_limit=rules.boot * players + rng.randint(1, rules.boot * players * stack))
        setting = Setting(rules, players, stack)
        limited += longest(setting) < players * (stack - 1) + 2 * (players - 1)
        assert longest_line(setting) <= longest(setting), setting
    assert limited > 10


HONEST = LazyDeal.known_to
"""Whose cards a player knows, also where a test plants a leak."""


def random_state(game: Any, rng: Random, moves: int) -> Any:
    """A state so many actions on, or the last before the end."""
    state = game.new_initial_state()
    for _ in range(moves):
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(cards, chances)[0])
            continue
        if state.is_terminal():
            break
        legal = state.legal_actions()
        state.apply_action(choose([choice in legal for choice in range(len(Choice))], rng))
    return state


def another_deck(state: Any, viewer: int, rng: Random) -> Any:
    """The same choices from cards that differ only where ``viewer`` may not know them, or None if none are found.

    What all know of the cards, such as who lost a side show, is the same.
    """
    deal = state.lazy
    known = HONEST(deal, viewer)
    fixed = {card for hand in known.values() for card in hand}
    for _ in range(30):
        rest = [card for card in deal.deck if card not in fixed]
        rng.shuffle(rest)
        hands = {
            i: known.get(i) or tuple(sorted(rest.pop() for _ in range(deal.deal.rules.cards_dealt)))
            for i in range(len(deal.hands))
        }
        twin, moves = deal._replace(**LazyDeal.start(state.get_game().setting, deal.deck)._asdict()), iter(deal.moves)
        while True:
            if twin.dealing is not None:
                if len(twin.hands[twin.dealing]) == len(deal.hands[twin.dealing]) and twin.line == deal.line:
                    break
                twin = twin.dealt(hands[twin.dealing][len(twin.hands[twin.dealing])])
                continue
            move = next(moves, None)
            if move is None or move.player != twin.turn or twin.costs[move.choice] is None:
                break
            twin = twin.choose(move.choice)
        if twin.line == deal.line and twin.moves == deal.moves and twin.dealing == deal.dealing:
            other = state.clone()
            other.lazy = twin
            return other
    return None


def told(state: Any, viewer: int) -> list[Any]:
    """Everything that a player is told."""
    return [
        state.current_player(),
        state.information_state_string(viewer),
        state.information_state_tensor(viewer),
        state.observation_string(viewer),
        state.observation_tensor(viewer),
        [] if state.is_chance_node() else state.legal_actions(viewer),
    ]


def leaks(deals: int, seed: int) -> tuple[list[str], int]:
    """Where a player is told what he may not know, and how often different cards have been compared."""
    rng = Random(seed)
    found, compared = [], 0
    for number in range(deals):
        players = rng.choice((2, 3, 3, 4))
        setting = Setting(lazy_rules(rng, players), players, rng.choice((3, 8)))
        game = TeenPattiGame(parameters(setting.rules, players=players, stack=setting.stack))
        state = random_state(game, rng, rng.choice((4, 8, 16, 30, 100)))
        for viewer in range(players):
            other = another_deck(state, viewer, rng)
            if other is None:
                continue
            compared += other.lazy.hands != state.lazy.hands
            if told(state, viewer) != told(other, viewer):
                found.append(f"deal {number}, {viewer}: {state}")
    return found, compared


@pytest.mark.parametrize("seed", range(4))
def test_nothing_leaks(seed: int, long: bool) -> None:
    """2,000 deals of random rules, each at a random moment, for each player."""
    found, compared = leaks(2_500 if long else 500, seed)
    assert found == []
    assert compared > 150


def _all(deal: LazyDeal, viewer: int | None) -> dict[int, Any]:
    return {i: hand for i, hand in enumerate(deal.hands) if len(hand) == 3}


def _partly(deal: LazyDeal, viewer: int | None) -> dict[int, Any]:
    honest = HONEST(deal, viewer)
    return honest | {i: hand[:1] for i, hand in enumerate(deal.hands) if hand and i not in honest}


@pytest.mark.parametrize("leak", [_all, _partly])
def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    """Otherwise the test above would prove nothing."""
    monkeypatch.setattr(LazyDeal, "known_to", leak)
    assert leaks(60, 1)[0]


def test_r07_a_blind_player_is_not_told_his_own_cards() -> None:
    """Neither in words nor in numbers, though another's look has dealt cards."""
    state = pyspiel.load_game(NAME).new_initial_state()
    for action_ in (Choice.BET_LOWEST, Choice.SEE, 3, 7, 40):
        state.apply_action(action_)
    assert state.information_state_string(0) == "p1 | p1 bet 1, p2 see"
    assert state.information_state_string(1) == "p2 p2:2s3sQc | p1 bet 1, p2 see"
    table = TeenPattiGame().table
    own, other = (np.array(state.observation_tensor(viewer), np.float32) for viewer in (1, 0))
    assert np.flatnonzero(table.part(own, "own_cards")).tolist() == [3, 7, 40]
    assert not table.part(other, "own_cards").any()
    assert not table.part(other, "seat1.cards").any()


def test_states_can_be_kept_and_restored() -> None:
    """Pickled, copied and played from the history, at any moment."""
    game = pyspiel.load_game(NAME, parameters(Rules(raise_factor=3, boot=2), players=3, stack=6))
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game) == str(copy.deepcopy(game))
    rng = Random(4)
    for moves in range(25):
        state = random_state(game, rng, moves)
        for twin in (pickle.loads(pickle.dumps(state)), state.clone(), copy.deepcopy(state)):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            assert twin.lazy == state.lazy
        played = again.new_initial_state()
        for number in state.history():
            played.apply_action(number)
        assert played.lazy == state.lazy


def test_order_of_actions() -> None:
    """Ascending, the same each time, for players and for chance; nothing for who is not on turn."""
    rng = Random(6)
    game = pyspiel.load_game(f"{NAME}(players=3,stack=8)")
    for moves in range(30):
        state: TeenPattiState = random_state(game, rng, moves)
        if state.is_chance_node():
            numbers = [number for number, _ in state.chance_outcomes()]
        elif not state.is_terminal():
            numbers = state.legal_actions()
            assert state.legal_actions((state.current_player() + 1) % 3) == []
        else:
            continue
        assert numbers == sorted(set(numbers))
        assert numbers == (
            [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )


def test_parameters() -> None:
    """Every option by its name; presets are written out."""
    assert PARAMETERS.keys() == {"players", "stack", "ranks", "suits", *OPTIONS}
    rules = Rules.preset("club", boot=5, look="own_turn")
    game = pyspiel.load_game(NAME, parameters(rules, players=4, stack=20))
    state: Any = game.new_initial_state()
    assert state.get_game().setting == Setting(rules, 4, 20)
    assert game.min_utility() == -20
    assert game.max_utility() == 60
    assert TeenPattiGame().setting == Setting(stack=10)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"look": "any_time"}, "look is any_time"),
        ({"ranks": 14}, "expected 1 to 13 ranks"),
        ({"suits": 0}, "1 to 4 suits"),
        ({"ranks": 2, "suits": 2}, "A deck of 4 cards for 2 players: expected at least 6 cards"),
        ({"players": 18}, "expected 2 to 17"),
        ({"raise_factor": 1}, "raise_factor"),
    ],
)
def test_parameters_that_are_refused(options: dict[str, Any], match: str) -> None:
    """In a sentence, when the game is loaded."""
    with pytest.raises(InvalidRules, match=match):
        pyspiel.load_game(NAME, options)


def test_a_joker_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be dealt before the first choice."""
    rules = Rules()
    object.__setattr__(rules, "wild", "joker")
    monkeypatch.setattr(Rules, "from_options", lambda options: rules)
    with pytest.raises(InvalidRules, match="wild is joker"):
        TeenPattiGame()


def test_what_is_not_legal_is_refused() -> None:
    """With what is, and the state is as it was."""
    state = TeenPattiGame().new_initial_state()
    before = state.lazy
    with pytest.raises(IllegalAction, match="Legal now: 0 pack, 1 see, 2 bet_lowest"):
        state.apply_action(Choice.COVER)
    assert state.lazy is before
    with pytest.raises(ValueError, match="no parameters of observation"):
        TeenPattiGame().make_py_observer(None, {"a": 1})
