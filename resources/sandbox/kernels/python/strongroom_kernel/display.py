"""Rich output: `display()` for cells, and the value of the last expression."""

import sys

from .media import bundle_of, has_method, raw_bundle, report_failure
from .media_types import plain_str
from .streams import flush_during_cell


class Display:
    def __init__(self, channel):
        self._channel = channel
        # The id of the cell in progress, or None between cells.
        self.cell = None
        self._last_display = 0

    def display(
        self,
        *values,
        include=None,
        exclude=None,
        metadata=None,
        transient=None,
        display_id=None,
        raw=False,
        clear=False,
        update=False,
        **_,
    ):
        """
        Shows values as rich output of the cell.

        include, exclude: media types to show, or not to show.
        metadata: for each media type a dictionary of names and values.
        display_id: a text, or True for a new one; output with an id can be replaced through the returned handle.
        raw: the values are dictionaries of media types and data.
        clear: output so far is removed first.
        update: the outputs with the id are replaced.
        """
        if display_id is None and transient:
            display_id = transient.get("display_id")
        if update and display_id is None:
            raise TypeError("display(…, update=True) requires a display_id")
        if display_id is True:
            display_id = self.new_id()
        elif display_id is not None:
            display_id = plain_str(str(display_id))
        if clear:
            self.clear_output(wait=True)
        for value in values:
            self._show("update_display" if update else "display", value, raw, display_id, (include, exclude, metadata))
        return None if display_id is None else DisplayHandle(display_id, owner=self)

    def update_display(self, value, *, display_id, include=None, exclude=None, metadata=None, raw=False, **_):
        """Replaces the outputs with an id."""
        self._show("update_display", value, raw, plain_str(str(display_id)), (include, exclude, metadata))

    def publish_display_data(self, data, metadata=None, *, transient=None, **options):
        """Shows a dictionary of media types and data."""
        update = options.get("update", False)
        self.display(data, metadata=metadata, transient=transient, raw=True, update=update)

    def clear_output(self, wait=False):
        """Removes the output of the cell so far: at once, or when the next output arrives."""
        if self.cell is not None:
            self._send({"type": "clear_output", "id": self.cell, "wait": bool(wait)})

    def new_id(self):
        self._last_display += 1
        return f"display-{self._last_display}"

    def show_result(self, value):
        """Shows the value of the last expression of a cell."""
        if not shows_itself(value):
            self._send({"type": "result", "id": self.cell, **parts_of(bundle_of(value))})

    def show_png(self, image):
        self._show("display", {"image/png": image}, True, None)

    def show_figures(self):
        """Shows the figures that are still open, if cells have imported pyplot and use the kernel's backend."""
        figures = sys.modules.get("strongroom_kernel.figures")
        if figures is not None:
            figures.show()

    def _show(self, kind, value, raw, display_id, options=(None, None, None)):
        include, exclude, metadata = options
        if raw:
            bundle = raw_bundle(value, metadata)
        elif shows_itself(value):
            return
        else:
            bundle = bundle_of(value, include, exclude)
            bundle.add_metadata(metadata)
        if not bundle.media:
            return
        if self.cell is None:
            # A thread or a task of an earlier cell: there is no cell that the output could belong to.
            print(bundle.media.get("text/plain", ""))
            return
        message = {"type": kind, "id": self.cell, **parts_of(bundle)}
        if display_id is not None:
            message["displayId"] = display_id
        self._send(message)

    def _send(self, message):
        # Text that the cell has printed before comes first, also a line without its end.
        flush_during_cell()
        self._channel.send(message)


class DisplayHandle:
    """Replaces an output that `display(…, display_id=…)` has shown."""

    # The display of the kernel, for handles that a cell creates itself.
    default_owner = None

    def __init__(self, display_id=None, *, owner=None):
        self._owner = owner or self.default_owner
        self.display_id = self._owner.new_id() if display_id is None else display_id

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"

    def display(self, value, **options):
        self._owner.display(value, display_id=self.display_id, **options)

    def update(self, value, **options):
        self._owner.update_display(value, display_id=self.display_id, **options)

    def markdown(self, text, **options):
        self._owner.update_display({"text/markdown": text}, display_id=self.display_id, raw=True, **options)


def parts_of(bundle):
    return {"data": bundle.media, **({"metadata": bundle.metadata} if bundle.metadata else {})}


def shows_itself(value):
    """Calls the method of a value that shows itself. Returns False if it has none, or if it fails."""
    if isinstance(value, type) or not has_method(value, "_ipython_display_"):
        return False
    try:
        value._ipython_display_()
        return True
    except NotImplementedError:
        return False
    except Exception as error:
        report_failure(value, "_ipython_display_", error)
        return False
