"""A backend of matplotlib that shows figures as PNG images of the cell. matplotlib imports it by its name."""

import base64
import io

from matplotlib import _pylab_helpers as figure_registry
from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from . import matplotlib_hook

FigureCanvas = FigureCanvasAgg
FigureManager = FigureManagerBase

# Figures that have been shown as a value of the current cell, so that its end does not show them again.
_shown = []


def show(*_args, **_kwargs):
    """Shows all open figures and closes them. `plt.show()` calls it, and the kernel at the end of a cell."""
    managers = figure_registry.Gcf.get_all_fig_managers()
    shown = _shown.copy()
    _shown.clear()
    try:
        for manager in managers:
            figure = manager.canvas.figure
            is_shown = any(figure is other for other in shown)
            if not is_shown and (figure.get_axes() or figure.lines or figure.texts or figure.images or figure.patches):
                matplotlib_hook.display.show_png(render(figure))
    finally:
        figure_registry.Gcf.destroy_all()


def media_of_figure(value):
    """Returns the image of a figure, and no media for other values."""
    if not isinstance(value, Figure):
        return {}
    _shown.append(value)
    return {"image/png": base64.b64encode(render(value)).decode()}


def render(figure):
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi="figure", bbox_inches="tight")
    return image.getvalue()
