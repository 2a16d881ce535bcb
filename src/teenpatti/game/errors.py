"""What can go wrong, as one documented list of codes and four exceptions.

Every refusal of the engine carries a :class:`Code`. The code is stable and meant for programs; the message is an
English sentence for people that says what was wrong and what was expected. Sentences in other languages are keyed by
the code.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Stable codes of refusals, grouped by the exception that carries them."""

    # InvalidCard
    BAD_CARD = "bad_card"
    """Not a card: expected a rank of 23456789TJQKA and a suit of cdhs, or a number 0..51."""
    WRONG_CARD_COUNT = "wrong_card_count"
    """A hand with too few or too many cards."""
    DUPLICATE_CARD = "duplicate_card"
    """The same card twice where the cards must differ."""

    # InvalidRules
    UNKNOWN_PRESET = "unknown_preset"
    """No preset of that name."""
    UNKNOWN_OPTION = "unknown_option"
    """No option of that name."""
    BAD_OPTION_VALUE = "bad_option_value"
    """The option does not take that value."""
    OPTIONS_CONFLICT = "options_conflict"
    """Two options that cannot stand together."""
    BAD_PLAYER_COUNT = "bad_player_count"
    """Too few or too many players (R5)."""
    BAD_STACK = "bad_stack"
    """A stack that is no whole number of chips, or is under the boot (R18)."""

    # IllegalAction: the deal
    UNREADABLE = "unreadable"
    """The action cannot be read."""
    NO_SUCH_PLAYER = "no_such_player"
    """The player is not in this deal."""
    DEAL_OVER = "deal_over"
    """The deal is over; hands may still be shown."""
    DEAL_NOT_OVER = "deal_not_over"
    """Allowed only once the deal is over or waits for the dealer's word (R8)."""
    COMPARISON_DUE = "comparison_due"
    """Hands are being compared; only the dealer's word can follow."""
    NO_COMPARISON_DUE = "no_comparison_due"
    """The dealer's word is not asked for."""
    BAD_BEST = "bad_best"
    """The dealer named players who are not, or not all, being compared (R16)."""
    NOT_YOUR_TURN = "not_your_turn"
    """Another player is on turn (R6)."""
    NOT_LEFT = "not_left"
    """The player has packed or covers, so he has no more actions (R7, R16)."""
    ALREADY_SEEN = "already_seen"
    """The player has looked already (R7)."""
    WHICH_HAND = "which_hand"
    """The player holds two hands and must name the one to look at (R20)."""
    ONE_HAND = "one_hand"
    """The player holds one hand, so none is named for a look (R20)."""
    CHOOSE_FIRST = "choose_first"
    """The player has looked at one of two hands and must keep or drop it first (R20)."""
    NO_CHOICE_DUE = "no_choice_due"
    """The player has not looked at one of two hands, so there is nothing to keep or drop (R20)."""
    HAND_KEPT = "hand_kept"
    """The hand is kept unseen for the next deal (R20)."""
    ANSWER_FIRST = "answer_first"
    """A side show is open: the player asked can only accept or refuse (R13)."""
    NO_SIDE_SHOW_OPEN = "no_side_show_open"
    """There is no side show to accept or refuse (R13)."""
    BAD_AMOUNT = "bad_amount"
    """An amount is a whole number of chips above zero."""
    BET_TOO_LOW = "bet_too_low"
    """Below the lowest legal bet."""
    BET_TOO_HIGH = "bet_too_high"
    """Above the highest legal bet (raise_factor, max_seen_bet, max_raises)."""
    BET_NOT_A_STEP = "bet_not_a_step"
    """Under bet_steps double a bet is the lowest bet times 1, 2, 4 ..."""
    TOO_FEW_CHIPS = "too_few_chips"
    """The player's stack does not reach (R16)."""
    BLIND_LIMIT = "blind_limit"
    """The player has made all blind bets he may; he can look or pack (blind_limit)."""
    SHOW_NEEDS_TWO = "show_needs_two"
    """A show needs exactly two players left (R9)."""
    SHOW_FACING_BLIND = "show_facing_blind"
    """A seen player may not ask a blind one for a show (R10)."""
    SIDE_SHOW_OFF = "side_show_off"
    """These rules have no side show."""
    SIDE_SHOW_TOO_FEW = "side_show_too_few"
    """Fewer players left than side_show_min_players."""
    SIDE_SHOW_NOT_SEEN = "side_show_not_seen"
    """A player who must be seen for a side show is blind (R13)."""
    SIDE_SHOW_WRONG_PLAYER = "side_show_wrong_player"
    """A side show cannot be asked of that player (R13)."""
    SIDE_SHOW_NOT_BET = "side_show_not_bet"
    """The player asked has not bet in this deal (R13)."""
    COVER_OFF = "cover_off"
    """These rules have no covering (short_stack)."""
    COVER_NOT_SHORT = "cover_not_short"
    """Only a player who cannot pay the lowest bet covers (R16)."""
    HAND_MISMATCH = "hand_mismatch"
    """The cards shown are not the cards that the player holds."""

    # IllegalAction: the table
    DEAL_RUNNING = "deal_running"
    """Not possible while a deal runs."""
    NO_DEAL_RUNNING = "no_deal_running"
    """No deal runs."""
    NO_SUCH_SEAT = "no_such_seat"
    """The table has no seat of that number."""
    SEAT_TAKEN = "seat_taken"
    """Somebody sits there."""
    SEAT_EMPTY = "seat_empty"
    """Nobody sits there."""
    ALREADY_SEATED = "already_seated"
    """That person has a seat."""
    ALREADY_SITTING_OUT = "already_sitting_out"
    """The seat sits out already."""
    NOT_SITTING_OUT = "not_sitting_out"
    """The seat does not sit out."""
    ALREADY_LEAVING = "already_leaving"
    """The seat is being left at the end of this deal."""
    NO_HAND_TO_NAME = "no_hand_to_name"
    """The seat does not keep one of two hands for the next deal (R20)."""
    NO_POT_TO_TAKE = "no_pot_to_take"
    """No pot is carried over, or the next deal can still be dealt for it (R20)."""
    TOO_FEW_TO_DEAL = "too_few_to_deal"
    """Fewer than two seats can post the boot (R19)."""
    BAD_DECK = "bad_deck"
    """A deck is 52 different cards, without those of a hand kept (R20)."""
    DEALER_DUE = "dealer_due"
    """The first dealer is drawn by lot among those dealt in (R19)."""

    # InvalidHistory
    NOT_TEXT = "not_text"
    """The bytes are no UTF-8 text."""
    TOO_LONG = "too_long"
    """A line or file beyond any real deal."""
    BAD_SYNTAX = "bad_syntax"
    """Not TOML, or not JSON."""
    MISSING_FIELD = "missing_field"
    """A required field is absent."""
    UNKNOWN_FIELD = "unknown_field"
    """A field that the format does not have and that does not start with an underscore."""
    BAD_FIELD = "bad_field"
    """A field of the wrong type or value."""
    BAD_DEALING = "bad_dealing"
    """A dealing line that cannot be read, stands late, comes twice, or that the rules do not provide for."""
    STACKS_DISAGREE = "stacks_disagree"
    """finishing_stacks are not what the deal ends with."""
    BAD_EVENTS = "bad_events"
    """Saved JSON that is no state or event of this engine."""


