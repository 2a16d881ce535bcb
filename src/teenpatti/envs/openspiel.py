"""The OpenSpiel game ``python_teen_patti``; importing this module makes it known.

>>> import pyspiel
>>> import teenpatti.envs.openspiel
>>> game = pyspiel.load_game("python_teen_patti(players=3,stack=5,raise_factor=3)")
>>> game.num_players(), game.max_game_length()
(3, 16)

Chance is explicit. Cards are dealt only when somebody comes to see them, in ascending order, so the tree has no branch
that nobody can tell from another (:mod:`teenpatti.envs.lazy`). ``ranks`` and ``suits`` make the deck smaller, from the
two up. A card is its place in that deck.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from teenpatti.envs.choices import CHOICES, NOTHING, Choice
from teenpatti.envs.lazy import LazyDeal, longest
from teenpatti.envs.observation import Observation, Row
from teenpatti.envs.setting import Setting
from teenpatti.game.cards import CARDS, Card, format_hand, quote
from teenpatti.game.errors import Code, InvalidRules
from teenpatti.game.rules import OPTIONS, Rules

NAME: Final = "python_teen_patti"

PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "stack": 10,
    "ranks": 13,
    "suits": 4,
    **{name: option.default for name, option in OPTIONS.items()},
}
"""Parameters with their defaults: ``stack`` in boots, and every option of the rules by its name."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Teen Patti",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=17,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=PARAMETERS,
)


class TeenPattiGame(pyspiel.Game):
    """One deal. Actions are :class:`~teenpatti.envs.choices.Choice`, returns are boots.

    Raises InvalidRules for what the rules or :class:`~teenpatti.envs.setting.Setting` refuse, for a deck that is
    too small or none, and for wild=joker, whose turned-up card would have to be dealt first.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        sizes = (given.pop(name, PARAMETERS[name]) for name in ("players", "stack", "ranks", "suits"))
        players, stack, ranks, suits = sizes
        self.setting = Setting(Rules.from_options(given), players, stack)
        self.deck = _deck(self.setting, ranks, suits)
        self.table = Observation(self.setting)
        self.longest = longest(self.setting)
        # Immutable, and asked for at every copy of a state.
        self.start = LazyDeal.start(self.setting, self.deck)
        self.places = {card: place for place, card in enumerate(self.deck)}
        info = pyspiel.GameInfo(
            num_distinct_actions=CHOICES,
            max_chance_outcomes=len(self.deck),
            num_players=players,
            min_utility=-float(stack),
            max_utility=float(stack * (players - 1)),
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        # Left to OpenSpiel, what is pickled would come back without what this class knows.
        return pyspiel.load_game, (NAME, self.get_parameters())

    def new_initial_state(self) -> TeenPattiState:
        """The deal after the boots."""
        return TeenPattiState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for each card of each hand."""
        return self.setting.players * self.setting.rules.cards_dealt

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TeenPattiObserver:
        """What shows a state to one player; see :class:`TeenPattiObserver`."""
        return TeenPattiObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def parameters(rules: Rules | str, **others: int) -> dict[str, Any]:
    """What to give ``pyspiel.load_game`` for ``rules`` or the name of a preset; ``others`` are players, stack, ranks,
    suits.

    >>> parameters("muflis", players=4)
    {'lowball': True, 'players': 4}

    Raises InvalidRules for an unknown preset.
    """
    return {**(Rules.preset(rules) if isinstance(rules, str) else rules).to_options(), **others}


def _deck(setting: Setting, ranks: int, suits: int) -> tuple[Card, ...]:
    if not (type(ranks) is int and type(suits) is int and 1 <= ranks <= 13 and 1 <= suits <= 4):
        raise InvalidRules(
            Code.BAD_OPTION_VALUE,
            f"A deck of {quote(ranks)} ranks and {quote(suits)} suits: expected 1 to 13 ranks and 1 to 4 suits.",
        )
    needed = setting.players * setting.rules.cards_dealt
    if ranks * suits < needed:
        raise InvalidRules(
            Code.BAD_PLAYER_COUNT,
            f"A deck of {ranks * suits} cards for {setting.players} players: expected at least {needed} cards.",
        )
    if str(setting.rules.wild) == "joker":
        raise InvalidRules(
            Code.OPTIONS_CONFLICT, "wild is joker: this game deals no card for all; PettingZoo and Gymnasium play it."
        )
    return tuple(card for card in CARDS if card.rank < ranks and card.suit < suits)


