"""What the server refuses, as one list of codes. Those of the engine (teenpatti.game.errors.Code) come on top."""

from __future__ import annotations

from enum import StrEnum

from teenpatti.game.errors import Code


class RoomCode(StrEnum):
    """Stable codes of refusals by a room. Each has a sentence in every language."""

    NO_SUCH_ROOM = "no_such_room"
    """No table at that link, or none that this guest may enter. Absent, full and closed to him answer alike."""
    NOT_ALLOWED = "not_allowed"
    """Not for someone in that place at the table."""
    HOST_ONLY = "host_only"
    """For the host alone."""
    LATE = "late"
    """Of a deal or a turn that is over; nothing was done."""
    TOO_EARLY = "too_early"
    """Not yet."""
    NOT_NOW = "not_now"
    """Not in this phase of the table."""
    NO_SUCH_GUEST = "no_such_guest"
    """That person is not at this table."""
    NO_SEAT_FREE = "no_seat_free"
    """Every seat is taken."""
    NO_REBUY = "no_rebuy"
    """The host gives the chips at this table."""
    ENOUGH_CHIPS = "enough_chips"
    """The seat has the starting chips already."""
    BAD_TEXT = "bad_text"
    """Nothing readable is left of the text."""
    BAD_LINK = "bad_link"
    """A link to a call begins with https:// and is an address."""
    NO_SUCH_STYLE = "no_such_style"
    """No bot plays that style."""
    CLOSED = "closed"
    """The table is closed."""
    STILL_THERE = "still_there"
    """The person whose seat it is has not lost it: he is connected, or no person sits there."""
    NOTHING_CHANGED = "nothing_changed"
    """It is so already."""
    TOO_MANY = "too_many"
    """More than a table, a guest or a queue takes."""
    BAD_MESSAGE = "bad_message"
    """The message could not be read."""
    STORE_UNAVAILABLE = "store_unavailable"
    """The host's disk does not take it now; nothing was done."""
    STOPPING = "stopping"
    """The server is about to stop."""
    NO_SUCH_DEAL = "no_such_deal"
    """No finished deal of that number that this guest may see."""
    NO_RANDOMNESS = "no_randomness"
    """The operating system gives no randomness, so no deal starts."""


class Refused(Exception):
    """A refusal: nothing has changed. ``code`` says why, for programs and for the sentence people read."""

    def __init__(self, code: RoomCode | Code, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code = code
        self.detail = detail
        """In English, for logs and the library's users; it names no card."""
