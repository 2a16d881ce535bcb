"""How one server is run: what flags and ``TEENPATTI_*`` variables say, checked."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

from teenpatti.server.limits import Limits

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
LogFormat: TypeAlias = Literal["text", "json"]

DEFAULT_PORT: Final = 8000


class InvalidConfig(ValueError):
    """A setting that cannot be; the message is a sentence for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings of one server."""

    data: Path
    """The folder of tables and guests."""
    host: str = ""
    """The address to listen on; empty: all of them."""
    port: int | None = None
    """None: the first free one from DEFAULT_PORT on. 0: any free one."""
    log_format: LogFormat = "text"
    public_url: str | None = None
    """Where people reach this server, when it is not at an address of this machine: scheme, host and port alone."""
    tunnel: str | None = None
    """cloudflared, tailscale, or a command that prints an https address."""
    trusted_proxies: tuple[Network, ...] = ()
    """Peers whose forwarding headers are believed."""
    metrics_token: str | None = None
    """What a reader of /metrics must bring; None: there are no metrics."""
    open_browser: bool = True
    limits: Limits = field(default_factory=Limits)


def data_folder() -> Path:
    """The user's own folder for data, as his system has it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "teenpatti"


def clean_public_url(text: str) -> str:
    """A public address as scheme, host and port. Raises InvalidConfig."""
    wrong = InvalidConfig(f"{text!r:.80} is no public address: expected one such as https://cards.example.org.")
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise wrong
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise InvalidConfig(f"{text!r:.80} has a path: the tables live at the root of an address. Name it alone.")
    return origin_of(parts.scheme, host, port)


DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def origin_of(scheme: str, host: str, port: int | None) -> str:
    """An origin as browsers write it: small letters, no default port, IPv6 in brackets."""
    name = f"[{host}]" if ":" in host else host.lower()
    return f"{scheme}://{name}" if port is None or port == DEFAULT_PORTS.get(scheme) else f"{scheme}://{name}:{port}"


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Peers to trust, each an address or a network. Raises InvalidConfig."""
    found = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text.strip(), strict=False))
        except ValueError:
            raise InvalidConfig(
                f"{text!r:.60} is no proxy's address: expected one such as 127.0.0.1 or 172.16.0.0/12."
            ) from None
    return tuple(found)
