#!/usr/bin/env python3
"""Takes pictures of every screen of the web app: scripts/screenshots [NAME...]

They come from a real server with cards to order, on a phone and on a desktop, into build/screenshots. NAME picks walks
(see tests/browser/walks.py); --docs writes the few that the documentation shows into docs/pictures.
"""

import argparse
import base64
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.chromium import chromium  # noqa: E402 - the path comes first
from tests.browser.people import Person  # noqa: E402
from tests.browser.process import Server  # noqa: E402
from tests.browser.walks import WALKS, walking  # noqa: E402

TARGET = ROOT / "build" / "screenshots"
DOCS = ROOT / "docs" / "pictures"
IN_DOCS = {
    "phone/table-seen": "table.webp",
    "phone/table-show": "show.webp",
    "phone/simple-hi-2-seen": "simple.webp",
    "phone/host-dark": "host.webp",
    "desktop/table-side": "desktop.webp",
}

SETTLE = """
for (const one of document.getAnimations())
    if (one.effect.getComputedTiming().endTime < 2000) one.finish()
"""
"""Whatever is still moving has arrived; clocks and flames go on."""


class Camera:
    """Pictures of what is in a window."""

    def __init__(self, size: str, *, docs: bool) -> None:
        self._size = size
        self._docs = docs

    def take(self, person: Person, name: str) -> None:
        """One picture."""
        place = f"{self._size}/{name}"
        person.page.evaluate(SETTLE)
        path = TARGET / f"{place}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self._shoot(person, format="png"))
        if self._docs and place in IN_DOCS:
            (DOCS / IN_DOCS[place]).write_bytes(self._shoot(person, format="webp", quality=78))
        print(place, flush=True)

    @staticmethod
    def _shoot(person: Person, **options: object) -> bytes:
        # Playwright's own pictures are no WebP.
        session = person.context.new_cdp_session(person.page)
        shot = session.send("Page.captureScreenshot", dict(options))
        session.detach()
        return base64.b64decode(shot["data"])


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("walks", nargs="*", metavar="NAME")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--size", choices=("phone", "desktop"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder)).start()
        try:
            for size in (asked.size,) if asked.size else ("phone", "desktop"):
                camera = Camera(size, docs=asked.docs)
                for name in asked.walks or WALKS:
                    with walking(browser, server, camera.take, desktop=size == "desktop") as walk:
                        WALKS[name](walk)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
