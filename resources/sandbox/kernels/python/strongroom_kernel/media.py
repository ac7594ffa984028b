"""Turns a value into its media types, by the methods that notebooks use."""

import sys

from .media_types import encode_media, is_allowed, plain_metadata, plain_str

# Longer texts of `repr` are cut.
LIMIT_CHARACTERS = 1 << 20

METHODS = (
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_latex_", "text/latex"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_pdf_", "application/pdf"),
    ("_repr_json_", "application/json"),
    ("_repr_javascript_", "application/javascript"),
)


class Bundle:
    """The media of a value, and metadata by media type."""

    def __init__(self, include=None, exclude=None):
        self.media = {}
        self.metadata = {}
        self._include = None if include is None else set(include)
        self._exclude = set(exclude or ())

    def accepts(self, media_type):
        is_included = self._include is None or media_type in self._include
        return is_included and media_type not in self._exclude

    def add(self, media_type, content):
        if content is not None and is_allowed(media_type) and self.accepts(media_type):
            self.media[media_type] = encode_media(media_type, content)

    def add_metadata(self, metadata):
        for media_type, values in plain_metadata(metadata).items():
            if media_type in self.media:
                self.metadata.setdefault(media_type, {}).update(values)


def bundle_of(value, include=None, exclude=None):
    """Returns the media of a value. Without `include` and `exclude`, `text/plain` is always present."""
    bundle = Bundle(include, exclude)
    bundle.add("text/plain", plain_text(value))
    # The methods of a class belong to its instances.
    if not isinstance(value, type):
        for media_type, content in figure_media(value).items():
            bundle.add(media_type, content)
        for method, media_type in METHODS:
            if bundle.accepts(media_type):
                add_media(bundle, value, method, media_type)
        add_bundle(bundle, value, include, exclude)
        replace_plain(bundle, value)
    return bundle


def raw_bundle(media, metadata):
    """Returns the bundle of `display(…, raw=True)`. Types that are not passed on are left out, but not all of them."""
    if not isinstance(media, dict):
        raise TypeError("display(…, raw=True) requires a dictionary of media types and data")
    bundle = Bundle()
    for media_type, data in media.items():
        bundle.add(media_type, data)
    if media and not bundle.media:
        raise ValueError(f"{next(iter(media))!r} is not a media type that display shows")
    bundle.add_metadata(metadata)
    return bundle


def plain_text(value):
    """Returns the bounded text of a value. A `repr` that fails is replaced by a text that says so."""
    try:
        text = pretty_text(value)
    except Exception as error:
        return f"<{type(value).__name__}: its repr failed: {type(error).__name__}>"
    if len(text) <= LIMIT_CHARACTERS:
        return text
    return f"{text[:LIMIT_CHARACTERS]}… ({len(text) - LIMIT_CHARACTERS} more characters)"


def pretty_text(value):
    if not isinstance(value, type) and has_method(value, "_repr_pretty_"):
        from .pretty import pretty

        return pretty(value)
    return plain_str(repr(value))


def figure_media(value):
    figures = sys.modules.get("strongroom_kernel.figures")
    return {} if figures is None else figures.media_of_figure(value)


def has_method(value, name):
    # Looked up in the class: objects that answer every attribute, such as mocks, have no rich output.
    return getattr(type(value), name, None) is not None


def add_media(bundle, value, method, media_type):
    """Adds what a method of the value's class returns. A method that fails is reported on standard error."""
    if not has_method(value, method):
        return
    try:
        content, metadata = split_metadata(getattr(value, method)())
        bundle.add(media_type, content)
        if isinstance(metadata, dict):
            bundle.add_metadata({media_type: metadata})
    except Exception as error:
        report_failure(value, method, error)


def add_bundle(bundle, value, include, exclude):
    """Adds the media of `_repr_mimebundle_`, which take the place of those of the other methods."""
    method = "_repr_mimebundle_"
    if not has_method(value, method):
        return
    try:
        media, metadata = split_metadata(call_bundle_method(getattr(value, method), include, exclude))
        for media_type, content in (media or {}).items():
            bundle.add(media_type, content)
        bundle.add_metadata(metadata)
    except Exception as error:
        report_failure(value, method, error)


def call_bundle_method(method, include, exclude):
    try:
        return method(include=include, exclude=exclude)
    except TypeError as error:
        # A method without these parameters has not begun: the traceback ends here.
        if error.__traceback__.tb_next is not None:
            raise
        return method()


def split_metadata(returned):
    if isinstance(returned, tuple) and len(returned) == 2:
        return returned
    return (returned[0] if isinstance(returned, tuple) and returned else returned), None


def replace_plain(bundle, value):
    """Prefers the text that the value has in another form to a representation with only an address in memory."""
    definer = next((owner for owner in type(value).__mro__ if "__repr__" in vars(owner)), object)
    is_display_object = definer.__module__.startswith("IPython.core.display")
    if definer is not object and not is_display_object or "text/plain" not in bundle.media:
        return
    for media_type in ("text/markdown", "text/latex", *(["text/html"] if is_display_object else [])):
        if media_type in bundle.media:
            bundle.media["text/plain"] = bundle.media[media_type]
            return


def report_failure(value, method, error):
    print(f"{type(value).__name__}.{method} failed: {type(error).__name__}: {error}", file=sys.stderr)