class TeenPattiError(ValueError):
    """Base of all refusals. ``code`` says which, the message says what was wrong and what was expected.

    ``place`` is the 0-based place in the ``actions`` of a hand file, None where there is none.
    """

    def __init__(self, code: Code, message: str, *, place: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.place = place

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), dict(self.__dict__), self.args))


def _rebuild(cls: type[TeenPattiError], state: dict[str, object], args: tuple[object, ...]) -> TeenPattiError:
    error = cls.__new__(cls)
    error.args = args
    error.__dict__.update(state)
    return error


class InvalidCard(TeenPattiError):
    """No card, or a set of cards that cannot be a hand."""


class InvalidRules(TeenPattiError):
    """An option, a value, a combination, or a start of a deal that the rules do not allow."""


class IllegalAction(TeenPattiError):
    """An action that is not legal as things stand. Nothing has changed.

    ``player`` counts from 0 (None: the dealer or the table), ``action`` is the refused action and ``legal`` says in
    words what could have been done instead; both are in the message.
    """

    def __init__(
        self, code: Code, message: str, *, player: int | None = None, action: object = None, legal: str = ""
    ) -> None:
        super().__init__(code, f"{message} Legal now: {legal}." if legal else message)
        self.player = player
        self.action = action
        self.legal = legal


class InvalidHistory(TeenPattiError):
    """A hand file, or a saved state, that cannot be used."""
