"""Says which hosts it can reach."""

import socket
import sys

for host in sys.argv[1:]:
    try:
        socket.create_connection((host, 443), timeout=5).close()
        print(host, "reached")
    except OSError as error:
        print(host, "refused:", type(error).__name__)
