"""One deal, from the boots to the pot: an immutable state that is asked what is legal and played with actions.

>>> from teenpatti.game.actions import Bet, Pack
>>> from teenpatti.game.rules import Rules
>>> deal = Deal.start(Rules(), [100, 100])
>>> deal = deal.play(Bet(0, 2)).play(Pack(1))
>>> deal.over, deal.chips_in, [player.stack for player in deal.players]
(True, 4, [101, 99])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, cast

from teenpatti.game import moves, showdown
from teenpatti.game.actions import (
    Accept,
    Action,
    Best,
    Bet,
    Cover,
    Drop,
    Keep,
    Leave,
    Pack,
    Refuse,
    See,
    Show,
    ShowHand,
    Side,
)
from teenpatti.game.cards import Card, Hand, check_distinct, quote
from teenpatti.game.errors import Code, InvalidCard, InvalidHistory, InvalidRules
from teenpatti.game.events import (
    BestNamed,
    BetMade,
    Covered,
    DealStarted,
    Event,
    HandDropped,
    HandKept,
    HandShown,
    LeftCovering,
    Packed,
    Saw,
    ShowPaid,
    SideAccepted,
    SideAsked,
    SideRefused,
)
from teenpatti.game.legal import Legal
from teenpatti.game.once import once
from teenpatti.game.prices import price_after
from teenpatti.game.refusals import refusal
from teenpatti.game.rules import Rules
from teenpatti.game.state import State


class Deal(State):
    """One deal as it stands; players count from 0, player 0 left of the dealer, the last is the dealer (R5)."""

    @classmethod
    def start(
        cls,
        rules: Rules,
        stacks: Sequence[int | None],
        hands: Sequence[Hand | None] | None = None,
        *,
        joker: Card | None = None,
        carried: int = 0,
        keeper: int | None = None,
        kept: Hand | None = None,
    ) -> Deal:
        """Deal ``hands``, turn up ``joker`` if the rules have one, and post the boots.

        ``stacks`` are chips before the boot, in playing order, None for an unlimited one; ``hands`` may be unknown, one
        (None) or all, and so may the joker, and then comparisons wait for the dealer's word (:class:`Best`). Where the
        rules let a pot carry over, ``carried`` are its chips, and ``keeper`` the player who kept the hand ``kept``
        (R20). Raises InvalidRules for a number of players against R5, a stack under the boot (R18) or what these rules
        do not have, InvalidCard for cards that cannot be dealt together.
        """
        players = len(stacks)
        most = rules.most_players(kept=int(keeper is not None))
        if not 2 <= players <= most:
            raise InvalidRules(
                Code.BAD_PLAYER_COUNT, f"{players} players cannot be dealt in: expected 2 to {most} (R5)."
            )
        for i, stack in enumerate(stacks):
            if stack is not None and (type(stack) is not int or stack < rules.boot):
                raise InvalidRules(
                    Code.BAD_STACK,
                    f"The stack of p{i + 1} is {quote(stack)}: expected a whole number of chips, at least the boot of "
                    f"{quote(rules.boot)} (R18).",
                )
        dealt = _checked_hands(rules, players, [None] * players if hands is None else hands)
        turned_up = None if joker is None else _checked_joker(rules, joker)
        _check_carried(rules, players, carried, keeper, kept)
        kept = None if kept is None else _checked_hands(rules, 1, [kept])[0]
        known = [*dealt, kept, None if turned_up is None else (turned_up,)]
        check_distinct([card for hand in known if hand for card in hand])
        full = _fills(rules, carried + players * rules.boot)
        turn = None if full else 0
        deal = cls.started(
            DealStarted(rules, tuple(stacks), dealt, 2 * rules.boot, turn, turned_up, carried, keeper, kept)
        )
        return showdown.compare(deal, "forced", deal.left) if full else deal

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Deal:
        """The deal that ``events`` rebuild, the first being its DealStarted. Raises InvalidHistory if it is not."""
        iterator = iter(events)
        first = next(iterator, None)
        if not isinstance(first, DealStarted):
            raise InvalidHistory(Code.BAD_EVENTS, "The events of a deal begin with its start.")
        deal = cls.started(first)
        for event in iterator:
            deal = deal.evolve(event)
        return deal

    def legal(self, player: int | None = None) -> Legal:
        """What ``player`` may do now; None: whoever is to act, be it the dealer with his word.

        Raises IndexError for a player who is not in the deal.
        """
        if player is None or player == self.turn:
            return self._to_act
        if not 0 <= player < len(self.players):
            raise IndexError(f"{quote(player)} is no player of this deal: expected 0 to {len(self.players) - 1}.")
        return moves.legal(self, player)

    @once
    def _to_act(self) -> Legal:
        # Asked for by whoever chooses an action and again when it is played.
        return moves.legal(self)

    def play(self, action: Action) -> Deal:
        """The deal after ``action`` and all that follows from it. Raises IllegalAction, and then nothing has
        changed."""
        decider = _DECIDERS.get(type(action))
        after = decider(self, action) if decider else None
        if after is None:
            raise refusal(self, action)
        return after

    def decide(self, action: Action) -> tuple[Event, ...]:
        """The events that ``action`` makes happen. Raises IllegalAction."""
        return self.play(action).events[len(self.events) :]


def _fills(rules: Rules, chips: int) -> bool:
    return bool(rules.pot_limit) and chips >= rules.pot_limit


def _filled_by(deal: Deal, amount: int) -> bool:
    """Whether a payment of ``amount`` fills the pot; all pots count together (R16)."""
    return bool(deal.rules.pot_limit) and _fills(deal.rules, deal.chips_in + amount)


def _legal(deal: Deal, player: object) -> Legal | None:
    """What the player of an action may do, None if there is no such player."""
    if type(player) is not int or not 0 <= player < len(deal.players):
        return None
    return deal.legal(player)


# Each decider returns the deal after the action, or None if it is not legal; why not is found out in refusals.


def _see(deal: Deal, action: See) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal:
        return None
    me = deal.players[action.player]
    if legal.see and action.which is None:
        return deal.evolve(Saw(action.player, me.hand))
    if legal.see_one and action.which in ("old", "new"):
        return deal.evolve(Saw(action.player, me.hand if action.which == "old" else me.second, action.which))
    return None


def _keep(deal: Deal, action: Keep) -> Deal | None:
    legal = _legal(deal, action.player)
    looking = deal.players[action.player].looking if legal and legal.keep else None
    return deal.evolve(HandKept(action.player, looking, chosen=True)) if looking else None


def _drop(deal: Deal, action: Drop) -> Deal | None:
    legal = _legal(deal, action.player)
    looking = deal.players[action.player].looking if legal and legal.drop else None
    return deal.evolve(HandDropped(action.player, looking)) if looking else None


def _bet(deal: Deal, action: Bet) -> Deal | None:
    legal = _legal(deal, action.player)
    amount = action.amount
    if not legal or legal.bet is None or type(amount) is not int or not legal.bet.allows(amount):
        return None
    seen = deal.players[action.player].seen
    full = _filled_by(deal, amount)
    event = BetMade(
        action.player,
        amount,
        blind=not seen,
        raised=amount > legal.bet.lowest,
        price=price_after(amount, seen),
        turn=None if full else deal.next_left(action.player),
    )
    after = deal.evolve(event)
    return showdown.compare(after, "forced", after.left) if full else after


def _pack(deal: Deal, action: Pack) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or not legal.pack:
        return None
    if len(deal.left) == 2:
        return showdown.last_left(deal.evolve(Packed(action.player, "pack", None)))
    return deal.evolve(Packed(action.player, "pack", deal.next_left(action.player)))


def _leave(deal: Deal, action: Leave) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or not legal.leave:
        return None
    player = action.player
    if deal.players[player].covered:
        return deal.evolve(LeftCovering(player))
    if len(deal.left) == 2:
        return showdown.last_left(deal.evolve(Packed(player, "leave", None)))
    turn = deal.turn
    if deal.side is not None and player in deal.side:
        turn = deal.next_left(deal.side.asker, without=player)
    elif player == turn:
        turn = deal.next_left(player)
    return deal.evolve(Packed(player, "leave", turn))


def _show(deal: Deal, action: Show) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or legal.show is None:
        return None
    left = deal.left
    other = left[0] if left[1] == action.player else left[1]
    return showdown.compare(deal.evolve(ShowPaid(action.player, other, legal.show)), "show", left)


def _side(deal: Deal, action: Side) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or legal.side is None or type(action.target) is not int or action.target not in legal.side.targets:
        return None
    price = legal.side.price
    full = _filled_by(deal, price)
    after = deal.evolve(SideAsked(action.player, action.target, price, None if full else action.target))
    return showdown.compare(after, "forced", after.left) if full else after


def _accept(deal: Deal, action: Accept) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or not legal.accept or deal.side is None:
        return None
    asker, target = deal.side
    after = deal.evolve(SideAccepted(target, asker, (deal.players[target].hand, deal.players[asker].hand)))
    return showdown.compare(after, "side", tuple(sorted((asker, target))))


def _refuse(deal: Deal, action: Refuse) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or not legal.refuse or deal.side is None:
        return None
    asker, target = deal.side
    return deal.evolve(SideRefused(target, asker, deal.next_left(asker)))


def _cover(deal: Deal, action: Cover) -> Deal | None:
    legal = _legal(deal, action.player)
    if not legal or legal.cover is None:
        return None
    player, amount = action.player, legal.cover
    last = len(deal.left) == 2
    full = _filled_by(deal, amount)
    turn = None if last or full else deal.next_left(player)
    after = deal.evolve(Covered(player, amount, deal.pot + amount, turn))
    if last:
        return showdown.last_left(after)
    return showdown.compare(after, "forced", after.left) if full else after


def _best(deal: Deal, action: Best) -> Deal | None:
    comparing, named = deal.comparing, action.players
    if comparing is None or not isinstance(named, tuple) or any(type(player) is not int for player in named):
        return None
    best = tuple(sorted(set(named)))
    if not best or len(best) != len(named) or not set(best) <= set(comparing.players):
        return None
    if comparing.contest == "cover" and not {*deal.winners} <= {*best} and {*deal.winners} & {*best}:
        return None
    return showdown.judge(deal.evolve(BestNamed(best)), best)


def _show_hand(deal: Deal, action: ShowHand) -> Deal | None:
    if _legal(deal, action.player) is None or not (deal.over or deal.comparing):
        return None
    if deal.carries is not None and deal.carries.player == action.player:
        # His hand is in play, unseen.
        return None
    known = deal.players[action.player].shown or deal.players[action.player].hand
    hand = known if action.hand is None else _readable(deal, action.player, action.hand)
    if hand is None or (known is not None and set(known) != set(hand)):
        return None
    return deal.evolve(HandShown(action.player, hand))


def _readable(deal: Deal, player: int, cards: object) -> Hand | None:
    """``cards`` as a hand that ``player`` can hold beside the cards known, or None."""
    others = [p.shown or p.hand for i, p in enumerate(deal.players) if i != player]
    others += [*_out_of_play(deal), None if deal.joker is None else (deal.joker,)]
    try:
        (hand,) = _checked_hands(deal.rules, 1, [cards])
        check_distinct([*(hand or ()), *(card for other in others for card in other or ())])
    except InvalidCard:
        return None
    return hand


def _out_of_play(deal: Deal) -> list[Hand | None]:
    """Hands that were dealt or kept and count for nobody: of two hands the one that does not."""
    start = deal.events[0]
    assert isinstance(start, DealStarted)
    if start.keeper is None:
        return []
    counts = deal.players[start.keeper].hand
    return [hand for hand in (start.kept, start.hands[start.keeper]) if hand is not None and hand != counts]


def _check_carried(rules: Rules, players: int, carried: object, keeper: object, kept: object) -> None:
    """Raises InvalidRules for a pot or a hand that cannot have come over to this deal (R20)."""
    if (carried != 0 or keeper is not None) and not rules.carries:
        raise InvalidRules(Code.OPTIONS_CONFLICT, "These rules carry no pot over and keep no hands (lone_blind wins).")
    if type(carried) is not int or carried < 0:
        raise InvalidRules(
            Code.BAD_STACK, f"The pot carried over is {quote(carried)}: expected a whole number of chips."
        )
    if keeper is not None and (type(keeper) is not int or not 0 <= keeper < players):
        raise InvalidRules(
            Code.NO_SUCH_PLAYER, f"{quote(keeper)} kept a hand: expected one of the players, 0 to {players - 1}."
        )
    if keeper is None and kept is not None:
        raise InvalidRules(Code.NO_SUCH_PLAYER, "A hand was kept: expected the player who kept it.")


def _checked_hands(rules: Rules, players: int, hands: Sequence[Any]) -> tuple[Hand | None, ...]:
    """``hands`` as tuples of cards. Raises InvalidCard, InvalidRules."""
    if len(hands) != players:
        raise InvalidRules(Code.BAD_PLAYER_COUNT, f"{len(hands)} hands for {players} players: expected one each.")
    dealt: list[Hand | None] = []
    for i, hand in enumerate(hands):
        if hand is None:
            dealt.append(None)
            continue
        if not isinstance(hand, (tuple, list)) or len(hand) != rules.cards_dealt:
            raise InvalidCard(
                Code.WRONG_CARD_COUNT,
                f"The hand of p{i + 1} is {quote(hand)}: expected {rules.cards_dealt} cards, or None for an unknown "
                f"hand.",
            )
        dealt.append(tuple([card if type(card) is Card else Card(card) for card in hand]))
    return tuple(dealt)


def _checked_joker(rules: Rules, joker: object) -> Card:
    """``joker`` as a card. Raises InvalidCard, InvalidRules."""
    if not rules.turns_up:
        raise InvalidRules(Code.OPTIONS_CONFLICT, f"The joker is {quote(joker)}: these rules turn up none (wild).")
    return joker if type(joker) is Card else Card(cast("int", joker))


_DECIDERS: Final[dict[type[Action], Callable[[Deal, Any], Deal | None]]] = {
    See: _see,
    Keep: _keep,
    Drop: _drop,
    Bet: _bet,
    Pack: _pack,
    Leave: _leave,
    Show: _show,
    Side: _side,
    Accept: _accept,
    Refuse: _refuse,
    Cover: _cover,
    Best: _best,
    ShowHand: _show_hand,
}
