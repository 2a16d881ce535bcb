"""Links never name localhost, and only this server's own pages may open sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from teenpatti.server.addresses import limit_key, local_addresses, plain_address
from teenpatti.server.config import InvalidConfig, clean_public_url
from teenpatti.server.reach import Reach
from tests.server.live import live, run

PUBLIC = "https://cards.example.org"


def reach(**options: object) -> Reach:
    """A server on a machine with two addresses."""
    return Reach(8000, addresses=lambda: ["192.168.1.20", "10.0.0.5"], **options)  # type: ignore[arg-type]


def test_links_name_the_public_address_first() -> None:
    """Then a tunnel's, then the default route's, then others."""
    here = reach(public_url=PUBLIC)
    here.tunnel_url = "https://quick.trycloudflare.com"
    assert here.urls() == [PUBLIC, here.tunnel_url, "http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    assert here.link("abc") == f"{PUBLIC}/j/abc"
    here.public_url = None
    assert here.base == here.tunnel_url
    here.tunnel_url = None
    assert here.base == "http://192.168.1.20:8000"


def test_no_link_is_for_this_machine_alone() -> None:
    """Even without any network; unless the server was told to listen nowhere else."""
    alone = Reach(8000, addresses=list)
    assert alone.urls()
    assert not any(word in url for url in alone.urls() for word in ("localhost", "127.", "[::1]"))
    assert reach(host="127.0.0.1").is_only_here
    assert not reach().is_only_here
    assert not reach(host="127.0.0.1", public_url=PUBLIC).is_only_here


def test_a_change_of_address_is_seen() -> None:
    """Another network: links change, and the host is told."""
    addresses = ["192.168.1.20"]
    here = Reach(8000, addresses=lambda: list(addresses))
    assert not here.refresh()
    addresses[:] = ["192.168.7.3"]
    assert here.refresh()
    assert here.base == "http://192.168.7.3:8000"


def test_this_machine_has_addresses_of_its_own() -> None:
    """As the system tells them; none that only this machine can use."""
    assert not any(address.startswith("127.") for address in local_addresses())


ALLOWED = [
    PUBLIC,
    "http://localhost:8000",
    "http://127.0.0.1:8000",
    "http://[::1]:8000",
    "http://192.168.1.20:8000",
    "http://10.0.0.5:8000",
]
REFUSED = [
    None,
    "",
    "null",
    "file://",
    "http://cards.example.org",
    "https://cards.example.org.evil.example",
    "https://a.cards.example.org",
    "https://cards.example.org:444",
    "https://cards.example.org/",
    "https://Cards.example.org",
    "https://cards.example.org.",
    "https://cаrds.example.org",
    "https://user@cards.example.org",
    "https://evilcards.example.org",
    "http://localhost",
    "http://localhost:80",
    "http://localhost:8001",
    "https://localhost:8000",
    "http://localhost.evil.example:8000",
    "http://127.0.0.1.evil.example:8000",
    "http://a.localhost:8000",
    "http://192.168.1.21:8000",
    "http://192.168.1.20:8001",
    "http://[::ffff:c0a8:114]:8001",
    "http://192.168.1.20:8000, http://evil.example",
    "http://[192.168.1.20:8000",
    "http://192.168.1.20:99999",
    "chrome-extension://abcdefghijklmnop",
]


@pytest.mark.parametrize("origin", ALLOWED)
def test_own_pages_are_allowed(origin: str) -> None:
    """By localhost, the network's address and the public one at the same time, whatever a proxy made of Host."""
    for host in ("localhost:8000", "192.168.1.20:8000", "cards.example.org", "inner:80", None):
        assert reach(public_url=PUBLIC).allows(origin, host)


@pytest.mark.parametrize("origin", REFUSED)
def test_other_pages_are_refused(origin: str | None) -> None:
    """Missing, null, sub-domains, look-alikes, other ports and schemes."""
    for host in ("localhost:8000", "cards.example.org", None):
        assert not reach(public_url=PUBLIC).allows(origin, host)


def test_an_address_that_the_page_came_from() -> None:
    """A container does not know its host's address; a page that came from the address it is sent to is its own."""
    assert reach().allows("http://192.168.77.1:9000", "192.168.77.1:9000")
    assert not reach().allows("http://192.168.77.1:9000", "192.168.77.2:9000")
    assert not reach().allows("https://192.168.77.1:9000", "192.168.77.1:9000")
    # A name may be made to lead here by whoever owns it.
    assert not reach().allows("http://rebound.example:8000", "rebound.example:8000")


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("https://Cards.Example.org/", PUBLIC),
        ("http://192.168.1.20:80", "http://192.168.1.20"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_public_addresses(text: str, cleaned: str) -> None:
    """As browsers write them."""
    assert clean_public_url(text) == cleaned


@pytest.mark.parametrize(
    "text", ["cards.example.org", "ftp://a.b", "https://", "https://a.b/x", "https://u:p@a.b", "x:y:z"]
)
def test_public_addresses_that_are_none(text: str) -> None:
    """A sentence says what was expected."""
    with pytest.raises(InvalidConfig):
        clean_public_url(text)


def test_what_counts_as_one_address() -> None:
    """An IPv4 address however it is written; of IPv6 the network, since one machine has all of it."""
    assert plain_address("::ffff:10.0.0.7") == "10.0.0.7"
    assert limit_key("::ffff:10.0.0.7") == "10.0.0.7"
    assert limit_key("2001:db8:1:2::9%eth0") == limit_key("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"


def test_sockets_check_the_origin(tmp_path: Path) -> None:
    """Before anything else is looked at."""

    async def main() -> None:
        async with live(tmp_path) as server, server.browser() as browser:
            await browser.come()
            room = (await browser.post("/api/tables"))["room"]
            for origin in (
                "null",
                "https://evil.example",
                server.base + ".evil.example",
                f"http://127.0.0.1:{server.port}/",
            ):
                browser.origin = origin
                with pytest.raises(InvalidStatus) as refused:
                    async with browser.connect():
                        pass
                assert refused.value.response.status_code == 403
            # No Origin at all.
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                b"Cookie: " + browser.cookie.encode() + b"\r\n\r\n"
            )
            assert (await reader.readline()).split()[1] == b"403"
            writer.close()
            for origin in (server.base, f"http://localhost:{server.port}"):
                browser.origin = origin
                async with browser.page(room) as page:
                    assert page.room["room"] == room

    run(main())
