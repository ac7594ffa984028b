"""Images, sounds, films, and links to files."""

import base64
import mimetypes
import os

from .data import DisplayObject, escape

SIGNATURES = (
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"RIFF", "webp"),
)
FORMATS = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}


class Image(DisplayObject):
    """An image. With `url` and without `embed`, it is a link in HTML that clients need not load."""

    _read_flags = "rb"

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        format=None,
        embed=None,
        width=None,
        height=None,
        retina=False,
        unconfined=False,
        metadata=None,
        alt=None,
    ):
        if isinstance(data, str) and data.startswith(("http://", "https://")) and url is None:
            data, url = None, data
        self.embed = embed if embed is not None else url is None
        self.width, self.height, self.alt, self.unconfined = width, height, alt, unconfined
        super().__init__(data, url=url, filename=filename, metadata=metadata)
        if self.embed and not isinstance(self.data, bytes):
            raise ValueError(f"Image expects the bytes of an image, or the name of a file that exists, not {data!r}")
        self.format = (format or self._find_format()).lower().replace("jpg", "jpeg")
        if self.embed and self.format not in FORMATS:
            raise ValueError(f"{self.format!r} is not one of the formats {', '.join(FORMATS)}")
        if retina and self.format == "png":
            self.width, self.height = (int.from_bytes(self.data[at : at + 4], "big") // 2 for at in (16, 20))

    def _find_format(self):
        if isinstance(self.data, bytes):
            for signature, name in SIGNATURES:
                if self.data.startswith(signature):
                    return name
        name = self.filename or self.url or ""
        return os.path.splitext(name.partition("?")[0])[1].lstrip(".") or "png"

    def reload(self):
        if self.embed or self.filename is not None:
            super().reload()

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            return {"text/html": self._html(), "text/plain": f"<Image of {self.url}>"}, {}
        media_type = FORMATS[self.format]
        sizes = {"width": self.width, "height": self.height, "alt": self.alt, "unconfined": self.unconfined or None}
        known = {name: value for name, value in sizes.items() if value is not None}
        return {media_type: self.data}, {media_type: {**known, **self.metadata}}

    def _html(self):
        sizes = (("width", self.width), ("height", self.height), ("alt", self.alt))
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in sizes if value is not None)
        return f'<img src="{escape(self.url)}"{attributes}/>'


class Media(DisplayObject):
    """A sound or a film: HTML with its bytes, or with its address. Strongroom's own clients show its text."""

    _read_flags = "rb"
    _usual_type = ""

    def __init__(self, data=None, url=None, filename=None, embed=None, mimetype=None):
        if isinstance(data, str) and data.startswith(("http://", "https://")) and url is None:
            data, url = None, data
        self.embed = embed if embed is not None else url is None
        super().__init__(data, url=url, filename=filename)
        guessed = mimetypes.guess_type(self.filename or self.url or "")[0]
        self.mimetype = mimetype or guessed or self._usual_type

    def reload(self):
        if self.embed or self.filename is not None:
            super().reload()

    def __repr__(self):
        source = self.filename or self.url or f"{len(self.data or b'')} bytes"
        return f"<{type(self).__name__} of {source}: save it as a file to play it>"

    def source(self):
        if not self.embed:
            return escape(self.url or self.filename)
        data = self.data if isinstance(self.data, str) else base64.b64encode(self.data).decode()
        return f"data:{escape(self.mimetype)};base64,{data}"


class Video(Media):
    _usual_type = "video/mp4"

    def __init__(
        self,
        data=None,
        url=None,
        filename=None,
        embed=False,
        mimetype=None,
        width=None,
        height=None,
        html_attributes="controls",
    ):
        self.width, self.height, self.html_attributes = width, height, html_attributes
        # Only a file can be named without being contained.
        super().__init__(data, url=url, filename=filename, embed=embed or isinstance(data, bytes), mimetype=mimetype)

    def _repr_html_(self):
        sizes = "".join(
            f' {name}="{escape(value)}"'
            for name, value in (("width", self.width), ("height", self.height))
            if value is not None
        )
        return f'<video {self.html_attributes} src="{self.source()}"{sizes}>The video cannot be shown.</video>'


class Audio(Media):
    """A sound: bytes of a file, or samples between -1 and 1 with their `rate`."""

    _usual_type = "audio/wav"

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True):
        self.autoplay = autoplay
        if data is not None and not isinstance(data, (str, bytes, os.PathLike)):
            if rate is None:
                raise ValueError("Audio requires the rate of samples: Audio(samples, rate=44100)")
            data = make_wav(data, rate, normalize)
        super().__init__(data, url=url, filename=filename, embed=embed)

    def _repr_html_(self):
        playing = ' autoplay="autoplay"' if self.autoplay else ""
        return f'<audio controls="controls"{playing}><source src="{self.source()}" type="{escape(self.mimetype)}"/></audio>'


def make_wav(samples, rate, normalize):
    """Returns a WAV file of 16 bits. Samples are one list, or a list for each of two channels."""
    import array
    import io
    import sys
    import wave

    rows = samples.tolist() if hasattr(samples, "tolist") else list(samples)
    channels = len(rows) if rows and isinstance(rows[0], (list, tuple)) else 1
    values = [value for together in zip(*rows) for value in together] if channels > 1 else rows
    largest = max((abs(value) for value in values), default=0)
    if not normalize and largest > 1:
        raise ValueError("Samples must be between -1 and 1 if they are not normalized")
    scale = 32767 / ((largest if normalize else 1) or 1)
    frames = array.array("h", (int(value * scale) for value in values))
    if sys.byteorder == "big":
        frames.byteswap()
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(frames.tobytes())
    return written.getvalue()


class FileLink:
    """The name of a file of the sandbox, which `strongroom sandbox cp` copies out."""

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        self.path = os.fspath(path)
        self.url_prefix = url_prefix
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def __repr__(self):
        return os.path.abspath(self.path)

    def _repr_html_(self):
        link = f"<a href='{escape(self.url_prefix + self.path)}' target='_blank'>{escape(self.path)}</a>"
        return f"{self.result_html_prefix}{link}{self.result_html_suffix}"


class FileLinks(FileLink):
    """The names of the files below a folder."""

    def __init__(self, path, url_prefix="", recursive=True, **_):
        super().__init__(path, url_prefix=url_prefix)
        self.recursive = recursive

    def _files(self):
        for folder, folders, names in os.walk(self.path):
            folders.sort()
            yield from (os.path.join(folder, name) for name in sorted(names))
            if not self.recursive:
                return

    def __repr__(self):
        return "\n".join(self._files())

    def _repr_html_(self):
        return "".join(FileLink(name, self.url_prefix)._repr_html_() for name in self._files())
