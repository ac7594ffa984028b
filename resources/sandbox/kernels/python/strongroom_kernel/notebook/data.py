"""The base of objects whose data is given, or read from a file or a web address."""

import html
import os

LIMIT_PATH_CHARACTERS = 4096


class DisplayObject:
    _read_flags = "r"

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, (str, os.PathLike)) and url is None and filename is None:
            text = os.fspath(data)
            if text.startswith(("http://", "https://")):
                data, url = None, text
            elif is_file(text):
                data, filename = None, text
        self.data, self.url = data, url
        self.filename = None if filename is None else os.fspath(filename)
        self.metadata = dict(metadata or {})
        self.reload()
        self._check_data()

    def __repr__(self):
        return f"<IPython.core.display.{type(self).__name__} object>"

    def _check_data(self):
        """Refuses data of a wrong type."""

    def reload(self):
        """Reads the file or the web address again."""
        if self.filename is not None:
            encoding = None if "b" in self._read_flags else "utf-8"
            with open(self.filename, self._read_flags, encoding=encoding) as file:
                self.data = file.read()
        elif self.url is not None:
            from urllib.request import urlopen

            with urlopen(self.url) as answer:
                data = answer.read()
                charset = answer.headers.get_content_charset() or "utf-8"
            self.data = data if "b" in self._read_flags else data.decode(charset, "replace")


def is_file(text):
    try:
        return len(text) < LIMIT_PATH_CHARACTERS and "\n" not in text and os.path.isfile(text)
    except (OSError, ValueError):
        return False


def escape(value):
    return html.escape(str(value))


# The text of an object with this representation is the form of it that is a text.
DisplayObject.__module__ = "IPython.core.display"
