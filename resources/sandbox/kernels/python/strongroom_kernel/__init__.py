"""The driver of the Python kernel. Cells see none of its names, except `display`."""
