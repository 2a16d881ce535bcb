"""A tunnel program for tests: it says much, an address among it, and runs until it is ended, or ends by itself.

python fake_tunnel.py PORT ADDRESS [MODE]: MODE is stay (the default), die, silent or stubborn.
"""

from __future__ import annotations

import signal
import sys
import time

if __name__ == "__main__":
    port, address, mode = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "stay"
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(
        f"forwarding to port {port}; terms: https://tunnel.example/terms and https://docs.tunnel.example/", flush=True
    )
    print("x" * 100_000, flush=True)
    if mode != "silent":
        print(f"INF |  {address}  |", file=sys.stderr, flush=True)
    if mode != "die":
        time.sleep(600)
