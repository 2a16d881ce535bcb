"""Servers in processes of their own, each ended by its own id."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Served:
    """A server process."""

    def __init__(self, process: asyncio.subprocess.Process, seconds: float) -> None:
        self.process = process
        self.seconds = seconds
        """How long it took until it was ready."""

    @property
    def cpu_seconds(self) -> float:
        """What it has used of the processor, which a busy machine does not change; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send it a signal, and wait until it has gone."""
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, how)
        return await asyncio.wait_for(self.process.wait(), 20)


async def until(condition: Callable[[], Awaitable[object]], seconds: float = 30) -> None:
    """Wait until something elsewhere is so, which tells nobody when it becomes so."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - another process cannot set an event
            await asyncio.sleep(0.02)


def all_bytes(folder: Path) -> bytes:
    """Everything in a data folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def is_ready(port: int) -> bool:
    """Whether a server on the loopback says that it takes guests."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    try:
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return (await reader.readline()).split()[1:2] == [b"200"]
    except OSError:
        return False
    finally:
        writer.close()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


async def _started(process: asyncio.subprocess.Process, port: int, log: Path) -> bool:
    assert process.returncode is None, _text(log)
    return await is_ready(port)


@asynccontextmanager
async def served(*arguments: str, port: int, log: Path, **environment: str) -> AsyncIterator[Served]:
    """Start Python with ``arguments``, wait until its server is ready, and end it if it has not ended."""
    begun = time.monotonic()
    with log.open("ab") as out:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        )
    try:
        await until(lambda: _started(process, port, log), 40)
        yield Served(process, time.monotonic() - begun)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
