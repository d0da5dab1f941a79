"""
Three worlds to train in. A network of one of them errs in its own way on cameras it has not met; the mean of all errs less.

`drawn` has nothing but drawn scenes, and attacks that are hardly to be seen; live tiles are blurred and halved afterwards more often than
attacks, so that softness alone is no sign of one. Darkness and grain come to both alike: a network that met them in live tiles more often took
every dark attack for live. `pairs` has photographs besides, shows one scene to one camera twice, live and as an attack, and spoils both alike
afterwards, so that nothing but the attack tells them apart. `mixed` has more photographs, and no pairs: it learns what captures have in common
whatever they show.
"""

from typing import NamedTuple


class Recipe(NamedTuple):
    """Pairs of numbers are bounds of what is drawn log-uniformly, unless it says otherwise."""

    paired: bool
    """The live tile and the attack share scene, camera, size and what happens after the capture."""
    photographs: float
    """Share of photographs among scenes without a face."""
    masks: float
    """Share of smooth faces among second captures."""
    soft: float
    """Share of live captures whose scene is as soft as an attack."""
    worn: float
    """Share of tiles, live or not, that are spoilt after the capture: blurred, halved, dark or noisy."""
    blurred: tuple
    """Share of live tiles and of attacks that are blurred or halved after the capture."""
    dimmed: float
    """Share of tiles, live or not, that are dark or noisy after the capture."""
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


DRAWN = Recipe(
    paired=False, photographs=0, masks=0.25, soft=0.2, worn=0, blurred=(0.3, 0.15), dimmed=0.25, face=(120, 640), most_side=320, colours=(1, 1), quality=60,
    part=(0.6, 1.4), pitch=(0.3, 2.2), fine=(0.3, 1.1), dots=(0.25, 1.0), focus=(1, 1),
)  # fmt: skip
PAIRS = Recipe(
    paired=True, photographs=0.5, masks=0.1, soft=0.3, worn=0.25, blurred=(0, 0), dimmed=0, face=(120, 760), most_side=340, colours=(0.8, 1.6), quality=50,
    part=(0.4, 1.3), pitch=(0.3, 2.4), fine=(0.2, 0.9), dots=(0.15, 0.8), focus=(0.5, 0.6),
)  # fmt: skip
MIXED = PAIRS._replace(paired=False, photographs=0.7)
RECIPES = {'drawn': DRAWN, 'pairs': PAIRS, 'mixed': MIXED}
