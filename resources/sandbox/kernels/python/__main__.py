"""
The Python kernel of a live sandbox: runs cells in one process and keeps their state (KERNELS.md). It uses the standard
library only, and imports as little as possible before it is ready.
"""

import sys

from strongroom_kernel.start import start

# Cells import from the current work directory, like the interactive interpreter, and not from the driver's folder.
sys.path[0] = ""
start()
