#!/usr/bin/env python3
"""Writes web/src/lib/protocol.ts and docs/protocol.md anew: run it with .venv/bin/python scripts/protocol.py."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.protocol import page, typescript  # noqa: E402 - the path comes first

(ROOT / "docs" / "protocol.md").write_text(page(), encoding="utf-8")
(ROOT / "web" / "src" / "lib" / "protocol.ts").write_text(typescript(), encoding="utf-8")
