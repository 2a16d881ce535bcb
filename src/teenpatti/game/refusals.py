"""Why an action is not legal: the code and the sentence. Asked only after a refusal, so it may take its time."""

from __future__ import annotations

from teenpatti.game.actions import Accept, Best, Bet, Cover, Drop, Keep, Refuse, See, Show, ShowHand, Side
from teenpatti.game.cards import quote
from teenpatti.game.errors import Code, IllegalAction
from teenpatti.game.moves import legal, side_show_candidates
from teenpatti.game.prices import bet_range, show_price, side_show_price
from teenpatti.game.state import Player, State


def refusal(state: State, action: object) -> IllegalAction:
    """The error for ``action``, which is known to be illegal in ``state``."""
    player = getattr(action, "player", None)
    code, reason = _reason(state, action, player)
    known = type(player) is int and 0 <= player < len(state.players)
    now = legal(state, player if known and state.comparing is None else None)
    return IllegalAction(
        code, f"{_name(action)}: {reason}", player=player if known else None, action=action, legal=str(now)
    )


def _name(action: object) -> str:
    try:
        return str(action) if type(action).__module__ == "teenpatti.game.actions" else quote(action)
    except (TypeError, ValueError):
        # An action may carry anything, also what does not count or is too long to print.
        return type(action).__name__


def _reason(state: State, action: object, player: object) -> tuple[Code, str]:
    if isinstance(action, Best):
        return _word(state)
    if type(action).__module__ != "teenpatti.game.actions":
        return Code.UNREADABLE, "this is no action of a deal."
    if type(player) is not int or not 0 <= player < len(state.players):
        return Code.NO_SUCH_PLAYER, f"there is no such player: expected p1 to p{len(state.players)}."
    me = state.players[player]
    if isinstance(action, ShowHand):
        return _hand_not_shown(state, action, player, me)
    if state.over:
        return Code.DEAL_OVER, "the deal is over."
    if state.comparing is not None and state.comparing.contest != "side":
        return Code.COMPARISON_DUE, "hands are being compared, only the dealer's word can follow."
    if not me.left:
        return (
            Code.NOT_LEFT,
            "this player has packed." if me.packed else "this player covers and has no more turns (R16).",
        )
    if isinstance(action, See):
        return _see(state, action, player, me)
    if isinstance(action, (Accept, Refuse)):
        if state.side is None or state.comparing is not None:
            return Code.NO_SIDE_SHOW_OPEN, "no side show waits for an answer."
        return Code.NOT_YOUR_TURN, f"the side show was not asked of this player, and {_whose(state)}."
    if player != state.turn:
        return Code.NOT_YOUR_TURN, f"{_whose(state)} (R6)."
    if state.side is not None:
        return Code.ANSWER_FIRST, "the player asked for a side show can only accept or refuse (R13)."
    if me.looking is not None:
        return Code.CHOOSE_FIRST, f"the {me.looking} hand was looked at and must be kept or dropped first (R20)."
    return _on_turn(state, action, player, me)


def _see(state: State, action: See, player: int, me: Player) -> tuple[Code, str]:
    if me.seen:
        return Code.ALREADY_SEEN, "this player has looked already."
    if player != state.turn and (me.two or state.rules.look == "own_turn"):
        return Code.NOT_YOUR_TURN, f"a player looks on his own turn only, and {_whose(state)} (R7, R20)."
    if me.looking is not None:
        return Code.CHOOSE_FIRST, f"the {me.looking} hand was looked at and must be kept or dropped first (R20)."
    if me.two:
        return Code.WHICH_HAND, "this player holds two hands: expected see old or see new (R20)."
    return Code.ONE_HAND, "this player holds one hand: expected see without old or new."


def _whose(state: State) -> str:
    return "the dealer's word is awaited" if state.turn is None else f"p{state.turn + 1} is to act"


def _word(state: State) -> tuple[Code, str]:
    if state.over:
        return Code.DEAL_OVER, "the deal is over."
    if state.comparing is None:
        return Code.NO_COMPARISON_DUE, "no comparison waits for the dealer's word."
    together = ""
    if state.comparing.contest == "cover" and len(state.winners) > 1:
        tied = ", ".join(f"p{i + 1}" for i in state.winners)
        together = f" The equal winners so far ({tied}) are named all or none (R16)."
    return Code.BAD_BEST, f"the dealer names one or more, each once, of the players compared.{together}"


