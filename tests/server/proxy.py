"""A reverse proxy on the loopback, as small as can be: it changes host, scheme and peer address, and drops sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Proxy:
    """Forwards connections; ``add`` are headers it sets itself, in the place of what a client says."""

    def __init__(self, target: int, host: str, add: dict[str, str]) -> None:
        self._target = target
        self._host = host
        self._add = add
        self._writers: set[asyncio.StreamWriter] = set()
        self.port = 0

    def drop(self) -> None:
        """Cut every connection."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: each request's head is rewritten, and all else passes."""
        with suppress(OSError, asyncio.IncompleteReadError):
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers |= {writer, inner_writer}
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                # One request a connection, so that only one head has to be rewritten.
                inner_writer.write(self._rewritten(head.decode("latin-1")).encode("latin-1"))
                await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))
            finally:
                self._writers -= {writer, inner_writer}
                for one in (writer, inner_writer):
                    one.transport.abort()

    def _rewritten(self, head: str) -> str:
        first, *lines = head.rstrip("\r\n").split("\r\n")
        ours = {"host", *(name.lower() for name in self._add)}
        kept = [line for line in lines if line.partition(":")[0].lower() not in ours]
        if not any(line.lower().startswith("upgrade:") for line in kept):
            kept = [line for line in kept if not line.lower().startswith("connection:")] + ["Connection: close"]
        added = [f"Host: {self._host}", *(f"{name}: {value}" for name, value in self._add.items())]
        return "\r\n".join([first, *added, *kept, "", ""])


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.write_eof()


@asynccontextmanager
async def proxied(target: int, host: str = "inner.example", **add: str) -> AsyncIterator[Proxy]:
    """A proxy before a server."""
    proxy = Proxy(target, host, {name.replace("_", "-"): value for name, value in add.items()})
    tasks: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            await proxy.serve(reader, writer)
        finally:
            tasks.discard(task)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.drop()
        await asyncio.gather(*tasks, return_exceptions=True)
