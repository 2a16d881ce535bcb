"""Tunnels: a program that is here already, its address read, its state shown, and ended by its own id."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from pathlib import Path

import pytest

from teenpatti.server.config import InvalidConfig
from teenpatti.server.tunnel import KNOWN, Program, Tunnel, program_of

FAKE = str(Path(__file__).with_name("fake_tunnel.py"))
ADDRESS = "https://able-baker.tunnel.example"


def fake(mode: str = "stay", address: str = ADDRESS) -> Program:
    """The fake tunnel as a command of the host's own."""
    return program_of(shlex.join([sys.executable, FAKE, "{port}", address, mode]))


class Watched:
    """A tunnel, and the states it went through."""

    def __init__(self, program: Program, **options: float) -> None:
        self.states: list[tuple[str, str | None]] = []
        self._news = asyncio.Event()
        self.tunnel = Tunnel(program, 8000, self._changed, pauses=(0.05,), **options)

    def _changed(self, tunnel: Tunnel) -> None:
        self.states.append((tunnel.state, tunnel.url))
        self._news.set()

    async def until(self, state: str, times: int = 1) -> None:
        """Wait until it was in a state so often."""
        async with asyncio.timeout(20):
            while [name for name, _ in self.states].count(state) < times:
                self._news.clear()
                await self._news.wait()


def is_alive(pid: int) -> bool:
    """Whether there is a process of that id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def family(pid: int | None) -> list[int]:
    """The keeper and the program that it runs, both alive."""
    assert pid is not None
    found = [pid, *(int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    assert len(found) == 2
    assert all(map(is_alive, found))
    return found


async def stop(running: asyncio.Task[None]) -> None:
    """End a tunnel."""
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_its_address_is_read_and_it_is_ended() -> None:
    """Not the addresses of terms and manuals, and not beyond the server's life."""

    async def main() -> None:
        watched = Watched(fake())
        running = asyncio.create_task(watched.tunnel.run())
        await watched.until("up")
        assert watched.tunnel.url == ADDRESS
        assert ADDRESS in watched.tunnel.message
        pids = family(watched.tunnel.pid)
        await stop(running)
        assert not any(map(is_alive, pids))

    asyncio.run(main())


def test_one_that_will_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked, and then it is not asked."""
    monkeypatch.setattr("teenpatti.server.tunnel.END_SECONDS", 0.2)

    async def main() -> None:
        watched = Watched(fake("stubborn"))
        running = asyncio.create_task(watched.tunnel.run())
        await watched.until("up")
        pids = family(watched.tunnel.pid)
        await stop(running)
        assert not any(map(is_alive, pids))

    asyncio.run(main())


def test_one_that_ends_is_started_again() -> None:
    """The host is told of each change."""

    async def main() -> None:
        watched = Watched(fake("die"))
        running = asyncio.create_task(watched.tunnel.run())
        await watched.until("up", 2)
        assert watched.states[:4] == [("up", ADDRESS), ("down", None), ("starting", None), ("up", ADDRESS)]
        await stop(running)

    asyncio.run(main())


def test_one_that_never_says_its_address() -> None:
    """It is not waited for without end."""

    async def main() -> None:
        watched = Watched(fake("silent"), start_seconds=0.3)
        running = asyncio.create_task(watched.tunnel.run())
        await watched.until("down")
        assert watched.tunnel.url is None
        await stop(running)

    asyncio.run(main())


@pytest.mark.parametrize("mode", ["stay", "stubborn"])
def test_it_ends_with_a_server_that_is_killed(mode: str, tmp_path: Path) -> None:
    """Even one that will not end when it is asked, and though nobody is left to ask."""
    source = (
        "import asyncio, sys\n"
        "from teenpatti.server import tunnel\n"
        "tunnel.END_SECONDS = 0.2\n"
        "up = lambda it: it.url and print(it.pid, flush=True)\n"
        f"program = tunnel.program_of({shlex.join([sys.executable, FAKE, '{port}', ADDRESS, mode])!r})\n"
        "asyncio.run(tunnel.Tunnel(program, 8000, up).run())\n"
    )

    async def main() -> None:
        server = await asyncio.create_subprocess_exec(sys.executable, "-c", source, stdout=asyncio.subprocess.PIPE)
        assert server.stdout is not None
        pids = family(int(await asyncio.wait_for(server.stdout.readline(), 20)))
        server.kill()
        await server.wait()
        async with asyncio.timeout(20):
            while any(map(is_alive, pids)):  # noqa: ASYNC110 - processes of others tell nobody when they end
                await asyncio.sleep(0.02)

    asyncio.run(main())


def test_a_command_that_cannot_be_run(tmp_path: Path) -> None:
    """It is there, and is no program: the host is told that the tunnel has ended."""
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF nonsense")
    broken.chmod(0o755)

    async def main() -> None:
        watched = Watched(program_of(str(broken)))
        running = asyncio.create_task(watched.tunnel.run())
        await watched.until("down")
        await stop(running)

    asyncio.run(main())


@pytest.mark.parametrize("name", ["cloudflared", "tailscale", "no-such-program --flag"])
def test_one_that_is_missing(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One sentence says what to install, and nothing is fetched."""
    monkeypatch.setenv("PATH", str(tmp_path))

    async def main() -> None:
        watched = Watched(program_of(name))
        await watched.tunnel.run()
        assert watched.states == [("missing", None)]
        assert "is not on this machine: install it" in watched.tunnel.message

    asyncio.run(main())


@pytest.mark.parametrize(
    ("name", "said", "address"),
    [
        (
            "cloudflared",
            "INF |  https://quick-brown-fox.trycloudflare.com  |",
            "https://quick-brown-fox.trycloudflare.com",
        ),
        ("cloudflared", "Thank you for trying Cloudflare Tunnel: https://www.cloudflare.com/website-terms/", None),
        ("tailscale", "https://laptop.tail1234.ts.net/", "https://laptop.tail1234.ts.net"),
        ("tailscale", "To enable, visit: https://login.tailscale.com/f/funnel?node=x", None),
    ],
)
def test_what_known_programs_say(name: str, said: str, address: str | None) -> None:
    """Their own address, not those of their makers."""
    found = KNOWN[name].address.search(said)
    assert (found[0] if found else None) == address


@pytest.mark.parametrize("text", ["", "   ", "'unclosed"])
def test_commands_that_are_none(text: str) -> None:
    """A sentence."""
    with pytest.raises(InvalidConfig):
        program_of(text)
