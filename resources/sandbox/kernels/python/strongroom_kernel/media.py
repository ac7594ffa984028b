"""Turns a value into its media types, by the methods that notebooks use."""

import sys

ALLOWED_TYPES = ("text/plain", "text/html", "image/svg+xml", "application/json", "image/png", "image/jpeg")

# Longer texts of `repr` are cut.
LIMIT_CHARACTERS = 1 << 20

METHODS = (
    ("_repr_html_", "text/html"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_json_", "application/json"),
)


def media_of(value):
    """Returns a dictionary of media types and texts. `text/plain` is always present."""
    media = {"text/plain": plain_text(value)}
    if isinstance(value, type):
        # The methods of a class belong to its instances.
        return media
    media.update(figure_media(value))
    for method, media_type in METHODS:
        add_media(media, value, method, lambda data: {media_type: data})
    add_media(media, value, "_repr_mimebundle_", lambda data: data)
    return media


def plain_text(value):
    """Returns the bounded `repr` of a value. A `repr` that fails is replaced by a text that says so."""
    try:
        text = plain_str(repr(value))
    except Exception as error:
        return f"<{type(value).__name__}: its repr failed: {type(error).__name__}>"
    if len(text) <= LIMIT_CHARACTERS:
        return text
    return f"{text[:LIMIT_CHARACTERS]}… ({len(text) - LIMIT_CHARACTERS} more characters)"


def figure_media(value):
    figures = sys.modules.get("strongroom_kernel.figures")
    return {} if figures is None else figures.media_of_figure(value)


def add_media(media, value, method, bundle_of):
    """Adds what a method of the value's class returns. A method that fails is reported on standard error."""
    # Looked up in the class: objects that answer every attribute, such as mocks, have no rich output.
    if getattr(type(value), method, None) is None:
        return
    try:
        data = getattr(value, method)()
        if isinstance(data, tuple):
            data = data[0]
        if data is None:
            return
        for media_type, content in bundle_of(data).items():
            if media_type in ALLOWED_TYPES and content is not None:
                media[media_type] = encode_media(media_type, content)
    except Exception as error:
        print(f"{type(value).__name__}.{method} failed: {type(error).__name__}: {error}", file=sys.stderr)


def encode_media(media_type, content):
    """Returns the text of a media type's content: images in base64, JSON as text."""
    if media_type == "application/json":
        return encode_json(content)
    if isinstance(content, (bytes, bytearray, memoryview)):
        if media_type in ("image/png", "image/jpeg"):
            import base64

            return base64.b64encode(content).decode()
        return bytes(content).decode()
    if isinstance(content, str):
        return plain_str(content)
    raise TypeError(f"{media_type} requires text or bytes, not {type(content).__name__}")


def encode_json(content):
    import json

    if isinstance(content, str):
        try:
            json.loads(content)
            return plain_str(content)
        except ValueError:
            pass
    return json.dumps(content, allow_nan=False)


def plain_str(text):
    """Returns a text without the methods that a class of a cell, derived from str, may have."""
    return str.__str__(text)
