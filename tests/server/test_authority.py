"""Who may send what: every command against every role, cell by cell, and default deny."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from teenpatti.game.actions import Pack
from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server.authority import MAY, Role, check, role_of
from teenpatti.server.errors import Refused
from teenpatti.server.people import Guest
from teenpatti.server.room import Room
from teenpatti.server.room_commands import By
from teenpatti.server.settings import Settings
from tests.server.driver import DECK, Play

# Written out once more, by hand: T turn, L left, C covering, P packed, S seated, V spectator, W waiting.
EXPECTED = {
    p.See: "T L",
    p.Bet: "T",
    p.Pack: "T",
    p.Show: "T",
    p.Side: "T",
    p.Accept: "T",
    p.Refuse: "T",
    p.Cover: "T",
    p.LeaveDeal: "T L C",
    p.ShowHand: "S V",
    p.LookAfter: "S V",
    p.Ready: "S",
    p.CallOff: "T L C",
    p.Nudge: "L C P S V",
    p.Sit: "S V",
    p.Stand: "T L C P S",
    p.SitOut: "T L C P S",
    p.SitIn: "T L C P S",
    p.Rebuy: "S",
    p.Say: "T L C P S V",
    p.React: "T L C P S V",
    p.Rename: "T L C P S V W",
    p.Claim: "V W",
}
LETTERS = {
    "T": Role.TURN,
    "L": Role.LEFT,
    "C": Role.COVERING,
    "P": Role.PACKED,
    "S": Role.SEATED,
    "V": Role.SPECTATOR,
    "W": Role.WAITING,
}
# Where a role holds the running deal, the code may say what is in the way instead of a bare no.
DENIALS = {"not_allowed", "host_only", "not_your_turn", "not_left", "late", "deal_running", "closed"}
FIELDS: dict[str, Any] = {
    "id": "c0000000",
    "deal": 1,
    "turn": 1,
    "amount": 10,
    "seat": 1,
    "other": 2,
    "text": "hello",
    "reaction": "clap",
    "name": "Asha",
    "guest": "g1",
    "style": "tight",
    "chips": 5,
    "rules": {},
    "count": 1,
}


def command_of(kind: type) -> Any:
    """A command of that class, of the first deal and turn where it names any."""
    if issubclass(kind, p.Command):
        required = [name for name in kind.__struct_fields__ if name in FIELDS and (name != "name" or kind is p.Rename)]
        return kind(**{name: FIELDS[name] for name in required})
    return {
        c.Came: c.Came(Guest("new", "New")),
        c.Went: c.Went("g1"),
        c.SocketOpened: c.SocketOpened("g1"),
        c.SocketsGone: c.SocketsGone("g1"),
        c.TurnTimeOut: c.TurnTimeOut(1, 1),
        c.NextDealDue: c.NextDealDue(1),
        c.ChainMade: c.ChainMade(bytes(32)),
        c.ShuffleStarts: c.ShuffleStarts(1, ()),
        c.Contributions: c.Contributions(1, 1, "commit", {}),
        c.Shuffled: c.Shuffled(1, DECK, 0),
        c.NoRandomness: c.NoRandomness(1),
        c.HostAway: c.HostAway("g0"),
        c.Reopen: c.Reopen("g0"),
        c.Restart: c.Restart(),
        c.Forget: c.Forget("g1"),
        c.BotActs: c.BotActs("bot:1", 1, 1, Pack(0)),
    }[kind]


ROOM_COMMANDS: tuple[type[p.Command], ...] = get_args(p.RoomCommand)
SERVER_COMMANDS: tuple[type, ...] = get_args(c.ServerCommand)


def table_with_all() -> tuple[Room, dict[Role, str]]:
    """A running deal with somebody in every place; ``g0``, the host, is left but not to act."""
    play = Play(5, settings=Settings(approval=False, starting_chips=10), short_stack="cover")
    for seat, chips in ((0, 490), (1, 490), (3, 490)):
        play.do("g0", p.GiveChips, seat=seat, chips=chips)
    play.do("g0", p.Kick, guest="g4")
    play.come("look", play=False)
    play.do("g0", p.AddBot, style="tight", seat=6)
    # The dealer is drawn so that g1 acts first.
    play.start(lot=0)
    play.come("late", "Late")
    play.do("g0", p.SetSettings, approval=True)
    play.come("wait", "Wait")
    assert play.actor == "g1"
    play.bet()
    assert play.actor == "g2"
    play.act(p.Cover)
    assert play.actor == "g3"
    play.act(p.Pack)
    bot = play.actor
    return play.room, {
        Role.LEFT: "g1",
        Role.COVERING: "g2",
        Role.PACKED: "g3",
        Role.SEATED: "late",
        Role.SPECTATOR: "look",
        Role.WAITING: "wait",
        Role.STRANGER: "nobody",
        Role.KICKED: "g4",
        Role.BOT: bot,
    }


@pytest.fixture(scope="module", name="places")
def _places() -> dict[Role, tuple[Room, str]]:
    room, guests = table_with_all()
    places = {role: (room, guest) for role, guest in guests.items()}
    turn = Play(3)
    turn.start()
    places[Role.TURN] = (turn.room, turn.actor)
    return places


def test_roles(places: dict[Role, tuple[Room, str]]) -> None:
    """Every place is what the test takes it for."""
    for role, (room, guest) in places.items():
        by = By.BOT if role is Role.BOT else By.GUEST
        assert role_of(room, by, guest) is role


def test_table_is_complete() -> None:
    """Each command stands in the table, and each row of browsers' commands is as written here."""
    assert set(MAY) == {*ROOM_COMMANDS, *SERVER_COMMANDS, c.BotActs}
    host = {kind for kind in ROOM_COMMANDS if kind.needs_host}
    assert set(EXPECTED) == set(ROOM_COMMANDS) - host
    for kind in ROOM_COMMANDS:
        row = EXPECTED.get(kind, "T L C P S V")
        assert MAY[kind] == {LETTERS[letter] for letter in row.split()}, kind.__name__
    assert all(MAY[kind] == {Role.SERVER} for kind in SERVER_COMMANDS)
    assert MAY[c.BotActs] == {Role.BOT}


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SERVER])
@pytest.mark.parametrize("kind", [*ROOM_COMMANDS, *SERVER_COMMANDS, c.BotActs])
def test_cell(places: dict[Role, tuple[Room, str]], kind: type, role: Role) -> None:
    """A denied command is refused with a code of denial; an allowed one reaches its decider. Nobody here is host."""
    room, guest = places[role]
    command = command_of(kind)
    by = By.BOT if role is Role.BOT else By.GUEST
    if role is Role.TURN and guest == room.host:
        pytest.fail("the player on turn must not be the host")
    allowed = role in MAY[kind] and not getattr(kind, "needs_host", False)
    try:
        check(room, c.Sent(0, by, guest, command))
    except Refused as refused:
        assert not allowed
        assert str(refused.code) in DENIALS  # noqa: PT017
    else:
        assert allowed


