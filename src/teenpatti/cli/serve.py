"""``teenpatti serve``: host tables on this machine, with one command."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

if TYPE_CHECKING:
    from teenpatti.server.config import Config
    from teenpatti.server.reach import Reach


def serve(
    *,
    host: Annotated[
        str, typer.Option("--host", envvar="TEENPATTI_HOST", help="The address to listen on; without it, all.")
    ] = "",
    port: Annotated[
        int | None,
        typer.Option("--port", envvar="TEENPATTI_PORT", min=0, max=65535, help="Without it, a free one from 8000 on."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", envvar="TEENPATTI_DATA", help="The folder for tables and guests.")
    ] = None,
    log_format: Annotated[
        Literal["text", "json"], typer.Option("--log-format", envvar="TEENPATTI_LOG_FORMAT", help="How logs look.")
    ] = "text",
    public_url: Annotated[
        str | None,
        typer.Option("--public-url", envvar="TEENPATTI_PUBLIC_URL", help="Where people reach this server."),
    ] = None,
    tunnel: Annotated[
        str | None,
        typer.Option(
            "--tunnel",
            envvar="TEENPATTI_TUNNEL",
            help="cloudflared, tailscale, or a command that prints an https address; {port} in it is the port.",
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            envvar="TEENPATTI_TRUSTED_PROXY",
            help="A proxy whose word about its clients is believed: an address or a network. May be given many times.",
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", envvar="TEENPATTI_NO_OPEN", help="Open no browser.")] = False,
) -> None:
    """Host tables: serve the web app, print its address and a QR code, and open a browser."""
    from teenpatti.server.config import Config, InvalidConfig, clean_public_url, data_folder, networks

    try:
        config = Config(
            data=data or data_folder(),
            host=host,
            port=port,
            log_format=log_format,
            public_url=None if not public_url else clean_public_url(public_url),
            tunnel=tunnel or None,
            trusted_proxies=networks(trusted_proxy or ()),
            metrics_token=os.environ.get("TEENPATTI_METRICS_TOKEN") or None,
            open_browser=not no_open,
        )
        _run(config)
    except InvalidConfig as error:
        typer.echo(f"teenpatti: {error}", err=True)
        raise typer.Exit(2) from error


def _run(config: Config) -> None:
    from teenpatti.server.hosting import Host
    from teenpatti.server.web_server import listen

    listening = listen(config)
    try:
        Host(config, listening, _tell, ready=lambda reach: _welcome(reach, config)).run()
    finally:
        listening.close()


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _welcome(reach: Reach, config: Config) -> None:
    here = f"http://localhost:{reach.port}" if config.host in ("", "0.0.0.0", "::") else reach.base  # noqa: S104
    _tell(f"\nTeen Patti is ready: {reach.base}")
    if reach.is_only_here:
        _tell("It listens on this machine alone; leave --host out to play with others.")
    elif sys.stdout.isatty():
        _tell("\n" + _qr_code(reach.base))
    for other in reach.urls()[1:]:
        _tell(f"  also: {other}")
    if here != reach.base:
        _tell(f"  on this machine: {here}")
    _tell("Keep this machine awake while you play. Ctrl-C stops the server; tables come back at the next start.\n")
    if config.open_browser and _has_desktop():
        webbrowser.open(here)


def _qr_code(url: str) -> str:
    """The address as a code for phones to read."""
    import io

    import segno

    out = io.StringIO()
    cast("Any", segno.make(url, micro=False)).terminal(out=out, compact=True)
    return out.getvalue()


def _has_desktop() -> bool:
    """Whether there is a screen to open a browser on, and a person at it."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
