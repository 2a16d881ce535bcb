"""A server as ``teenpatti serve`` runs it, but with bots that take no time.

python -m tests.server.quick_server DATA PORT
"""

from __future__ import annotations

import sys
from pathlib import Path

from teenpatti.server.config import Config
from teenpatti.server.hosting import Host
from teenpatti.server.web_server import listen
from tests.server.live import WIDE, quick_rooms

if __name__ == "__main__":
    config = Config(data=Path(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), limits=WIDE)
    Host(config, listen(config), lambda line: None, open_rooms=quick_rooms).run()
