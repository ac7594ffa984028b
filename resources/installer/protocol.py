"""The messages between the daemon and the installer: one line of JSON each.

src-daemon/engine/installer/installer-protocol.ts is the schema. A test checks that it accepts what this module
writes, and that this module accepts what the daemon writes.
"""

import json

ORDER_FIELDS = {"manager", "packages", "settings", "limits"}


def hello(boot_id):
    """The first message. The daemon compares the kernel's boot id if each sandbox must have its own kernel."""
    return line({"hello": {"bootId": boot_id}})


def read_order(text):
    """Returns the order, which is the daemon's only message. Raises ValueError if it has other fields.

    {"manager": "pip" | "npm", "packages": {name: version range},
     "settings": {"indexUrl", "extraIndexUrls", "trustedHosts", "proxy", "noProxy", "certificates", "builds",
                  "hosts": every "host:port" that the installation may reach},
     "limits": {"seconds", "bytes", "files", "freeBytes"}}
    """
    order = json.loads(text)
    if set(order) != ORDER_FIELDS:
        raise ValueError("the order has the fields " + ", ".join(order))
    return order


def log(text):
    """A line of output of pip or pnpm, sent during the installation."""
    return line({"log": text})


def done(versions, size_bytes, files):
    """The last message of an installation that succeeded. `versions` has the installed version of each package."""
    return line({"done": {"versions": versions, "bytes": size_bytes, "files": files}})


def failed(reason):
    """The last message of an installation that failed."""
    return line({"failed": {"reason": reason}})


def line(message):
    return json.dumps(message) + "\n"
