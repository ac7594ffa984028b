"""Rich output: `display()` for cells, and the value of the last expression."""

import sys

from .media import ALLOWED_TYPES, encode_media, media_of, plain_str
from .streams import flush_during_cell


class Display:
    def __init__(self, channel):
        self._channel = channel
        # The id of the cell in progress, or None between cells.
        self.cell = None
        self._last_display = 0

    def display(self, *values, raw=False, display_id=None):
        """
        Shows values as rich output of the cell.

        display_id: a text, or True for a new one; output with an id can be replaced through the returned handle.
        raw: the values are dictionaries of media types and data.
        """
        if display_id is True:
            self._last_display += 1
            display_id = f"display-{self._last_display}"
        elif display_id is not None:
            display_id = plain_str(str(display_id))
        for value in values:
            self._show("display", value, raw, display_id)
        return None if display_id is None else DisplayHandle(self, display_id)

    def update(self, value, raw, display_id):
        self._show("update_display", value, raw, display_id)

    def show_result(self, value):
        """Shows the value of the last expression of a cell."""
        self._send({"type": "result", "id": self.cell, "data": media_of(value)})

    def show_png(self, image):
        self._show("display", {"image/png": image}, True, None)

    def show_figures(self):
        """Shows the figures that are still open, if cells have imported pyplot and use the kernel's backend."""
        figures = sys.modules.get("strongroom_kernel.figures")
        if figures is not None:
            figures.show()

    def _show(self, kind, value, raw, display_id):
        data = raw_media(value) if raw else media_of(value)
        if self.cell is None:
            # A thread of an earlier cell: there is no cell that the output could belong to.
            print(data.get("text/plain", ""))
            return
        message = {"type": kind, "id": self.cell, "data": data}
        if display_id is not None:
            message["displayId"] = display_id
        self._send(message)

    def _send(self, message):
        # Text that the cell has printed before comes first, also a line without its end.
        flush_during_cell()
        self._channel.send(message)


class DisplayHandle:
    """Replaces an output that `display(…, display_id=…)` has shown."""

    def __init__(self, owner, display_id):
        self._owner = owner
        self.display_id = display_id

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"

    def display(self, value, *, raw=False):
        self._owner.display(value, raw=raw, display_id=self.display_id)

    def update(self, value, *, raw=False):
        self._owner.update(value, raw, plain_str(str(self.display_id)))


def raw_media(bundle):
    if not isinstance(bundle, dict):
        raise TypeError("display(…, raw=True) requires a dictionary of media types and data")
    media = {}
    for media_type, data in bundle.items():
        if media_type not in ALLOWED_TYPES:
            raise ValueError(f"{media_type!r} is not a media type that display shows: {', '.join(ALLOWED_TYPES)}")
        media[media_type] = encode_media(media_type, data)
    return media
