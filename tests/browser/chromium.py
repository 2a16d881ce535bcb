"""The browser of the tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import PATIENCE_MS

LAN_NAME = "cards.test"
"""A name that only these browsers know: this machine, but for them some other one, where less is allowed."""

ABSENT = "no Chromium on this machine: install it (Debian: chromium), or name one in TEENPATTI_CHROMIUM"


def program() -> str | None:
    """Where Chromium is."""
    return os.environ.get("TEENPATTI_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(),
            args=["--no-sandbox", "--disable-dev-shm-usage", f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1"],
            # People's browsers keep pages for the way back, so these must too.
            ignore_default_args=["--disable-back-forward-cache"],
        )
        try:
            yield browser
        finally:
            browser.close()