def _hand_not_shown(state: State, action: ShowHand, player: int, me: Player) -> tuple[Code, str]:
    if not (state.over or state.comparing):
        return Code.DEAL_NOT_OVER, "a hand is shown only once the deal is over or waits for the dealer's word (R8)."
    if state.carries is not None and state.carries.player == player:
        return Code.HAND_KEPT, "this player keeps his hand for the next deal, so nobody sees it (R20)."
    if action.hand is None:
        return Code.HAND_MISMATCH, "the cards of this player are not known, so they must be named."
    return (
        Code.HAND_MISMATCH,
        f"expected {state.rules.cards_dealt} cards that this player can hold with the cards known.",
    )


def _on_turn(state: State, action: object, player: int, me: Player) -> tuple[Code, str]:
    rules = state.rules
    if isinstance(action, Cover) and rules.short_stack != "cover":
        return Code.COVER_OFF, "these rules have no covering (short_stack pack)."
    if not me.seen and rules.blind_limit and me.blind_bets >= rules.blind_limit:
        return (
            Code.BLIND_LIMIT,
            f"after {rules.blind_limit} blind bets a blind player can only look or pack (blind_limit).",
        )
    if isinstance(action, Bet):
        return _bet(state, action, me)
    if isinstance(action, Show):
        return _show(state, me)
    if isinstance(action, Side):
        return _side(state, action, player, me)
    if isinstance(action, (Keep, Drop)):
        return Code.NO_CHOICE_DUE, "this player has not looked at one of two hands (R20)."
    # All else is legal on turn.
    assert isinstance(action, Cover)
    return Code.COVER_NOT_SHORT, "only a player who cannot pay the lowest bet covers (R16)."


def _bet(state: State, action: Bet, me: Player) -> tuple[Code, str]:
    amount = action.amount
    if type(amount) is not int or amount <= 0:
        return Code.BAD_AMOUNT, f"{quote(amount)} is no amount: expected a whole number of chips above zero."
    full = bet_range(state.rules, state.price, me.seen, state.raises)
    if amount < full.lowest:
        return Code.BET_TOO_LOW, f"the lowest bet is {quote(full.lowest)}."
    if full.highest is not None and amount > full.highest:
        return Code.BET_TOO_HIGH, f"the highest bet is {quote(full.highest)}."
    if me.stack is not None and amount > me.stack:
        return Code.TOO_FEW_CHIPS, f"the player has {quote(me.stack)} chips."
    return Code.BET_NOT_A_STEP, f"a bet is the lowest bet {quote(full.lowest)} times 1, 2, 4 ... (bet_steps double)."


def _show(state: State, me: Player) -> tuple[Code, str]:
    price = show_price(state.rules, state.price, me.seen)
    if len(state.left) != 2:
        return Code.SHOW_NEEDS_TWO, f"a show needs exactly two players left, here are {len(state.left)} (R9)."
    if me.stack is not None and me.stack < price:
        return Code.TOO_FEW_CHIPS, f"a show costs {quote(price)}, the player has {quote(me.stack)} chips."
    return Code.SHOW_FACING_BLIND, "a seen player may not ask a blind one for a show (R10)."


def _side(state: State, action: Side, player: int, me: Player) -> tuple[Code, str]:
    rules, players, left = state.rules, state.players, state.left
    if not rules.side_show:
        return Code.SIDE_SHOW_OFF, "these rules have no side show."
    if type(action.target) is not int or not 0 <= action.target < len(players):
        return Code.NO_SUCH_PLAYER, f"there is no such player to ask: expected p1 to p{len(players)}."
    if len(left) < rules.side_show_min_players:
        return Code.SIDE_SHOW_TOO_FEW, f"a side show needs {rules.side_show_min_players} players left."
    if not me.seen or (rules.side_show_all_seen and not all(players[i].seen for i in left)):
        who = "all players left" if rules.side_show_all_seen else "the player who asks"
        return Code.SIDE_SHOW_NOT_SEEN, f"{who} must be seen for a side show (R13)."
    candidates = side_show_candidates(state, player)
    if action.target not in candidates:
        names = ", ".join(f"p{i + 1}" for i in candidates)
        return Code.SIDE_SHOW_WRONG_PLAYER, f"a side show can be asked of {names} (side_show_with)."
    if not players[action.target].seen:
        return Code.SIDE_SHOW_NOT_SEEN, f"p{action.target + 1} is blind; a side show needs both to be seen (R13)."
    if not players[action.target].has_bet:
        return Code.SIDE_SHOW_NOT_BET, f"p{action.target + 1} has not bet in this deal (R13)."
    price = side_show_price(rules, state.price)
    return Code.TOO_FEW_CHIPS, f"a side show costs {quote(price)}, the player has {quote(me.stack)} chips."
