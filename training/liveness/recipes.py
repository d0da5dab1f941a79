"""
Two worlds to train in. A network of one of them errs in its own way on cameras it has not met; the mean of both errs less.

`DRAWN` has nothing but drawn scenes, soft ones among them, and attacks that are hardly to be seen: it learns how grain and noise
look after one capture and after two. `MIXED` has photographs, sharp down to the pixel, cameras with a colour matrix, larger sensors,
and attacks that are in focus: it learns grids and moiré.
"""

from typing import NamedTuple


class Recipe(NamedTuple):
    """Pairs are bounds of what is drawn log-uniformly."""

    drawn: float
    """Share of scenes that are drawn."""
    masks: float
    """Share of smooth faces among second captures."""
    face: tuple
    """Pixels across a face on the sensor."""
    most_side: int
    """Pixels a side that a simulated sensor has at most: what a core can do in time."""
    colours: tuple
    """How far the camera's matrix takes colours apart."""
    quality: float
    """JPEG quality that a camera writes at least."""
    part: tuple
    """Resolution of the picture that an attacker shows, over that of the camera that sees it."""
    pitch: tuple
    """Camera pixels a screen pixel."""
    fine: tuple
    """Blur of a screen's grid in camera pixels."""
    dots: tuple
    """Blur of a print's dots in camera pixels."""
    focus: tuple
    """Lowest blur of the lens, over the usual, before a grid and before a print: without focus there is nothing of them to see."""


DRAWN = Recipe(1.0, 0.25, (120, 640), 320, (1, 1), 60, (0.6, 1.4), (0.3, 2.2), (0.3, 1.1), (0.25, 1.0), (1, 1))
MIXED = Recipe(0.45, 0.15, (120, 800), 420, (0.7, 1.8), 50, (0.4, 1.2), (0.4, 2.6), (0.15, 0.6), (0.15, 0.6), (0.35, 0.5))
RECIPES = {'drawn': DRAWN, 'mixed': MIXED}
