"""The addresses of this machine, as other machines on its network see them. Nothing is sent to find them out."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Final

_ELSEWHERE: Final = "192.0.2.1"
"""An address kept for documentation: asking the system for the way there names the default route's own address."""


def route_address() -> str | None:
    """This machine's address on its default route; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses the way.
            probe.connect((_ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback or found == "0.0.0.0" else found  # noqa: S104


def local_addresses() -> list[str]:
    """Addresses others may reach this machine at, the default route's first; none that only this machine can use."""
    found = [] if (first := route_address()) is None else [first]
    for address in (*_by_name(), *_by_interface()):
        if address not in found and not ipaddress.ip_address(address).is_loopback:
            found.append(address)
    return found


def _by_name() -> list[str]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, family=socket.AF_INET, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(info[4][0]) for info in infos]


_SIOCGIFADDR: Final = 0x8915


def _by_interface() -> Iterator[str]:
    """On Linux a machine's name often leads only to itself, so there every interface is asked."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            yield socket.inet_ntoa(answer[20:24])


def plain_address(text: str) -> str:
    """An address without what IPv6 puts around an IPv4 one, and without a zone."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def limit_key(text: str) -> str:
    """What rate limits count as one address: of IPv6 the half that names the network, since one machine has all of it.

    >>> limit_key("::ffff:10.0.0.7"), limit_key("2001:db8:1:2:3:4:5:6")
    ('10.0.0.7', '2001:db8:1:2::/64')
    """
    plain = plain_address(text)
    try:
        address = ipaddress.ip_address(plain)
    except ValueError:
        return plain
    if address.version == 4:
        return plain
    return str(ipaddress.ip_network((address, 64), strict=False))


def is_address(host: str) -> bool:
    """Whether a host name is an address written out."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
