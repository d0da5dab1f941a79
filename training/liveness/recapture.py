"""Attacks, simulated: a picture shown on a screen, printed, or photographed again, as the second camera sees it."""

import cv2
import numpy as np

from capture import blur, decode, encode, scaled, span

OVER = 2
"""Samples of a camera pixel along each axis."""


def stripes(size=48):
    """One pixel of a screen, sampled: vertical stripes of red, green and blue between dark gaps."""
    cell = np.zeros((size, size, 3), np.float32)
    for c in range(3):
        cell[2:-2, c * size // 3 + 2 : (c + 1) * size // 3 - 2, c] = 1
    return cell


def chevrons(size=48):
    """Two rows whose stripes are shifted against each other (as on many S-IPS panels)."""
    cell = stripes(size)
    lower = np.roll(cell, size // 4, 1)
    return np.concatenate([cell[: size // 2], lower[: size // 2]], 0)


def diamonds(size=48):
    """Two green, one red and one blue sub-pixel for two pixels (as on OLED telephones)."""
    y, x = np.mgrid[0:size, 0:size] / size
    cell = np.zeros((size, size, 3), np.float32)
    for cx, cy, c, reach in ((0.25, 0.25, 1, 0.13), (0.75, 0.75, 1, 0.13), (0.75, 0.25, 0, 0.2), (0.25, 0.75, 2, 0.2)):
        cell[..., c] += np.abs(x - cx) + np.abs(y - cy) < reach
    return cell


def slots(size=48):
    """Mosaic of short bars, every other column half a row lower (slot masks, some tablets)."""
    cell = np.zeros((size, size, 3), np.float32)
    for c in range(3):
        column = slice(c * size // 3 + 3, (c + 1) * size // 3 - 3)
        rows = (np.arange(size) + (c % 2) * size // 2) % size
        cell[(rows > 4) & (rows < size - 5), column, c] = 1
    return cell


def lattice(size=48):
    """White pixels between dark lines: projectors, and what is left of sub-pixels seen from afar."""
    cell = np.ones((size, size, 3), np.float32)
    cell[:5], cell[:, :5] = 0.2, 0.2
    return cell


def colourless(make):
    return lambda: np.repeat(make().mean(2, keepdims=True), 3, 2)


CELLS = [(c / c.mean((0, 1))).astype(np.float32) for c in (f() for f in (stripes, chevrons, diamonds, slots, lattice, colourless(stripes)))]


def grid(rng, height, width, bounds):
    """The mask of a screen as a camera with `OVER` samples a pixel meets it: slanted, in perspective, gently curved."""
    cell = CELLS[rng.choice(len(CELLS), p=[0.38, 0.1, 0.24, 0.1, 0.08, 0.1])]
    if rng.random() < 0.3:
        cell = cell.transpose(1, 0, 2)
    pitch = span(rng, *bounds)
    turn = rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(-0.8, 0.8)
    y, x = np.mgrid[0 : height * OVER, 0 : width * OVER].astype(np.float32) / OVER
    y, x = y - height / 2, x - width / 2
    tilt = 1 + (rng.normal(0, 0.15) * x + rng.normal(0, 0.15) * y) / max(width, height)
    u = (x * np.cos(turn) - y * np.sin(turn)) / pitch / tilt + rng.random()
    v = (x * np.sin(turn) + y * np.cos(turn)) / pitch / tilt + rng.random()
    step = cell.shape[0] / OVER / pitch
    small = max(1, min(8, int(step / 1.2)))
    cell = scaled(cell, cell.shape[1] // small, cell.shape[0] // small)
    rows, columns = cell.shape[:2]
    index = (np.floor(v * rows).astype(np.int32) % rows) * columns + np.floor(u * columns).astype(np.int32) % columns
    return cell.reshape(-1, 3)[index]


def screen(rng, photo, recipe, dense):
    """Linear light of a photo (8-bit RGB, the size of the camera's view) that a screen shows; a `dense` one has no grid to see."""
    height, width = photo.shape[:2]
    shown = photo.astype(np.float32) / 255
    if rng.random() < 0.5:
        part = rng.uniform(0.4, 1)
        shown = scaled(scaled(shown, max(24, int(width * part)), max(24, int(height * part))), width, height)
    gamma = rng.uniform(1.7, 2.6)
    light = np.power(np.clip(shown * rng.uniform(0.85, 1.1, 3).astype(np.float32), 0, 1), gamma, dtype=np.float32)
    light = light * (1 - (floor := span(rng, 0.001, 0.06))) + floor
    if rng.random() < 0.5:
        mixing = np.eye(3) + rng.uniform(0, 0.14, (3, 3)) * (1 - np.eye(3))
        light = light @ (mixing / mixing.sum(1, keepdims=True)).T.astype(np.float32)
    if not dense:
        strength = rng.uniform(0.2, 1) ** 0.7
        mask = 1 + strength * (grid(rng, height, width, recipe.pitch) - 1)
        big = cv2.resize(light, (width * OVER, height * OVER), interpolation=cv2.INTER_LINEAR) * mask
        light = cv2.resize(blur(big, span(rng, *recipe.fine) * OVER), (width, height), interpolation=cv2.INTER_AREA)
    return reflections(rng, bands(rng, light))


def bands(rng, light):
    """The backlight's pulse under a rolling shutter."""
    if rng.random() < 0.3:
        height = light.shape[0]
        phase = np.arange(height, dtype=np.float32) / span(rng, 15, 300) * 6.28 + rng.uniform(0, 6.28)
        light = light * (1 + span(rng, 0.01, 0.2) * np.sin(phase))[:, None, None]
    return light


def reflections(rng, light):
    """Haze, and what a glass surface mirrors."""
    if rng.random() < 0.5:
        light = light + span(rng, 0.002, 0.1) * rng.uniform(0.7, 1.3, 3).astype(np.float32)
    if rng.random() < 0.25:
        height, width = light.shape[:2]
        blobs = cv2.resize(rng.random((5, 5)).astype(np.float32) ** 3, (width, height), interpolation=cv2.INTER_CUBIC)
        light = light + span(rng, 0.01, 0.3) * np.clip(blobs, 0, 1)[..., None]
    if rng.random() < 0.2:
        light = light * span(rng, 1, 2.5)
    return light


def halftone(rng, ink, pitch, angle):
    """Clustered dots of one ink: coverage 0-1 at `OVER` samples a pixel against a cosine screen."""
    height, width = ink.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / OVER
    u, v = (x * np.cos(angle) - y * np.sin(angle)) / pitch, (x * np.sin(angle) + y * np.cos(angle)) / pitch
    screen_of_dots = 0.5 + 0.25 * (np.cos(6.2832 * u) + np.cos(6.2832 * v))
    return np.clip((ink - screen_of_dots) * rng.uniform(3, 10) + 0.5, 0, 1)


def printed(rng, photo, recipe):
    """Linear light of a photo on paper: halftoned, dithered or continuous, on grain, gloss and folds."""
    height, width = photo.shape[:2]
    linear = decode(photo.astype(np.float32) / 255)
    kind = rng.random()
    if kind < 0.65:
        big = np.clip(cv2.resize(linear, (width * OVER, height * OVER), interpolation=cv2.INTER_LINEAR), 0.01, 1)
        cover = 1 - big
        key = cover.min(2) * rng.uniform(0, 0.8)
        if kind < 0.4:
            pitch = span(rng, 0.7, 4)
            inks = [halftone(rng, cover[..., c] - key, pitch, a) for c, a in enumerate(np.deg2rad([15, 75, 0]) + rng.normal(0, 0.1))]
            inks.append(halftone(rng, key, pitch, 0.785))
        else:
            cell = max(1, int(OVER * span(rng, 0.4, 1.3)))
            shape = (height * OVER // cell + 1, width * OVER // cell + 1, 4)
            noise = rng.random(shape, np.float32)
            noise = np.clip((noise - blur(noise, 1.0)) * 0.9 + 0.5, 0, 1)
            noise = cv2.resize(noise, None, fx=cell, fy=cell, interpolation=cv2.INTER_NEAREST)[: height * OVER, : width * OVER]
            inks = [(cover[..., c] - key > noise[..., c]).astype(np.float32) for c in range(3)] + [(key > noise[..., 3]).astype(np.float32)]
        absorb = np.array([[0.9, 0.25, 0.1], [0.2, 0.85, 0.3], [0.05, 0.15, 0.9], [0.9, 0.9, 0.9]], np.float32)
        light = np.ones_like(big)
        for ink, tint in zip(inks, absorb):
            light *= 1 - ink[..., None] * tint * np.float32(rng.uniform(0.85, 1))
        light = cv2.resize(blur(light, span(rng, *recipe.dots) * OVER), (width, height), interpolation=cv2.INTER_AREA)
    else:
        light = 0.03 + 0.85 * linear
    grain = rng.standard_normal((height, width)).astype(np.float32)
    grain = blur(grain, span(rng, 0.4, 3))
    light = light * (1 + span(rng, 0.003, 0.06) * grain / grain.std())[..., None]
    if rng.random() < 0.3:
        slope = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None] * rng.uniform(-0.4, 0.4)
        light = light * (1 + slope)
    return reflections(rng, light) if rng.random() < 0.4 else light


def cut_out(rng, light, around):
    """Paper with an edge in front of something else: a straight or curved cut, its white rim and its shadow."""
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn = rng.uniform(0, 6.28)
    far = (x - width / 2) * np.cos(turn) + (y - height / 2) * np.sin(turn)
    along = (y - height / 2) * np.cos(turn) - (x - width / 2) * np.sin(turn)
    far = far + rng.uniform(-0.25, 0.1) * width + rng.normal(0, 0.3) * along**2 / width
    inside = np.clip(far + 0.5, 0, 1)[..., None]
    rim = (np.clip(far + 0.5, 0, 1) - np.clip(far - span(rng, 0.5, 4), 0, 1)).clip(0, 1)[..., None]
    shadow = 1 - rng.uniform(0.1, 0.7) * np.exp(-np.clip(-far, 0, None) / span(rng, 2, 25))[..., None]
    return around * shadow * (1 - inside) + light * inside * (1 - rim) + rim * rng.uniform(0.3, 0.9)
