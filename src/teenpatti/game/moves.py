"""What each player may do as a deal stands (R6-R18)."""

from __future__ import annotations

from typing import Final

from teenpatti.game.legal import NOTHING, Legal, SideShow
from teenpatti.game.prices import bet_range, cut, show_price, side_show_price
from teenpatti.game.state import Player, State

_LEAVE: Final = Legal(leave=True)
_SEE_OR_LEAVE: Final = Legal(see=True, leave=True)
_ANSWER: Final = Legal(accept=True, refuse=True, leave=True)
"""What most players may do at most moments; made once."""


def legal(state: State, player: int | None = None) -> Legal:
    """What ``player`` may do now; None: whoever is to act, be it the dealer with his word.

    Everything is judged as things stand at this moment, so after a look at seen prices (R7).
    """
    if state.over:
        return NOTHING
    comparing = state.comparing
    if player is None:
        if comparing is not None:
            return Legal(best=comparing.players)
        player = state.turn
        assert player is not None
    me = state.players[player]
    if comparing is not None and comparing.contest != "side":
        return NOTHING
    if not me.left:
        # A covered hand stays when its owner leaves (R16); who has packed is out of the deal already.
        return _LEAVE if me.covered and not me.gone else NOTHING
    if player != state.turn:
        # At one of two hands a player looks on his turn only, for he must decide at once (R20).
        may_see = state.rules.look == "any_time" and not (me.seen or me.two)
        return _SEE_OR_LEAVE if may_see else _LEAVE
    if state.side is not None:
        return _ANSWER
    return _on_turn(state, player, me)


def _on_turn(state: State, player: int, me: Player) -> Legal:
    rules, stack = state.rules, me.stack
    if me.looking is not None:
        return Legal(keep=True, drop=True, leave=True)
    see, see_one = not (me.seen or me.two), me.two
    if not me.seen and rules.blind_limit and me.blind_bets >= rules.blind_limit:
        return Legal(see=see, see_one=see_one, pack=True, leave=True)
    bet = bet_range(rules, state.price, me.seen, state.raises)
    if stack is not None and stack < bet.lowest:
        cover = stack if rules.short_stack == "cover" else None
        return Legal(see=see, see_one=see_one, pack=True, cover=cover, leave=True)
    return Legal(
        see=see,
        see_one=see_one,
        pack=True,
        bet=cut(bet, stack),
        show=_show(state, player, me),
        side=_side(state, player, me) if rules.side_show and me.seen else None,
        leave=True,
    )


def _show(state: State, player: int, me: Player) -> int | None:
    """The price of a show, if the player may pay for one (R9-R11)."""
    left = state.left
    if len(left) != 2:
        return None
    other = left[0] if left[1] == player else left[1]
    if me.seen and not (state.players[other].seen or state.rules.seen_may_show_blind):
        return None
    price = show_price(state.rules, state.price, me.seen)
    return price if me.stack is None or price <= me.stack else None


def _side(state: State, player: int, me: Player) -> SideShow | None:
    """The price of a side show and who may be asked, if the seen player may ask anybody (R13)."""
    rules, players = state.rules, state.players
    price = side_show_price(rules, state.price)
    if me.stack is not None and price > me.stack:
        return None
    left = state.left
    if len(left) < rules.side_show_min_players:
        return None
    if rules.side_show_all_seen and not all(players[i].seen for i in left):
        return None
    asked = side_show_candidates(state, player)
    targets = tuple(i for i in asked if players[i].seen and players[i].has_bet)
    return SideShow(price, targets) if targets else None


def side_show_candidates(state: State, player: int) -> tuple[int, ...]:
    """Who comes into question by side_show_with: the previous player left, or all others left. A blind one is not
    skipped."""
    left = state.left
    if state.rules.side_show_with == "any":
        return tuple(i for i in left if i != player)
    return (left[left.index(player) - 1],)
