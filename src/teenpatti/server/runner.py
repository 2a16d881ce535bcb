"""One room at work: its only writer.

Commands wait in a bounded queue. Each is decided, its events are appended and committed, and only then the room
changes and
everybody hears of it. A task works while there is something to do, and none while there is not.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from teenpatti.server import protocol as p
from teenpatti.server import room_commands as c
from teenpatti.server import room_events as e
from teenpatti.server.bot_turns import BotTurns
from teenpatti.server.clocks import ChainDue, Deadline, Due, ShuffleDue, StageDue, Timer, deadlines
from teenpatti.server.decide import decided
from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.evolve import evolve_entry, remember
from teenpatti.server.frames import Frames
from teenpatti.server.history import record_of
from teenpatti.server.kept import Kept
from teenpatti.server.protocol import Ack, Bye, Refusal
from teenpatti.server.room import KEPT_ANSWERS, Room
from teenpatti.server.room_codec import decode_events, encode_events, encode_room
from teenpatti.server.sentences import sentence
from teenpatti.server.shared import RETRY_MS, Shared
from teenpatti.server.store import Batch, Entry, Snapshot, StoreError
from teenpatti.server.subscription import Subscription

log = logging.getLogger("teenpatti.rooms")

MAX_WAITING: Final = 256
"""Commands that may wait for one room."""
SNAPSHOT_EVERY: Final = 200
"""Entries after which a room between deals is saved whole, so that much chat makes no long recovery."""

Answer: TypeAlias = Ack | Refused
T = TypeVar("T")


class _Job(NamedTuple):
    by: c.By
    guest: str
    command: c.AnyCommand
    done: Callable[[Answer], None]
    """Called with the answer, in the moment in which all hear of what was done."""


class RoomRunner:
    """Runs one room. All methods belong to the event loop."""

    def __init__(self, room: Room, invite: str, shared: Shared) -> None:
        self.room = room
        self.invite = invite
        self._shared = shared
        self._jobs: deque[_Job] = deque()
        self._working = False
        self._timer: Timer | None = None
        self._timer_at = 0
        self._due = False
        self._present: tuple[object, list[str]] | None = None
        self._deadlines = Kept(_in_order)
        self._retry_at: int | None = None
        self._in_doubt = False
        self._passing: dict[str, OrderedDict[str, Answer]] = {}
        self._bots = BotTurns(shared, lambda: self.room, self.ask)
        self._snapshot_seq = room.seq
        self._frames = Frames()
        self._desk = shared.desk()
        self._shown_link = ""
        self._quiet_since = shared.clock.now()

    # --- asking -------------------------------------------------------------------------------------------------------

    async def ask(self, by: c.By, guest: str, command: c.AnyCommand) -> Ack:
        """The answer to a command, once it is committed. Raises Refused."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._take(_Job(by, guest, command, lambda answer: settle(answered, answer)))
        answer = await answered
        if isinstance(answer, Refused):
            raise answer
        return answer

    def put(self, guest: str, command: p.RoomCommand, language: str, heard: Callable[[Ack | Refusal], None]) -> None:
        """Do a browser's command; ``heard`` gets the answer, be it at once. Once begun it is done whole."""

        def done(answer: Answer) -> None:
            message = answer if isinstance(answer, Ack) else refusal(command.id, answer, language)
            self._shared.count("acks" if message is answer else "refusals")
            heard(message)

        self._shared.count("commands")
        self._take(_Job(c.By.GUEST, guest, command, done))

    def _take(self, job: _Job) -> None:
        if self._shared.stopping:
            job.done(Refused(RoomCode.STOPPING))
        elif len(self._jobs) >= MAX_WAITING:
            job.done(Refused(RoomCode.TOO_MANY))
        else:
            self._jobs.append(job)
            self._work()

    def restart(self) -> None:
        """The server has come back: clocks begin anew, and nobody is connected yet."""
        if self.room.phase in ("playing", "between", "shuffling") or any(
            member.online and not member.bot for member in self.room.members.values()
        ):
            self._jobs.append(_Job(c.By.SERVER, "", c.Restart(), lambda _: None))
        self._wake()

    def go_on(self) -> None:
        """The room was put away while all was quiet, and is asked for again: nothing has changed."""
        self._wake()

    def quiet_ms(self) -> int | None:
        """How long nothing has happened here; None if anything may yet without being asked for."""
        waits = self._working or self._timer is not None or self._in_doubt or self._bots.waits or self.sockets
        return None if waits else self._now() - self._quiet_since

    # --- sockets ------------------------------------------------------------------------------------------------------

    def connect(self, guest: str, language: str, *, shuffles: bool = False) -> Subscription:
        """A socket of a member, whose page takes part in shuffles or not. Raises Refused for anybody else."""
        member = self.room.members.get(guest)
        if member is None or member.gone or member.bot is not None:
            raise Refused(RoomCode.NO_SUCH_ROOM)
        subscription = Subscription(self.room.id, guest, language)
        self._shared.bus.attach(subscription)
        if shuffles:
            self._desk.came(guest)
        subscription.push_frame(self._frames.first(self.room, self._now(), guest, self._link()))
        self._wake()
        return subscription

    def disconnect(self, subscription: Subscription) -> None:
        """The socket is gone."""
        self._shared.bus.detach(subscription)
        self._wake()

    def contribute(self, guest: str, message: p.Contribution) -> None:
        """A page's part of the shuffle. What is of no shuffle or no seat is let go by: pages send more than once."""
        if self._desk.take(self.room, guest, message) and self._desk.complete(self.room, self._here()):
            self._wake()

    @property
    def sockets(self) -> int:
        """How many sockets there are."""
        return self._shared.bus.readers(self.room.id)

    def say_goodbye(self, bye: Bye) -> None:
        """End all sockets."""
        for guest in self._shared.bus.guests(self.room.id):
            self._shared.bus.end(self.room.id, guest, bye)

    def refresh(self) -> None:
        """Send everybody the room as it is, because an address has changed."""
        now, link = self._now(), self._link()
        guests = self._shared.bus.guests(self.room.id)
        self._send({guest: self._frames.first(self.room, now, guest, link) for guest in guests})

    def _send(self, frames: dict[str, bytes]) -> None:
        self._shared.count("frames", len(frames))
        slow = self._shared.bus.send(self.room.id, frames)
        if slow:
            self._shared.count("too_slow", slow)
            self._due = True

    def _link(self) -> str:
        """The table's link; the same object while it is the same, as what is kept of frames wants it."""
        link = self._shared.link(self.invite)
        if link != self._shown_link:
            self._shown_link = link
        return self._shown_link

    # --- working ------------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return self._shared.clock.now()

    def _wake(self) -> None:
        """Look at what is due."""
        self._due = True
        self._work()

    def _work(self) -> None:
        if not self._working and not (self._shared.stopping and not self._jobs):
            self._working = True
            self._shared.begin(self._run())

    async def _run(self) -> None:
        try:
            while self._jobs or self._due:
                # What time has brought, and who is connected, comes before what people ask for.
                if self._due:
                    self._due = False
                    await self._look_at_clocks()
                    continue
                job = self._jobs.popleft()
                job.done(await self._answer(job))
        finally:
            self._working = False
            self._quiet_since = self._now()
            if not self._shared.stopping:
                self._set_timer()
                self._bots.look()

    async def _answer(self, job: _Job) -> Answer:
        if self._in_doubt:
            # The entry in doubt may be this very command, sent again.
            try:
                await self._resolve_doubt()
            except Refused as refused:
                return refused
        command_id = str(getattr(job.command, "id", "")) if job.by is c.By.GUEST else ""
        first = self._first_answer(job.guest, command_id) if command_id else None
        if first is not None:
            self._shared.count("repeated")
            return first
        try:
            answer = await self._do(job.by, job.guest, command_id, job.command)
        except Refused as refused:
            if refused.code is RoomCode.STORE_UNAVAILABLE:
                # It may be tried again; nothing was decided.
                return refused
            self._keep(job.guest, command_id, refused)
            return refused
        except Exception:
            # A defect of ours must not take the table away from people: the command is refused, and the rest goes on.
            log.exception("a command failed", extra={"room": self.room.id, "command": type(job.command).__name__})
            return Refused(RoomCode.NOT_NOW)
        self._keep(job.guest, command_id, answer)
        return answer

    def _first_answer(self, guest: str, command_id: str) -> Answer | None:
        for known, seq in self.room.answers.get(guest, ()):
            if known == command_id:
                return Ack(command_id, seq)
        kept = self._passing.get(guest)
        return None if kept is None else kept.get(command_id)

    def _keep(self, guest: str, command_id: str, answer: Answer) -> None:
        """Remember what was answered but not committed, such as a refusal, while the table is in memory."""
        if not command_id or guest not in self.room.members:
            return
        kept = self._passing.setdefault(guest, OrderedDict())
        kept[command_id] = answer
        while len(kept) > KEPT_ANSWERS:
            kept.popitem(last=False)

    async def _do(self, by: c.By, guest: str, command_id: str, command: c.AnyCommand) -> Ack:
        """Decide, append, commit, and only then change. Raises Refused."""
        if self._in_doubt:
            await self._resolve_doubt()
        before, at = self.room, self._now()
        events, after = decided(before, c.Sent(at, by, guest, command))
        if not events:
            return Ack(command_id, before.seq)
        after = replace(after, seq=before.seq + 1)
        if command_id:
            after = remember(after, guest, command_id, after.seq)
        batch = self._batch(after, events, at, guest, command_id)
        try:
            await self._shared.store.append(batch)
        except StoreError as error:
            self._shared.count("failed_commits")
            self._shared.is_ill()
            log.warning("the store did not take an entry: %s", error.code, extra={"room": before.id})
            self._in_doubt = True
            await self._resolve_doubt()
            if self.room.seq < after.seq or command_id not in ("", self._last_command):
                raise Refused(RoomCode.STORE_UNAVAILABLE) from error
            return Ack(command_id, self.room.seq)
        self._committed(after, events, at, batch)
        return Ack(command_id, after.seq)

    def _batch(self, after: Room, events: tuple[e.RoomEvent, ...], at: int, guest: str, command_id: str) -> Batch:
        entry = Entry(after.seq, at, guest if command_id else "", command_id, encode_events(events))
        running = after.phase == "playing"
        ended = any(isinstance(event, e.DealFinished) for event in events)
        late = not running and after.seq - self._snapshot_seq >= SNAPSHOT_EVERY
        return Batch(
            room=after.id,
            entry=entry,
            snapshot=Snapshot(after.seq, encode_room(after)) if ended or late else None,
            deal=record_of(after, at) if not running and _tells_cards(events) else None,
            guests=tuple(
                event.guest
                for event in events
                if isinstance(event, e.MemberCame | e.SeatGiven) and ":" not in event.guest
            ),
            closed=_closed(events),
        )

    def _committed(self, after: Room, events: tuple[e.RoomEvent, ...], at: int, batch: Batch | None = None) -> None:
        """It is on the disk: the room changes, and all hear of it."""
        self._shared.is_well()
        self._shared.count("commits")
        self.room = after
        self._due = True
        if batch is not None and batch.snapshot is not None:
            self._snapshot_seq = after.seq
        self._shared.count("deals", sum(isinstance(event, e.DealFinished) for event in events))
        bus, name = self._shared.bus, after.id
        self._send(self._frames.updates(after, events, at, bus.guests(name), self._link()))
        for event in events:
            if isinstance(event, e.MemberLeft):
                bus.end(name, event.guest, Bye("kicked" if event.kicked else "not_a_member", again=False))
            elif isinstance(event, e.TurnedAway):
                bus.end(name, event.guest, Bye("not_a_member", again=False))
            elif isinstance(event, e.SeatGiven):
                bus.end(name, event.old, Bye("not_a_member", again=False))

    # --- doubt --------------------------------------------------------------------------------------------------------

    _last_command = ""

    async def _resolve_doubt(self) -> None:
        """After a failure find out whether the entry is there after all. Raises Refused while the store is gone."""
        try:
            tail = await self._shared.store.tail(self.room.id, self.room.seq)
        except StoreError as error:
            self._retry_at = self._now() + RETRY_MS
            raise Refused(RoomCode.STORE_UNAVAILABLE) from error
        self._in_doubt = False
        self._last_command = ""
        for entry in tail:
            events = decode_events(entry.body)
            after = evolve_entry(self.room, entry.seq, entry.at, entry.guest, entry.command, events)
            self._last_command = entry.command
            self._committed(after, events, entry.at)
        if not tail:
            self._retry_at = self._now() + RETRY_MS

    # --- clocks, presence and bots ------------------------------------------------------------------------------------

    async def _look_at_clocks(self) -> None:
        await self._tell_presence()
        now = self._now()
        if self._retry_at is not None and now < self._retry_at:
            return
        self._retry_at = None
        for deadline in self._deadlines.of(self.room):
            stage = isinstance(deadline.due, StageDue)
            if deadline.at > now and not (stage and self._desk.complete(self.room, self._here())):
                continue
            silent = self._desk.silent(self.room) if stage else []
            if await self._server_does(self._command_for(deadline.due)):
                self._desk.missed(silent)
                # The room has changed, and with it all deadlines.
                self._due = True
                return
            # Not taken: neither now nor in a thousandth of a second.
            self._retry_at = now + RETRY_MS

    def _command_for(self, due: Due) -> c.ServerCommand:
        if not isinstance(due, ChainDue | ShuffleDue | StageDue):
            return due
        try:
            return self._desk.command(self.room, due, self._shared.dealer)
        except (OSError, NotImplementedError):
            log.exception("the operating system gives no randomness")
            return c.NoRandomness(due.deal)

    def _here(self) -> set[str]:
        return set(self._shared.bus.guests(self.room.id))

    async def _tell_presence(self) -> None:
        """Make the room know who is connected. Compared until both agree, so a failure of the store heals by itself."""
        connected = self._shared.bus.guests(self.room.id)
        if self._present is not None and self._present[0] is self.room.members and self._present[1] == connected:
            return
        here = set(connected)
        for guest, member in list(self.room.members.items()):
            if member.bot is None and not member.gone and member.online != (guest in here):
                await self._server_does(c.SocketOpened(guest) if guest in here else c.SocketsGone(guest))
        if all(
            member.bot is not None or member.gone or member.online == (guest in here)
            for guest, member in self.room.members.items()
        ):
            self._present = (self.room.members, connected)

    async def _server_does(self, command: c.ServerCommand) -> bool:
        """Whether something came of it."""
        seq = self.room.seq
        try:
            await self._do(c.By.SERVER, "", "", command)
        except Refused as refused:
            if refused.code is not RoomCode.STORE_UNAVAILABLE:
                log.debug("not done: %s", refused.code, extra={"room": self.room.id})
        return self.room.seq != seq

    def _set_timer(self) -> None:
        wanted = [deadline.at for deadline in self._deadlines.of(self.room)[:1]]
        if self._retry_at is not None:
            wanted = [max(*wanted, self._retry_at)] if wanted else [self._retry_at]
        if not wanted:
            self._stop_timer()
        elif self._timer is None or self._timer_at > wanted[0]:
            self._stop_timer()
            self._timer, self._timer_at = self._shared.clock.call_at(wanted[0], self._on_time), wanted[0]
        # A timer that is too early by now wakes the room for nothing and is set anew; that is less than one a turn.

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_time(self) -> None:
        self._timer = None
        self._wake()


def refusal(command_id: str, refused: Refused, language: str) -> Refusal:
    """What a browser hears of a refusal."""
    return Refusal(command_id, str(refused.code), sentence(language, refused.code))


def settle(future: asyncio.Future[T], answer: T) -> None:
    """Give an answer to who asked, unless he has gone."""
    if not future.done():
        future.set_result(answer)


def _in_order(room: Room) -> list[Deadline]:
    return sorted(deadlines(room), key=lambda deadline: deadline.at)


def _tells_cards(events: tuple[e.RoomEvent, ...]) -> bool:
    """Whether the record of the last deal is to be written (again): it is over, or more of its cards are known."""
    return any(
        isinstance(event, e.DealFinished | e.LookedAfter)
        or (isinstance(event, e.AtTable) and getattr(getattr(event.event, "event", None), "hand", None) is not None)
        for event in events
    )


def _closed(events: tuple[e.RoomEvent, ...]) -> bool | None:
    """Whether the events close the table (True) or open it again (False)."""
    if any(isinstance(event, e.Closed) for event in events):
        return True
    return False if any(isinstance(event, e.Reopened) for event in events) else None
