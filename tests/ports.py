"""ports.py: a port for a server that a test starts a moment later."""

import random
import socket

# below what the kernel gives to who asks for any port, so that no connection that some other suite
# makes in between can come to lie on it
FIRST, LAST = 20000, 32000


def free_port():
    """One of this machine's own on which nobody listens."""
    for _ in range(100):
        port = random.randint(FIRST, LAST)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no free port from {FIRST} to {LAST}")
