"""Answers that are the same for everybody, compressed once: first pages must be quick on a phone's slow network."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from fastapi.responses import Response

_LEAST: Final = 1_000
"""Below it a packet is saved by nothing."""
_TEXTS: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Packed:
    """A body in both forms. It holds nothing of any guest, so its length tells nothing either."""

    plain: bytes
    kind: str
    packed: bytes | None

    @classmethod
    def of(cls, plain: bytes, kind: str) -> Packed:
        """A body of a media type, compressed where that helps."""
        helps = len(plain) >= _LEAST and kind.startswith(_TEXTS)
        return cls(plain, kind, gzip.compress(plain, 9, mtime=0) if helps else None)

    def answer(self, request: Request, cache: str) -> Response:
        """The answer in the form that the browser reads."""
        headers = {"cache-control": cache}
        if self.packed is None:
            return Response(self.plain, media_type=self.kind, headers=headers)
        headers["vary"] = "accept-encoding"
        wanted = [part.strip() for part in request.headers.get("accept-encoding", "").split(",")]
        if "gzip" not in wanted:
            return Response(self.plain, media_type=self.kind, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, media_type=self.kind, headers=headers)