class TeenPattiState(pyspiel.State):
    """One deal as it stands. ``lazy`` is all there is to it, and it is immutable."""

    def __init__(self, game: TeenPattiGame) -> None:
        super().__init__(game)
        self.lazy = game.start

    def current_player(self) -> int:
        """Who has to choose, or that a card is due, or that the deal is over."""
        if self.lazy.turn is not None:
            return self.lazy.turn
        player = pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE
        return int(player)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.lazy.deal.over

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of legal choices, ascending."""
        if player != self.lazy.turn:
            return []
        return [number for number, cost in enumerate(self.lazy.costs) if cost is not None]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Places in the deck, ascending, each with its chance."""
        places = self.get_game().places
        return [(places[card], chance) for card, chance in self.lazy.outcomes()]

    def _apply_action(self, action: int) -> None:
        if self.lazy.dealing is not None:
            self.lazy = self.lazy.dealt(self.lazy.deck[action])
        else:
            self.lazy = self.lazy.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.lazy.deck[action]}"
        return f"p{player + 1} {Choice(action).name.lower()}"

    def returns(self) -> list[float]:
        """What each has won or lost in boots; 0 before the end."""
        game: TeenPattiGame = self.get_game()
        return game.setting.results(self.lazy.deal) if self.is_terminal() else [0.0] * game.setting.players

    def __str__(self) -> str:
        """The cards dealt and what has happened; for the researcher, not for a player."""
        hands = " ".join(f"p{i + 1}:{format_hand(hand)}" for i, hand in enumerate(self.lazy.hands) if hand)
        return f"{hands} | {', '.join(self.lazy.line)}"


class TeenPattiObserver:
    """Shows a state to one player, as tensor and string.

    The tensor's pieces: ``public`` and ``private`` are the row of :class:`~teenpatti.envs.observation.Observation` up
    to the cards, and from there on; ``history``, with perfect recall, one line for each choice so far with a 1 at its
    number, and a 1 in the last place if it accepted a side show that the one who asked won. What is public alone is
    shown as player 0 sees it.
    """

    def __init__(self, game: TeenPattiGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observation: got {params!r:.60}.")
        self._table = game.table
        self._private_from = game.table.index["own_cards"].start
        self._recalls = iig_obs_type.perfect_recall
        self._public = iig_obs_type.public_info
        self._private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        pieces: list[tuple[str, tuple[int, ...]]] = []
        if self._public:
            pieces.append(("public", (self._private_from,)))
        if self._private:
            pieces.append(("private", (game.table.size - self._private_from,)))
        if self._public and self._recalls:
            pieces.append(("history", (game.longest, CHOICES + 1)))
        self.tensor: Row = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Row] = {}
        start = 0
        for name, shape in pieces:
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: TeenPattiState, player: int) -> None:
        """Fill :attr:`tensor` and :attr:`dict` with what ``player`` observes."""
        self.tensor.fill(0)
        lazy = state.lazy
        viewer = player if self._private else 0
        costs = lazy.costs if viewer == lazy.turn else NOTHING
        row = self._table.row(lazy.deal, viewer, costs, lazy.known_to(viewer))
        if "public" in self.dict:
            self.dict["public"][:] = row[: self._private_from]
        if "private" in self.dict:
            self.dict["private"][:] = row[self._private_from :]
        if "history" in self.dict:
            for i, move in enumerate(lazy.moves):
                self.dict["history"][i, move.choice] = 1
                self.dict["history"][i, CHOICES] = move.won

    def string_from(self, state: TeenPattiState, player: int) -> str:
        """What ``player`` observes in words."""
        lazy = state.lazy
        words = []
        if self._private:
            known = lazy.known_to(player)
            words += [f"p{i + 1}:{format_hand(hand)}" for i, hand in known.items()]
            if self._public:
                words.insert(0, f"p{player + 1}")
        if self._public:
            words.append("|")
            words.append(", ".join(lazy.line) if self._recalls else _standing(lazy))
        return " ".join(words)


def _standing(lazy: LazyDeal) -> str:
    """What all know, without how it came to that."""
    deal = lazy.deal
    words = [f"P {deal.price}"]
    for i, player in enumerate(deal.players):
        what = "packed" if player.packed else "covers" if player.covered else "seen" if player.seen else "blind"
        words.append(f"p{i + 1}{'*' if i == deal.turn else ''} {what} {player.paid}+{player.stack}")
    if deal.side is not None:
        words.append(f"p{deal.side.asker + 1} asks")
    return ", ".join(words)


pyspiel.register_game(_TYPE, TeenPattiGame)
