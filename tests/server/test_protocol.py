"""The generated types and the page of the protocol are those of the server as it is."""

from __future__ import annotations

from pathlib import Path

from tests.protocol import COMMANDS, page, rest_routes, tag, typescript

ROOT = Path(__file__).resolve().parents[2]


def test_the_types_are_not_stale() -> None:
    """Run scripts/protocol.py after a change."""
    assert (ROOT / "web" / "src" / "lib" / "protocol.ts").read_text(encoding="utf-8") == typescript()


def test_the_page_is_not_stale() -> None:
    """Run scripts/protocol.py after a change."""
    assert (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8") == page()


def test_every_command_and_route_is_described() -> None:
    """Each has a kind of its own and a sentence."""
    assert len({tag(struct) for struct in COMMANDS}) == len(COMMANDS)
    assert [struct.__name__ for struct in COMMANDS if not struct.__doc__] == []
    assert [route.path for route in rest_routes() if not route.endpoint.__doc__] == []
    assert {"/api/session", "/healthz", "/api/invites/{token}/join"} <= {route.path for route in rest_routes()}
