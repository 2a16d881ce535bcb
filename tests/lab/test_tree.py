"""The solver's tree is the reference engine's game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from teenpatti.game.actions import Action, Bet, Side
from teenpatti.game.deal import Deal
from teenpatti.game.rules import Rules
from teenpatti.lab.tree import CannotSolve, Game, Graph, Tree, amounts
from tests.helpers import BARE, shuffled_hands, verbs

NEEDED: dict[str, Any] = {"look": "own_turn", "short_stack": "cover"}


def random_game(rng: Random) -> Game:
    """A game of random rules that two players can meet."""
    options: dict[str, Any] = {
        "boot": rng.choice((1, 1, 2, 5)),
        "raise_factor": rng.choice((2, 2, 3, 0)),
        "bet_steps": rng.choice(("any", "any", "double")),
        "blind_limit": rng.choice((0, 0, 1, 2)),
        "max_raises": rng.choice((0, 0, 1, 2)),
        "seen_may_show_blind": rng.random() < 0.3,
        "show_multiplier": rng.choice((1, 1, 2)),
        "show_tie": rng.choice(("payer_loses", "split")),
        "side_show": rng.random() < 0.8,
        "side_show_min_players": rng.choice((2, 2, 3)),
        "side_show_multiplier": rng.choice((1, 1, 2)),
        "ace_run": rng.choice(("top", "second", "none")),
        "lowball": rng.random() < 0.2,
    }
    boot = options["boot"]
    options["max_seen_bet"] = rng.choice((0, 0, 2 * boot, 8 * boot))
    options["pot_limit"] = rng.choice((0, 0, 5 * boot, 9 * boot))
    sizes = rng.choice((("lowest", "highest"), ("lowest",), ("lowest", "middle", "highest"), ("lowest", "0.3")))
    return Game(Rules(**NEEDED, **options), rng.randint(3, 6), sizes, rng.random() < 0.3)


def thought_of(game: Game, deal: Deal) -> list[str]:
    """The moves that belong in the tree, told from what is legal."""
    legal, me = deal.legal(), deal.turn
    said = []
    for verb in verbs(legal):
        if verb == "bet":
            assert legal.bet is not None
            said += [str(Bet(me or 0, amount)) for amount in amounts(legal.bet, game.sizes)]
        elif verb == "side":
            assert legal.side is not None
            if game.keep_side_shows or legal.bet is None or legal.side.price != legal.bet.lowest:
                said.append(str(Side(me or 0, legal.side.targets[0])))
        else:
            said.append(str(BARE[verb](me or 0)))
    return sorted(said)


class Explorer:
    """Deals random hands through the engine and follows in the solver's situations and trees."""

    def __init__(self, game: Game) -> None:
        self.game, self.graph = game, Graph(game)
        self.situations = self.graph.situations()
        self.trees: dict[int, Tree] = {}

    def tree(self, number: int) -> Tree:
        """The tree after the look in a situation."""
        if number not in self.trees:
            self.trees[number] = self.graph.tree(self.graph.after(self.situations[number].deal)[1][0])
        return self.trees[number]

    def explore(self, rng: Random) -> None:
        """One deal to its end; every decision, action and net must agree."""
        hands = shuffled_hands(rng, 2)
        deal = Deal.start(self.game.rules, [self.game.chips] * 2, hands)
        number, node, slot, plain = 0, -1, -1, self.situations[0].deal
        while True:
            assert (plain.turn, plain.price, plain.chips_in) == (deal.turn, deal.price, deal.chips_in)
            moves, after = self.graph.after(plain)
            assert sorted(map(str, moves)) == thought_of(self.game, deal)
            i = rng.randrange(len(moves))
            move: Action = moves[i]
            if node >= 0:
                tree = self.tree(number)
                assert tree.player[node] == deal.turn
                assert tree.seen[node].tolist() == [player.seen for player in deal.players]
                slot = int(tree.first[node]) + i
                assert tree.first[node + 1] - tree.first[node] == len(moves)
            deal, plain = deal.play(move), after[i]
            if deal.over:
                break
            if node >= 0:
                node = int(self.tree(number).child[slot])
                assert node >= 0
                continue
            follows = self.situations[number].follows[i]
            if isinstance(follows, int):
                number = follows
            else:
                assert follows is None
                node = 0
        pay = self.situations[number].follows[i] if node < 0 else self.tree(number).pay[slot]
        if node >= 0:
            assert self.tree(number).child[slot] == -1
        strengths = [self.game.rules.ranking.evaluator.strength(hand) for hand in hands]
        which = 0 if strengths[0] > strengths[1] else 1 if strengths[0] == strengths[1] else 2
        net = (deal.players[0].won - deal.players[0].paid) / self.game.rules.boot
        assert pay is not None
        assert not isinstance(pay, int)
        assert pay[which] == net


@pytest.mark.parametrize("seed", range(12))
def test_the_tree_is_the_engines_game(seed: int, long: bool) -> None:
    """60,000 deals of random rules: the same decisions, actions, prices and payments (R5-R17)."""
    rng = Random(seed)
    for _ in range(10):
        explorer = Explorer(random_game(rng))
        for _ in range(5_000 if long else 500):
            explorer.explore(rng)


def test_situations_stand_before_what_follows() -> None:
    """The solver settles them backwards."""
    graph = Graph(Game.like(Rules.preset("classic"), 12))
    situations = graph.situations()
    assert situations[0].line == ()
    for number, situation in enumerate(situations):
        assert all(follow > number for follow in situation.follows if isinstance(follow, int))


def test_the_size_of_a_tree_is_known_before_it_grows() -> None:
    """Decisions and rows, in time that does not grow with the tree."""
    graph = Graph(Game.like(Rules.preset("classic"), 8))
    for situation in graph.situations():
        root = graph.after(situation.deal)[1][0]
        tree = graph.tree(root)
        assert graph.size(root) == (tree.decisions, tree.seen_rows, tree.blind_rows)
        assert len(tree.child) == tree.seen_rows + tree.blind_rows
    everything = Graph(Game(Rules(short_stack="cover", side_show_multiplier=2), 20))
    assert everything.size(everything.after(everything.game.start())[1][0])[0] > 10_000


@pytest.mark.parametrize(
    ("rules", "stack", "sizes", "said"),
    [
        (Rules(short_stack="cover", look="any_time"), 5, ("lowest",), "look own_turn"),
        (Rules(), 5, ("lowest",), "short_stack cover"),
        (Rules(short_stack="cover"), 1, ("lowest",), "nothing to play"),
        (Rules(short_stack="cover"), 5, ("highest",), "lowest bet is always"),
        (Rules(short_stack="cover"), 5, ("lowest", "huge"), "no bet size"),
        (Rules(short_stack="cover"), 5, ("lowest", "1.5"), "no bet size"),
        (Rules(short_stack="cover"), 5, ("lowest", "nan"), "no bet size"),
    ],
)
def test_what_cannot_be_solved_is_said(rules: Rules, stack: int, sizes: tuple[str, ...], said: str) -> None:
    """In a sentence."""
    with pytest.raises(CannotSolve, match=said):
        Game(rules, stack, sizes)