@pytest.mark.parametrize("kind", [kind for kind in ROOM_COMMANDS if kind.needs_host])
def test_host_cell(places: dict[Role, tuple[Room, str]], kind: type[p.Command]) -> None:
    """The host may, from any seat and as a spectator; and nobody else, whatever his place."""
    room, _ = places[Role.LEFT]
    check(room, c.Sent(0, By.GUEST, "g0", command_of(kind)))
    play = Play(2)
    play.do("g0", p.Stand)
    check(play.room, c.Sent(0, By.GUEST, "g0", command_of(kind)))
    with pytest.raises(Refused, match="host_only"):
        check(play.room, c.Sent(0, By.GUEST, "g1", command_of(kind)))


@pytest.mark.parametrize("kind", ROOM_COMMANDS)
def test_bots_send_nothing_of_browsers(places: dict[Role, tuple[Room, str]], kind: type[p.Command]) -> None:
    """Neither by their own door nor by a browser's."""
    room, bot = places[Role.BOT]
    for by in (By.GUEST, By.BOT):
        with pytest.raises(Refused):
            check(room, c.Sent(0, by, bot, command_of(kind)))


def test_people_do_not_use_the_door_of_bots(places: dict[Role, tuple[Room, str]]) -> None:
    """A person's id through the bots' door is nobody's."""
    room, guest = places[Role.TURN]
    with pytest.raises(Refused, match="not_allowed"):
        check(room, c.Sent(0, By.BOT, guest, c.BotActs(guest, 1, 1, Pack(0))))


@pytest.mark.parametrize("kind", ROOM_COMMANDS)
def test_closed_table(kind: type[p.Command]) -> None:
    """A closed table takes talk and one's own cards, and nothing that changes it."""
    play = Play(2)
    play.do("g0", p.Close)
    talk = {p.ShowHand, p.LookAfter, p.Say, p.React, p.Rename}
    try:
        check(play.room, c.Sent(0, By.GUEST, "g0", command_of(kind)))
    except Refused as refused:
        assert kind not in talk
        assert str(refused.code) in DENIALS  # noqa: PT017
    else:
        assert kind in talk


def test_unknown_commands_are_denied(places: dict[Role, tuple[Room, str]]) -> None:
    """What is not in the table is not for anybody, the server included."""
    room, guest = places[Role.TURN]
    for by, who in ((By.GUEST, guest), (By.SERVER, ""), (By.BOT, "bot:1")):
        with pytest.raises(Refused, match="not_allowed"):
            check(room, c.Sent(0, by, who, object()))  # type: ignore[arg-type]
