#!/usr/bin/env python3
"""Makes the deals of conformance/ anew: run it with .venv/bin/python scripts/conformance.py [FILE]."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.conformance import deals, write  # noqa: E402 - the path comes first

write(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "conformance" / "deals.jsonl.gz", deals())
