"""What the parts of one server share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from teenpatti.server.errors import Refused, RoomCode
from teenpatti.server.limits import Counter, Limiter, Limits

if TYPE_CHECKING:
    from teenpatti.server.config import Config
    from teenpatti.server.guests import Guests
    from teenpatti.server.http_pages import WebApp
    from teenpatti.server.invites import Invites
    from teenpatti.server.metrics import Metrics
    from teenpatti.server.reach import Reach
    from teenpatti.server.rooms import Rooms
    from teenpatti.server.sockets import OpenSockets
    from teenpatti.server.tunnel import Tunnel


class Gates:
    """The rate limits of one server, with what they have counted."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Limiter(limits.requests)
        self.guest_requests = Limiter(limits.guest_requests)
        self.sessions = Limiter(limits.sessions)
        self.links = Limiter(limits.links)
        self.codes = Limiter(limits.codes)
        self.tables = Limiter(limits.tables)
        self.reports = Limiter(limits.reports)
        self.guest_messages = Limiter(limits.guest_messages)
        self.address_messages = Limiter(limits.address_messages)
        self.sockets_of_address = Counter()


@dataclass
class Services:
    """Everything a request may need."""

    config: Config
    reach: Reach
    guests: Guests
    invites: Invites
    metrics: Metrics
    gates: Gates
    web: WebApp
    sockets: OpenSockets
    tunnel: Tunnel | None = None
    rooms: Rooms | None = None
    """There once the server has started."""
    stopping: bool = False
    failure: Exception | None = None
    """Why it did not start."""

    @property
    def open_rooms(self) -> Rooms:
        """The rooms. Refuses while the server has not started, or stops."""
        if self.rooms is None or self.stopping:
            raise Refused(RoomCode.STOPPING)
        return self.rooms

    def gauges(self) -> dict[str, float]:
        """Numbers as they stand now, for metrics."""
        rooms = {} if self.rooms is None else {f"rooms_{name}": value for name, value in self.rooms.counters().items()}
        return {**rooms, "sockets": self.sockets.count, "ready": float(self.rooms is not None and not self.stopping)}
