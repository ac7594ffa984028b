"""The media types that the kernel passes on, and the form of their data: text, JSON as text, or base64."""

TEXT_TYPES = (
    "text/plain",
    "text/html",
    "text/markdown",
    "text/latex",
    "image/svg+xml",
    "application/javascript",
)
BINARY_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf")
ALLOWED_TYPES = (*TEXT_TYPES, "application/json", *BINARY_TYPES)
# Types such as those of plotly and vega: their JSON is passed on as well.
JSON_SUFFIX = "+json"

LIMIT_METADATA = 50
LIMIT_METADATA_CHARACTERS = 1000


def is_allowed(media_type):
    return media_type in ALLOWED_TYPES or is_json(media_type)


def is_json(media_type):
    if not isinstance(media_type, str) or not media_type.startswith("application/"):
        return False
    return media_type == "application/json" or media_type.endswith(JSON_SUFFIX)


def encode_media(media_type, content):
    """Returns the text of a media type's content: images in base64, JSON as text."""
    if is_json(media_type):
        return encode_json(content)
    if isinstance(content, (bytes, bytearray, memoryview)):
        if media_type in BINARY_TYPES:
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


def plain_metadata(metadata):
    """Returns what a message can carry of metadata: for each media type the names of texts, numbers and booleans."""
    plain = {}
    if not isinstance(metadata, dict):
        return plain
    for media_type, values in metadata.items():
        if is_allowed(media_type) and isinstance(values, dict):
            known = [(name, plain_value(value)) for name, value in values.items() if isinstance(name, str)]
            usable = {plain_str(name): value for name, value in known if value is not None}
            if usable:
                plain[media_type] = dict(list(usable.items())[:LIMIT_METADATA])
    return plain


def plain_value(value):
    if isinstance(value, str):
        return plain_str(value)[:LIMIT_METADATA_CHARACTERS]
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 53 else None
    # Neither infinite nor undefined numbers have JSON.
    return float(value) if isinstance(value, float) and value - value == 0 else None


def plain_str(text):
    """Returns a text without the methods that a class of a cell, derived from str, may have."""
    return str.__str__(text)
