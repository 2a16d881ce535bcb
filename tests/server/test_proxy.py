"""Behind a proxy or a tunnel: the public address, https, and whose word about clients is believed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from teenpatti.server.config import InvalidConfig, networks
from teenpatti.server.limits import Rate
from teenpatti.server.peers import Peer, Peers, peer_of
from teenpatti.server.reach import Reach
from tests.server.live import WIDE, Browser, live, run
from tests.server.proxy import proxied

PUBLIC = "https://cards.example.org"


async def peer(
    client: str, headers: dict[str, str], trusted: tuple[str, ...] = (), public_url: str | None = PUBLIC
) -> Peer:
    """Who a request is taken to be from."""
    found: list[Peer] = []

    async def app(scope: object, receive: object, send: object) -> None:
        found.append(peer_of(scope))  # type: ignore[arg-type]

    middleware = Peers(app, Reach(8000, public_url=public_url, addresses=list), networks(trusted))
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "scheme": "http", "client": (client, 1), "headers": raw}
    await middleware(scope, None, None)  # type: ignore[arg-type]
    return found[0]


def test_whose_word_is_believed() -> None:
    """Only a configured proxy's; of a chain the last hop that it saw itself."""

    async def main() -> None:
        told = {"x-forwarded-for": "198.51.100.9, 203.0.113.7", "x-forwarded-proto": "https"}
        assert (await peer("192.0.2.1", told)).address == "192.0.2.1"
        assert not (await peer("192.0.2.1", told)).https
        through = await peer("192.0.2.1", told, ("192.0.2.0/24",))
        assert (through.address, through.https, through.shared) == ("203.0.113.7", True, False)
        chain = {"x-forwarded-for": "6.6.6.6, 203.0.113.7, 192.0.2.9"}
        assert (await peer("192.0.2.1", chain, ("192.0.2.0/24",))).address == "203.0.113.7"
        for nonsense in ("unknown", "", "203.0.113.7, _hidden", "203.0.113.7:80"):
            assert (await peer("192.0.2.1", {"x-forwarded-for": nonsense}, ("192.0.2.1",))).shared
        mapped = await peer("::ffff:192.0.2.1", told, ("192.0.2.1",))
        assert mapped.address == "203.0.113.7"

    run(main())


def test_what_many_people_share() -> None:
    """Behind a tunnel on this machine all come from its own address; without one they are this machine's people."""

    async def main() -> None:
        assert (await peer("127.0.0.1", {})).shared
        assert (await peer("::1", {})).shared
        assert not (await peer("127.0.0.1", {}, public_url=None)).shared
        assert not (await peer("192.168.1.7", {})).shared

    run(main())


def test_who_speaks_https() -> None:
    """By the public address, however the tunnel names it to us."""

    async def main() -> None:
        assert (await peer("127.0.0.1", {"host": "cards.example.org"})).https
        assert (await peer("127.0.0.1", {"host": "localhost:8000", "origin": PUBLIC})).https
        assert not (await peer("127.0.0.1", {"host": "localhost:8000"})).https
        assert not (await peer("127.0.0.1", {"host": "cards.example.org"}, public_url=None)).https

    run(main())


@pytest.mark.parametrize("text", ["x", "1.2.3.4/33", ""])
def test_proxies_that_are_none(text: str) -> None:
    """A sentence."""
    with pytest.raises(InvalidConfig):
        networks([text])


def test_a_game_through_a_proxy_that_drops_sockets(tmp_path: Path) -> None:
    """Host, scheme and address are changed on the way; pages come back after a drop, and links are public."""

    async def main() -> None:
        public = "https://cards.example.org"
        async with (
            live(tmp_path, configured=lambda config: replace(config, public_url=public)) as server,
            proxied(server.port, X_Forwarded_For="203.0.113.7", X_Forwarded_Proto="https") as proxy,
            Browser(f"http://127.0.0.1:{proxy.port}", origin=public) as guest,
            server.browser() as local,
        ):
            guest.http.headers["origin"] = public
            answer = await guest.http.post("/api/session", json={"name": "Far"})
            assert "; Secure" in answer.headers["set-cookie"]
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            # The test's browser speaks http to the proxy, so it is told here what a real one keeps.
            cookie = answer.headers["set-cookie"].partition(";")[0]
            guest.http.headers["cookie"] = cookie
            guest.guest = answer.json()["guest"]
            await local.come("Near")
            table = await local.post("/api/tables")
            assert table["link"].startswith(f"{public}/j/")
            await guest.post(f"/api/invites/{table['invite']}/join")
            async with local.page(table["room"]) as near:
                for turn in range(3):
                    async with guest.page(table["room"]) as far:
                        await far.do(t="say", text=f"line {turn}")
                        proxy.drop()
                        with pytest.raises(ConnectionError):
                            await far.until(lambda: False)
                await near.until(lambda: sum(event["kind"] == "said" for event in near.events) == 3)
                guest.origin = "https://cards.example.org.evil.example"
                with pytest.raises(Exception, match="403"):
                    async with guest.connect():
                        pass

    run(main())


def test_limits_behind_a_tunnel_count_guests(tmp_path: Path) -> None:
    """One who floods does not shut the others out, though all come from one address."""

    async def main() -> None:
        limits = WIDE._replace(requests=Rate(1, 0), guest_requests=Rate(6, 0), sockets_of_address=1)
        tunnelled = lambda config: replace(config, public_url=PUBLIC)  # noqa: E731
        async with (
            live(tmp_path, limits=limits, configured=tunnelled) as server,
            server.browser() as loud,
            server.browser() as calm,
        ):
            for browser, name in ((loud, "Loud"), (calm, "Calm")):
                _, browser.http.cookies["teenpatti"] = await server.services.guests.create(name, "", "en")
            answers = [(await loud.http.get("/api/me")).status_code for _ in range(9)]
            assert answers == [200] * 6 + [429] * 3
            assert (await calm.http.get("/api/me")).status_code == 200
            room = (await calm.post("/api/tables"))["room"]
            async with calm.page(room), calm.page(room), calm.page(room):
                assert server.services.sockets.count == 3

    run(main())
