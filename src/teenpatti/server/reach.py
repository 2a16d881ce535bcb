"""How people reach this server: the address in links, and which pages may open its sockets."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from urllib.parse import urlsplit

from teenpatti.server.addresses import is_address, local_addresses, plain_address
from teenpatti.server.config import DEFAULT_PORTS, origin_of
from teenpatti.server.kept import Kept


def _is_loopback(host: str) -> bool:
    return is_address(host) and ipaddress.ip_address(plain_address(host)).is_loopback


class Reach:
    """The addresses of one running server. ``host`` is what it listens on, empty for every address."""

    def __init__(
        self,
        port: int,
        *,
        host: str = "",
        public_url: str | None = None,
        addresses: Callable[[], list[str]] = local_addresses,
    ) -> None:
        self.port = port
        self.host = host
        self.public_url = public_url
        """What the person who runs the server says."""
        self.tunnel_url: str | None = None
        """What a running tunnel says."""
        self._find = addresses
        self._name = socket.gethostname().lower().removesuffix(".local")
        self._addresses: list[str] = []
        self._urls = Kept(self._find_urls)
        self.refresh()

    def refresh(self) -> bool:
        """Look at this machine's addresses again; whether links look different now."""
        before = self.urls()
        self._addresses = [] if self.host else self._find()
        return self.urls() != before

    def urls(self) -> list[str]:
        """Addresses for people, the one in links first; not to be changed. None that only this machine can use, unless
        it listens there alone."""
        return self._urls.of(self.public_url, self.tunnel_url, self._addresses)

    def _find_urls(self, public_url: str | None, tunnel_url: str | None, addresses: list[str]) -> list[str]:
        hosts = [self.host] if self.host else addresses or [f"{self._name}.local"]
        found = [url for url in (public_url, tunnel_url) if url]
        return found + [url for host in hosts if (url := origin_of("http", host, self.port)) not in found]

    @property
    def base(self) -> str:
        """The address in links."""
        return self.urls()[0]

    def link(self, invite: str) -> str:
        """The link that opens a table."""
        return f"{self.base}/j/{invite}"

    @property
    def is_only_here(self) -> bool:
        """Whether nobody on another machine can come."""
        return not (self.public_url or self.tunnel_url) and (self.host == "localhost" or _is_loopback(self.host))

    @property
    def is_shared(self) -> bool:
        """Whether many people may come from this machine's own address: through a tunnel or a proxy on it."""
        return bool(self.public_url or self.tunnel_url)

    def is_https(self, host: str | None, origin: str | None) -> bool:
        """Whether a request to ``host`` came by an address of ours that is https, as its browser sees it."""
        secure = [url for url in (self.public_url, self.tunnel_url) if url and url.startswith("https:")]
        return origin in secure or any(host == url.removeprefix("https://") for url in secure)

    def allows(self, origin: str | None, host: str | None, *, https: bool = False) -> bool:
        """Whether a page of ``origin`` may open a socket or change anything.

        ``host`` is what the request was sent to, ``https`` whether its browser sent it so.

        Allowed are the public address, this machine's own addresses and names, and any written-out address that the
        page itself came from: no foreign page can have that one, since its browser sends requests where it names them.
        """
        if origin is None:
            return False
        if origin in (self.public_url, self.tunnel_url):
            return True
        try:
            parts = urlsplit(origin)
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if parts.scheme not in DEFAULT_PORTS or not name or origin_of(parts.scheme, name, port) != origin:
            return False
        port = port or DEFAULT_PORTS[parts.scheme]
        if name == "localhost" or is_address(name):
            here = name == "localhost" or _is_loopback(name) or plain_address(name) in self._addresses
            return _is_own(origin, host, https=https) or (here and port == self.port and parts.scheme == "http")
        return name in self._names and port == self.port and parts.scheme == "http"

    @property
    def _names(self) -> frozenset[str]:
        names = {self._name, f"{self._name}.local"}
        if self.host:
            names.add(self.host.lower())
        return frozenset(names)


def _is_own(origin: str, host: str | None, *, https: bool) -> bool:
    return host is not None and origin == f"{'https' if https else 'http'}://{host.lower()}"
