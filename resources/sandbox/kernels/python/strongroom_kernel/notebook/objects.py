"""Objects that show a text, or data that is written as a text."""

import html

from .data import DisplayObject, escape


class TextDisplayObject(DisplayObject):
    def _check_data(self):
        if self.data is not None and not isinstance(self.data, str):
            raise TypeError(f"{type(self).__name__} expects a text, not {self.data!r}")


class Pretty(TextDisplayObject):
    def _repr_pretty_(self, printer, cycle):
        printer.text(self.data)


class HTML(TextDisplayObject):
    def _repr_html_(self):
        return self.data

    __html__ = _repr_html_


class Markdown(TextDisplayObject):
    def _repr_markdown_(self):
        return self.data


class Math(TextDisplayObject):
    def _repr_latex_(self):
        return rf"$\displaystyle {self.data.strip('$')}$"


class Latex(TextDisplayObject):
    def _repr_latex_(self):
        return self.data


class SVG(DisplayObject):
    """An SVG image. What precedes its `<svg` element is left out."""

    def _repr_svg_(self):
        text = self.data.decode() if isinstance(self.data, bytes) else self.data
        return text[max(0, text.find("<svg")) :]


class Javascript(TextDisplayObject):
    """JavaScript, which is passed on. Strongroom shows it as text and does not run it."""

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        self.lib = [lib] if isinstance(lib, str) else list(lib or ())
        self.css = [css] if isinstance(css, str) else list(css or ())
        super().__init__(data, url=url, filename=filename)

    def __repr__(self):
        return f"<Javascript of {len(self.data or '')} characters: Strongroom does not run it>"

    def _repr_javascript_(self):
        return self.data


class JSON(DisplayObject):
    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root="root", **options):
        self.options = {"expanded": expanded, "root": root, **options}
        super().__init__(data, url=url, filename=filename, metadata=metadata)
        if isinstance(self.data, (str, bytes)):
            import json

            self.data = json.loads(self.data)

    def _repr_json_(self):
        return self.data, {**self.options, **self.metadata}


class GeoJSON(JSON):
    def _repr_json_(self):
        return None

    def _repr_mimebundle_(self, include=None, exclude=None):
        media = {"application/geo+json": self.data, "text/plain": repr(self)}
        return media, {"application/geo+json": {**self.options, **self.metadata}}


class Code(TextDisplayObject):
    """Source code, with colors if pygments is installed."""

    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        super().__init__(data, url=url, filename=filename)

    def __repr__(self):
        return self.data

    def _repr_html_(self):
        try:
            from pygments import highlight, lexers
            from pygments.formatters import HtmlFormatter
        except ImportError:
            return f"<pre><code>{html.escape(self.data)}</code></pre>"
        if self.language is not None:
            lexer = lexers.get_lexer_by_name(self.language)
        elif self.filename is not None:
            lexer = lexers.get_lexer_for_filename(self.filename)
        else:
            lexer = lexers.guess_lexer(self.data)
        return highlight(self.data, lexer, HtmlFormatter(noclasses=True))


class ProgressBar(DisplayObject):
    """A bar that counts up to a total when it is iterated."""

    def __init__(self, total):
        super().__init__()
        self.total = total
        self._progress = 0
        from ..display import DisplayHandle

        self._handle = DisplayHandle()

    def __repr__(self):
        filled = int(60 * self._progress / self.total) if self.total else 0
        return f"[{'=' * filled}{' ' * (60 - filled)}] {self._progress}/{self.total}"

    def _repr_html_(self):
        return f'<progress style="width:60ex" max="{int(self.total)}" value="{int(self._progress)}"></progress>'

    def display(self):
        self._handle.display(self)

    def update(self):
        self._handle.update(self)

    @property
    def progress(self):
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        for index in range(self.total):
            yield index
            self.progress = index + 1


class IFrame:
    """An inline frame. Clients of Strongroom show its address, because a frame would load foreign content."""

    def __init__(self, src, width, height, extras=None, **parameters):
        from urllib.parse import urlencode

        self.src = src + (f"?{urlencode(parameters)}" if parameters else "")
        self.width, self.height = width, height
        self.extras = list(extras or ())

    def __repr__(self):
        return f"<{type(self).__name__} of {self.src}>"

    def _repr_html_(self):
        return (
            f'<iframe width="{escape(self.width)}" height="{escape(self.height)}" src="{escape(self.src)}" '
            f'frameborder="0" allowfullscreen {" ".join(self.extras)}></iframe>'
        )


class YouTubeVideo(IFrame):
    def __init__(self, id, width=400, height=300, **parameters):
        self.id = id
        super().__init__(f"https://www.youtube.com/embed/{id}", width, height, **parameters)


class VimeoVideo(IFrame):
    def __init__(self, id, width=400, height=300, **parameters):
        self.id = id
        super().__init__(f"https://player.vimeo.com/video/{id}", width, height, **parameters)


FORMATS = {
    "pretty": "text/plain",
    "html": "text/html",
    "markdown": "text/markdown",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "latex": "text/latex",
    "json": "application/json",
    "javascript": "application/javascript",
    "pdf": "application/pdf",
}


def display_functions(display):
    """Returns `display_html` and the other functions that show objects in one format."""

    def create(media_type):
        def display_format(*objects, raw=False, metadata=None, **options):
            for value in objects:
                if raw:
                    described = {media_type: metadata} if metadata else None
                    display.display({media_type: value}, raw=True, metadata=described, **options)
                else:
                    display.display(value, include=["text/plain", media_type], metadata=metadata, **options)

        return display_format

    return {f"display_{name}": create(media_type) for name, media_type in FORMATS.items()}
