"""All tables of one server: the surface that the web app, the command line and the tests talk to.

Everything that changes a table goes through :meth:`Rooms.submit` or one of the named doors beside it; each returns
only once the
change is committed. Nothing here looks at cookies, addresses or origins: a :class:`Guest` is taken as who he is. ::

    async with Rooms.open(store) as rooms:
        new = await rooms.create(host, Settings(name="Diwali"), Rules.preset("club", boot=10))
        room = await rooms.find_invite(new.invite)
        await rooms.join(room, guest)
        subscription = await rooms.connect(room, guest.id)
        answer = await rooms.submit(room, guest.id, command)        # Ack or Refusal
        frame = await subscription.next()                           # bytes; None when it has ended
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

import msgspec

from teenpatti.fair import chain
from teenpatti.game.handfile import HandFile
from teenpatti.game.replay import replay_json
from teenpatti.game.rules import Rules
from teenpatti.server import history as records
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.archive import Archive
from teenpatti.server.bot_players import Chooser, Worker
from teenpatti.server.bus import Bus, LocalBus
from teenpatti.server.clocks import Clock, SystemClock
from teenpatti.server.dealer import Dealer, SecretDealer
from teenpatti.server.decide import decide
from teenpatti.server.decide_host import read_rules
from teenpatti.server.decide_seats import AVATAR_SIGNS, NAME_SIGNS
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.evolve import evolve_entry
from teenpatti.server.odds import Question, question_of
from teenpatti.server.people import Guest
from teenpatti.server.protocol import Ack, Bye, Contribution, Refusal, RoomCommand, ScoreLine
from teenpatti.server.room import Room
from teenpatti.server.room_codec import encode_events, encode_room
from teenpatti.server.roster import Roster
from teenpatti.server.runner import RoomRunner, refusal, settle
from teenpatti.server.settings import Settings
from teenpatti.server.shared import Shared
from teenpatti.server.shuffle_desk import ShuffleDesk
from teenpatti.server.store import Batch, DealRecord, Entry, Snapshot, Store, StoreError
from teenpatti.server.subscription import Subscription
from teenpatti.server.words import clean

log = logging.getLogger("teenpatti.rooms")

HistoryLine = records.HistoryLine
ScoreStep = records.ScoreStep
RULES_NAME_SIGNS: Final = 40
MAX_SAVED_RULES: Final = 50
DRAIN_SECONDS: Final = 5.0
LOADED_AT_ONCE: Final = 50
_COMMAND_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,36}", re.ASCII)


class NewRoom(NamedTuple):
    """A table just made: its lasting id, and the secret of its link."""

    room: str
    invite: str


class Preview(NamedTuple):
    """All that a link tells before anybody has tapped."""

    table: str
    host: str


class RoomLine(NamedTuple):
    """One table in a list for one of its guests."""

    room: str
    table: str
    host: str
    phase: str
    deals: int
    is_host: bool


class Rooms:
    """The tables in one store. One event loop, and this process the only one that writes the store."""

    def __init__(self, shared: Shared) -> None:
        self._shared = shared
        self._store = shared.store
        self._roster = Roster(shared)
        self._archive = Archive(shared.store, self._roster)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        store: Store,
        *,
        link: Callable[[str], str] = str,
        clock: Clock | None = None,
        dealer: Dealer | None = None,
        chooser: Chooser | None = None,
        bus: Bus | None = None,
        desk: Callable[[], ShuffleDesk] = ShuffleDesk,
    ) -> AsyncIterator[Rooms]:
        """Bring back all open tables from ``store``, run them, and drain at the end.

        ``link`` makes the address that members may share from an invite secret; it is asked again for every frame,
        since a server's public address may change.
        """
        asks = chooser or Worker()
        rooms = cls(
            Shared(store, clock or SystemClock(), dealer or SecretDealer(), asks, bus or LocalBus(), link, desk)
        )
        try:
            await rooms._roster.bring_all_back()
            rooms._roster.look_for_quiet()
            yield rooms
        finally:
            await rooms.drain()
            asks.close()

    # --- making and finding -------------------------------------------------------------------------------------------

    async def create(self, host: Guest, settings: Settings, rules: Rules) -> NewRoom:
        """A new table with ``host`` at seat 0. Raises Refused, InvalidRules."""
        self._check_running()
        name = clean(host.name, NAME_SIGNS)
        table = clean(settings.name, NAME_SIGNS)
        if not name or not table:
            raise Refused(RoomCode.BAD_TEXT)
        rules = read_rules(dict(rules.to_options()))
        settings = msgspec.convert(msgspec.to_builtins(msgspec.structs.replace(settings, name=table)), Settings)
        room_id, invite = secrets.token_urlsafe(9), secrets.token_urlsafe(16)
        at = self._shared.clock.now()
        try:
            seeds = self._shared.dealer.secret()
        except (OSError, NotImplementedError) as error:
            raise Refused(RoomCode.NO_RANDOMNESS) from error
        events: tuple[e.RoomEvent, ...] = (
            e.RoomOpened(room_id, settings, dict(rules.to_options()), host.id),
            e.ChainOpened(seeds.hex(), chain.link(seeds, 1).hex()),
            e.MemberCame(host.id, host.id, name, clean(host.avatar, AVATAR_SIGNS)),
        )
        room = evolve_entry(None, 1, at, "", "", events)
        entry = Entry(1, at, "", "", encode_events(events))
        try:
            await self._store.create(room_id, invite, settings.sheet, Batch(room_id, entry, guests=(host.id,)))
        except StoreError as error:
            raise self._roster.unavailable() from error
        runner = self._roster.add(room, invite)
        await runner.ask(c.By.SERVER, "", c.Came(host))
        return NewRoom(room_id, invite)

    async def find_invite(self, token: str) -> str | None:
        """The room whose link holds ``token``; None if there is none. Looked up by hash, in one way for all."""
        try:
            return await self._store.find_invite(token)
        except StoreError as error:
            raise self._roster.unavailable() from error

    async def invite(self, room: str, guest: str) -> str:
        """The secret of the table's link, for one of its members. Raises Refused."""
        runner = await self._roster.get(room)
        if not runner.room.is_person(guest):
            raise Refused(RoomCode.NO_SUCH_ROOM)
        return runner.invite

    async def renew_invite(self, room: str, host: str) -> str:
        """A new link for the table; the old one opens nothing any more. Raises Refused unless ``host`` is its host."""
        runner = await self._roster.get(room)
        if not runner.room.is_person(host):
            raise Refused(RoomCode.NO_SUCH_ROOM)
        if runner.room.host != host:
            raise Refused(RoomCode.HOST_ONLY)
        token = secrets.token_urlsafe(16)
        try:
            await self._store.set_invite(room, token)
        except StoreError as error:
            raise self._roster.unavailable() from error
        runner.invite = token
        runner.refresh()
        return token

    async def preview(self, token: str, guest: str = "") -> Preview | None:
        """What a link preview may show to ``guest``, empty for a stranger; see :meth:`preview_of`."""
        room = await self.find_invite(token)
        return None if room is None else await self.preview_of(room, guest)

    async def preview_of(self, room: str, guest: str = "") -> Preview | None:
        """What may be shown of a table to who has its link; None if there is none that he could enter."""
        try:
            found = (await self._roster.get(room)).room
            came = c.Came(Guest(guest or "-", "-"))
            decide(found, c.Sent(self._shared.clock.now(), c.By.SERVER, "", came))
        except Refused:
            return None
        return Preview(found.settings.name, _host_name(found))

    async def rooms_of(self, guest: str) -> list[RoomLine]:
        """The tables this guest is or was at, the latest first."""
        try:
            known = await self._store.rooms_of(guest)
        except StoreError as error:
            raise self._roster.unavailable() from error
        lines = []
        for name in known:
            try:
                room = (await self._roster.get(name)).room
            except Refused:
                continue
            if guest not in room.kicked:
                is_host = guest in (room.host, room.owner)
                lines.append(
                    RoomLine(name, room.settings.name, _host_name(room), room.phase, room.table.deals, is_host)
                )
        return lines

    # --- being there --------------------------------------------------------------------------------------------------

    async def join(self, room: str, guest: Guest, *, play: bool = True) -> None:
        """Enter by a link that was found, by a tap and never by a GET. Idempotent for who is a member already.

        ``play`` takes the first free seat, if there is one; without, or when the table is full, the guest looks on
        where that is allowed. With approval he waits for the host. Raises Refused (no_such_room also for kicked, full,
        closed).
        """
        await (await self._roster.get(room)).ask(c.By.SERVER, "", c.Came(guest, play))

    async def connect(self, room: str, guest: str, language: str = "en", *, shuffles: bool = False) -> Subscription:
        """Frames for one socket of a member, beginning with the room as it is. Raises Refused (not a member).

        ``shuffles``: the page takes part in shuffles, so that they wait a moment for it (see :meth:`contribute`).
        """
        self._check_running()
        return (await self._roster.get(room)).connect(guest, language, shuffles=shuffles)

    def contribute(self, room: str, guest: str, message: Contribution) -> None:
        """A page's part of the shuffle under way. Never raises; what fits no shuffle is let go by."""
        runner = self._roster.here(room)
        if runner is not None:
            runner.contribute(guest, message)

    async def disconnect(self, subscription: Subscription) -> None:
        """The socket is gone. Never raises."""
        runner = self._roster.here(subscription.room)
        if runner is not None:
            runner.disconnect(subscription)

    async def submit(self, room: str, guest: str, command: RoomCommand, language: str = "en") -> Ack | Refusal:
        """Do what a browser asked. Never raises: an Ack is committed, a Refusal changed nothing.

        A command id that was answered before gets that answer again.
        """
        try:
            runner = await self._roster.get(room)
        except Refused as refused:
            return refusal(command.id, refused, language)
        answered: asyncio.Future[Ack | Refusal] = asyncio.get_running_loop().create_future()
        _put(runner, guest, command, language, lambda answer: settle(answered, answer))
        return await answered

    def put(self, subscription: Subscription, command: RoomCommand, heard: Callable[[Ack | Refusal], None]) -> None:
        """The same for a socket, at once. ``heard`` gets the answer in the moment in which all hear of what was done,
        so that it can leave with the same write."""
        guest, language = subscription.guest, subscription.language
        runner = self._roster.here(subscription.room)
        if runner is None:
            heard(refusal(command.id, Refused(RoomCode.NO_SUCH_ROOM), language))
        else:
            _put(runner, guest, command, language, heard)

    async def leave(self, room: str, guest: str) -> None:
        """The guest goes for good: he stands up and is no member any more. Raises Refused."""
        runner = await self._roster.get(room)
        if guest not in runner.room.members:
            raise Refused(RoomCode.NO_SUCH_ROOM)
        await runner.ask(c.By.SERVER, "", c.Went(guest))

    async def reopen(self, room: str, guest: str) -> None:
        """Open a closed table again with its people, chips and scores; for its host. Raises Refused."""
        await (await self._roster.get(room)).ask(c.By.SERVER, "", c.Reopen(guest))

    async def chances(self, room: str, guest: str) -> Question | None:
        """Whose chances a guest may ask for now: of his own hand, seen, against bots. None otherwise."""
        try:
            return question_of((await self._roster.get(room)).room, guest)
        except Refused:
            return None

    # --- what was -----------------------------------------------------------------------------------------------------

    async def history(self, room: str, guest: str, *, before: int | None = None, limit: int = 50) -> list[HistoryLine]:
        """Finished deals, the latest first, those below deal ``before``. Raises Refused (not one of its people)."""
        return await self._archive.history(room, guest, before, limit)

    async def hand_file(self, room: str, deal: int, guest: str) -> HandFile:
        """A finished deal with only the cards that ``guest`` may know (teenpatti.game.notation writes it)."""
        return await self._archive.hand_file(room, deal, guest)

    async def proof(self, room: str, deal: int, guest: str) -> str:
        """The proof file of a finished deal, or of the running one as far as it has come; opens to ``guest`` what he
        may know. Raises Refused, also for a deal that has no proof."""
        return await self._archive.proof(room, deal, guest)

    async def steps(self, room: str, deal: int, guest: str) -> dict[str, Any]:
        """The same deal step by step, for replaying it on the page.

        ``file`` holds the hand file's fields (players, rules, actions, and ``_seats`` in playing order), ``steps`` the
        state after the boots and then after each action, as ``teenpatti replay --json`` writes them; players from 1.
        """
        file = await self._archive.hand_file(room, deal, guest)
        return {"file": file.to_fields()} | replay_json(file)

    async def look(self, room: str, deal: int, guest: str) -> None:
        """Look at one's own cards of any finished deal, in private (R8); from then on the history tells them."""
        await self._archive.look(room, deal, guest)

    async def score(self, room: str, guest: str) -> list[ScoreLine]:
        """The score sheet over all tables that share it. Raises Refused."""
        return await self._archive.score(room, guest)

    async def score_steps(self, room: str, guest: str) -> list[ScoreStep]:
        """What each of the last thousand deals of this table did to the score, the first first. Raises Refused."""
        return await self._archive.score_steps(room, guest)

    async def save_rules(self, guest: str, name: str, rules: dict[str, bool | int | str]) -> None:
        """Keep house rules of a guest under a name; an empty table takes the name away.

        Raises Refused, InvalidRules.
        """
        self._check_running()
        await self._archive.save_rules(guest, name, rules)

    async def saved_rules(self, guest: str) -> dict[str, dict[str, bool | int | str]]:
        """The house rules that a guest saved, by name."""
        return await self._archive.saved_rules(guest)

    # --- running it ---------------------------------------------------------------------------------------------------

    def counters(self) -> dict[str, int]:
        """Numbers for metrics: rooms, members online, sockets, and what was counted since the start."""
        rooms = [runner.room for runner in self._roster.runners]
        return self._shared.counts | {
            "rooms": len(rooms),
            "rooms_playing": sum(room.phase == "playing" for room in rooms),
            "online": sum(member.online and not member.bot for room in rooms for member in room.members.values()),
            "sockets": sum(runner.sockets for runner in self._roster.runners),
        }

    @property
    def healthy(self) -> bool:
        """Whether the store took the last write. While it does not, it is tried again every second."""
        return self._shared.healthy

    def refresh(self) -> None:
        """Send every socket its room anew: the address of the links has changed."""
        for runner in self._roster.runners:
            runner.refresh()

    async def forget(self, guest: str) -> int:
        """Delete a guest's name, chat and saved rules everywhere; returns the number of tables changed."""
        try:
            names = await self._store.rooms_of(guest)
            for name in names:
                runner = await self._roster.get(name)
                await runner.ask(c.By.SERVER, "", c.Forget(guest))
                found = await self._store.deals(name, 2**62, 2**31)
                rewritten = [
                    DealRecord(record.number, record.at, body)
                    for record in found
                    if (body := records.forget(record.body, guest)) is not None
                ]
                await self._store.rewrite(name, Snapshot(runner.room.seq, encode_room(runner.room)), rewritten)
            await self._store.forget(guest)
        except StoreError as error:
            raise self._roster.unavailable() from error
        return len(names)

    async def drain(self) -> None:
        """Say goodbye (restarting) to all sockets, finish what was begun, refuse the rest. Called by ``open``'s end."""
        self._shared.stopping = True
        for runner in self._roster.runners:
            runner.say_goodbye(Bye("restarting", again=True))
        if self._shared.tasks:
            await asyncio.wait(set(self._shared.tasks), timeout=DRAIN_SECONDS)

    def _check_running(self) -> None:
        if self._shared.stopping:
            raise Refused(RoomCode.STOPPING)


def _put(
    runner: RoomRunner, guest: str, command: RoomCommand, language: str, heard: Callable[[Ack | Refusal], None]
) -> None:
    if _COMMAND_ID.fullmatch(command.id):
        runner.put(guest, command, language, heard)
    else:
        heard(refusal(command.id, Refused(RoomCode.BAD_MESSAGE), language))


def _host_name(room: Room) -> str:
    host = room.members.get(room.host)
    return "" if host is None else host.name
