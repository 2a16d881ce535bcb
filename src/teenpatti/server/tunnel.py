"""A tunnel program that the host already has: started, watched, its https address read from what it says, and ended.

Nothing is downloaded. The program is ended by its own id, and only it; a small process between ends it when this one
has been killed (:mod:`teenpatti.server.tunnel_keeper`).
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from teenpatti.server.config import InvalidConfig, origin_of

State: TypeAlias = Literal["starting", "up", "down", "missing"]

_URL: Final = r"https://[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?"


@dataclass(frozen=True, slots=True)
class Program:
    """How a tunnel program is called, and how its address looks among other things it says."""

    name: str
    command: tuple[str, ...]
    """With {port} where the port stands."""
    address: re.Pattern[str]
    missing: str
    """What to do when the program is not there."""


KNOWN: Final = {
    program.name: program
    for program in (
        Program(
            "cloudflared",
            ("cloudflared", "tunnel", "--no-autoupdate", "--url", "http://127.0.0.1:{port}"),
            re.compile(_URL + r"\.trycloudflare\.com", re.ASCII),
            "cloudflared is not on this machine: install it from your system's packages or from Cloudflare's site, "
            "then start again.",
        ),
        Program(
            "tailscale",
            ("tailscale", "funnel", "{port}"),
            re.compile(_URL + r"\.ts\.net(?::[0-9]{1,5})?", re.ASCII),
            "tailscale is not on this machine: install it from your system's packages or from Tailscale's site, sign "
            "in with 'tailscale up', then start again.",
        ),
    )
}

_OTHER_ADDRESS: Final = re.compile(_URL + r"(?::[0-9]{1,5})?(?![\w.:/-])", re.ASCII)
"""An address without a path, so that links to terms and manuals are not taken for the tunnel's."""


def program_of(text: str) -> Program:
    """The program that ``--tunnel`` names: a known one, or a command. Raises InvalidConfig."""
    if text in KNOWN:
        return KNOWN[text]
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidConfig(f"The tunnel command cannot be read: {error}.") from None
    if not words:
        raise InvalidConfig(f"No tunnel is named: expected {', '.join(KNOWN)}, or a command.")
    missing = f"{words[0]} is not on this machine: install it, or name another tunnel, then start again."
    return Program(words[0].rpartition("/")[2], tuple(words), _OTHER_ADDRESS, missing)


_PAUSES: Final = (2.0, 5.0, 15.0, 60.0)
"""Seconds before a tunnel that ended is started again."""
_LINE: Final = 4_096
END_SECONDS = 5.0
"""How long a program may take to end when it is asked."""
KEEPER_SECONDS: Final = 5.0
"""How long its keeper may take beyond that."""
KEEPER: Final = str(Path(__file__).with_name("tunnel_keeper.py"))


class Tunnel:
    """One tunnel to a port of this machine. ``changed`` is called after each change of its state or address."""

    def __init__(
        self,
        program: Program,
        port: int,
        changed: Callable[[Tunnel], None],
        *,
        pauses: Sequence[float] = _PAUSES,
        start_seconds: float = 60,
    ) -> None:
        self._program = program
        self._port = port
        self._changed = changed
        self._pauses = pauses
        self._start_seconds = start_seconds
        self._process: asyncio.subprocess.Process | None = None
        self.state: State = "starting"
        self.url: str | None = None

    @property
    def name(self) -> str:
        """The program's name."""
        return self._program.name

    @property
    def message(self) -> str:
        """Its state in a sentence."""
        match self.state:
            case "up":
                return f"The tunnel {self.name} is up: friends anywhere can come by {self.url}."
            case "missing":
                return self._program.missing
            case "down":
                return f"The tunnel {self.name} has ended; it is being started again."
            case _:
                return f"The tunnel {self.name} is starting."

    def _set(self, state: State, url: str | None = None) -> None:
        if (state, url) != (self.state, self.url):
            self.state, self.url = state, url
            self._changed(self)

    async def run(self) -> None:
        """Keep the tunnel up until cancelled; then the program is ended."""
        pause = 0
        while True:
            words = [word.replace("{port}", str(self._port)) for word in self._program.command]
            if shutil.which(words[0]) is None:
                self._set("missing")
                return
            if await self._run_once(words):
                pause = 0
            self._set("down")
            await asyncio.sleep(self._pauses[min(pause, len(self._pauses) - 1)])
            pause += 1
            self._set("starting")

    async def _run_once(self, words: list[str]) -> bool:
        """Run the program to its end; whether it ever said its address."""
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", KEEPER, str(END_SECONDS), *words),
                # It hears of our end, whatever that is, by the end of this.
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                limit=_LINE,
                # Ctrl-C in the terminal is for the server, which then ends the tunnel itself, when its guests know.
                start_new_session=True,
            )
        except OSError:
            return False
        try:
            assert process.stdout is not None
            return await self._follow(process.stdout)
        finally:
            await _end(process)
            self._process = None

    async def _follow(self, output: asyncio.StreamReader) -> bool:
        found = False
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._start_seconds
        while True:
            wait = None if found else max(0.0, deadline - loop.time())
            try:
                line = await asyncio.wait_for(output.readline(), wait)
            except TimeoutError:
                return False
            except ValueError:
                continue  # A line beyond all bounds holds no address.
            if not line:
                return found
            match = self._program.address.search(line.decode("utf-8", "replace"))
            if match and not found:
                found = True
                self._set("up", _origin(match[0]))

    @property
    def pid(self) -> int | None:
        """The id of the process that keeps the program, while it runs."""
        return None if self._process is None else self._process.pid


def _origin(url: str) -> str:
    host, _, port = url.removeprefix("https://").partition(":")
    return origin_of("https", host, int(port) if port else None)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the program, politely, then not; that is its keeper's work, which ends with it."""
    if process.returncode is not None:
        return
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(asyncio.shield(process.wait()), END_SECONDS + KEEPER_SECONDS)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
