"""Procedural scenes in linear light: faces built from a height field, and plain textured things. Nothing photographed."""

from typing import NamedTuple

import cv2
import numpy as np

from photographs import crops

SIDE = 704
"""Pixels a side of a face."""
SURFACE = 512
"""Pixels a side of any other scene."""
FACE = 0.74
"""Width of a face in a scene, as a part of its side."""


def ink(colour):
    """A colour as OpenCV takes it."""
    return tuple(float(c) for c in colour)


def octave(rng, size, grain, stretch=1.0):
    """Smooth noise of deviation 1 whose grain is given in pixels, stretched along x where asked."""
    cells = (max(2, int(size / grain / stretch) + 2), max(2, int(size / grain) + 2))
    noise = rng.standard_normal((cells[1], cells[0])).astype(np.float32)
    big = cv2.resize(noise, (size, size), interpolation=cv2.INTER_CUBIC)
    return (big - big.mean()) / (big.std() + 1e-6)


def fractal(rng, size, coarse=200.0, fall=0.6):
    """A sum of octaves from `coarse` pixels down to one, each `fall` times as strong as the one before."""
    out, weight, grain = np.zeros((size, size), np.float32), 1.0, coarse
    while grain >= 1.2:
        out += weight * octave(rng, size, grain)
        weight, grain = weight * fall, grain / 2
    return out / (out.std() + 1e-6)


def strands(rng, canvas, count, start, direction, length, colour, width=1, spread=0.3):
    """Draws curved hairs; `start(n)` gives n points, `direction` an angle in radians, `length` a range in pixels."""
    points = start(count)
    angles = direction + rng.normal(0, spread, count)
    bends = rng.normal(0, 0.6, count)
    lengths = rng.uniform(*length, count)
    t = np.linspace(0, 1, 6)
    for (x, y), angle, bend, reach in zip(points, angles, bends, lengths):
        heading = angle + bend * t
        line = np.stack([x + np.cumsum(np.cos(heading)) * reach / 6, y + np.cumsum(np.sin(heading)) * reach / 6], 1)
        shade_of_hair = ink(np.clip(colour * rng.uniform(0.5, 1.8), 0, 1) * 255)
        cv2.polylines(canvas, [np.round(line * 8).astype(np.int32)], False, shade_of_hair, width, cv2.LINE_AA, 3)


def skin_tone(rng):
    """Linear reflectance of skin between light and dark, with some redness."""
    light, dark = np.array([0.62, 0.40, 0.30]), np.array([0.10, 0.052, 0.034])
    depth = rng.beta(1.1, 1.4)
    return (np.exp(np.log(light) * (1 - depth) + np.log(dark) * depth) * rng.uniform(0.9, 1.1, 3)).astype(np.float32)


def relief(rng, x, y):
    """Height of a face over (x, y) in units of half its width: skull, nose, sockets, mouth, cheeks."""
    def bump(cx, cy, sx, sy, strength):
        return strength * np.exp(-(((x - cx) / sx) ** 2) - ((y - cy) / sy) ** 2)
    skull = np.sqrt(np.clip(1.25 - x**2 - (y / 1.4) ** 2, 0, None)) * 0.8
    nose_length, wide = rng.uniform(0.25, 0.4), rng.uniform(0.1, 0.18)
    height = skull + bump(0, 0.05, wide, nose_length, 0.25) + bump(0, 0.28, wide * 1.5, 0.12, 0.16)
    for side in (-1, 1):
        height += bump(side * 0.38, -0.18, 0.24, 0.13, -0.16) + bump(side * 0.52, 0.2, 0.26, 0.26, 0.07)
        height += bump(side * wide * 1.2, 0.31, 0.08, 0.07, 0.08)
    return height + bump(0, 0.62, 0.3, 0.1, 0.1) + bump(0, 0.95, 0.25, 0.15, 0.1)


def pores(rng, size, density, grain):
    """Dents in the skin: sparse points spread by a small kernel."""
    points = (rng.random((size, size)) < density).astype(np.float32) * rng.uniform(0.3, 1, (size, size)).astype(np.float32)
    return -cv2.GaussianBlur(points, (0, 0), grain) * grain**2 * 6


def light_of(rng):
    direction = np.array([rng.normal(0, 0.55), rng.normal(-0.35, 0.4), 1.0])
    return direction / np.linalg.norm(direction)


def shade(rng, height, albedo, scale, gloss):
    """Lambert and Blinn shading of a height field under two lamps of their own colours."""
    gx, gy = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8 * scale, cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8 * scale
    norm = 1 / np.sqrt(gx**2 + gy**2 + 1)
    out = albedo * rng.uniform(0.1, 0.5)
    for strength in (rng.uniform(0.5, 1), rng.uniform(0, 0.4)):
        lamp, tint = light_of(rng), rng.uniform(0.85, 1.15, 3).astype(np.float32)
        lit = np.clip((-gx * lamp[0] - gy * lamp[1] + lamp[2]) * norm, 0, None)
        half = lamp + np.array([0, 0, 1])
        half /= np.linalg.norm(half)
        shine = np.clip((-gx * half[0] - gy * half[1] + half[2]) * norm, 0, 1) ** rng.uniform(15, 60)
        out = out + (albedo * lit[..., None] + gloss * shine[..., None]) * tint * strength
    return out.astype(np.float32)


def eyes(rng, canvas, cx, cy, unit, tone):
    """Whites, irises with fibres, catchlights, lids and lashes, and the brows above."""
    iris = np.array([rng.uniform(0.02, 0.3), rng.uniform(0.02, 0.25), rng.uniform(0.01, 0.3)])
    hair = np.array([0.03, 0.025, 0.02]) * rng.uniform(0.3, 8)
    opening = rng.uniform(0.045, 0.085)
    for side in (-1, 1):
        ex, ey = cx + side * 0.38 * unit, cy - 0.18 * unit
        lens = np.array([[ex + np.cos(a) * 0.17 * unit, ey + np.sin(a) * opening * unit] for a in np.linspace(0, 6.28, 40)])
        mask = np.zeros(canvas.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(lens).astype(np.int32)], 255, cv2.LINE_AA)
        eye = np.full_like(canvas, 255) * np.float32(rng.uniform(0.35, 0.6))
        gaze = (int(ex + rng.normal(0, 0.02) * unit), int(ey))
        cv2.circle(eye, gaze, int(0.085 * unit), ink(iris * 255), -1, cv2.LINE_AA)
        for a in rng.uniform(0, 6.28, 40):
            end = (int(gaze[0] + np.cos(a) * 0.08 * unit), int(gaze[1] + np.sin(a) * 0.08 * unit))
            cv2.line(eye, gaze, end, ink(np.clip(iris * rng.uniform(0.5, 2.2), 0, 1) * 255), 1, cv2.LINE_AA)
        cv2.circle(eye, gaze, int(0.035 * unit), (1, 1, 1), -1, cv2.LINE_AA)
        glint = (int(gaze[0] + rng.normal(0, 0.03) * unit), int(gaze[1] - 0.03 * unit))
        cv2.circle(eye, glint, max(1, int(rng.uniform(0.008, 0.02) * unit)), (255, 255, 255), -1, cv2.LINE_AA)
        weight = (cv2.GaussianBlur(mask, (0, 0), 1)[..., None] / np.float32(255)).astype(np.float32)
        canvas[:] = canvas * (1 - weight) + eye * weight
        cv2.polylines(canvas, [np.round(lens[20:]).astype(np.int32)], False, ink(tone * 60), int(rng.integers(1, 4)), cv2.LINE_AA)
        lashes = lambda n: lens[rng.integers(20, 40, n)]
        strands(rng, canvas, int(rng.integers(10, 60)), lashes, -1.57, (0.03 * unit, 0.08 * unit), hair)
        brow = lambda n: np.stack([ex + rng.uniform(-0.24, 0.24, n) * unit, ey - (0.17 + rng.normal(0, 0.025, n)) * unit], 1)
        strands(rng, canvas, int(rng.integers(60, 350)), brow, -0.4 if side > 0 else -2.7, (0.05 * unit, 0.12 * unit), hair)
    return hair


def extras(rng, canvas, cx, cy, unit, hair):
    """Nostrils, lips, beard, hair over the forehead, glasses: each now and then."""
    for side in (-1, 1):
        at = (int(cx + side * rng.uniform(0.08, 0.12) * unit), int(cy + 0.34 * unit))
        cv2.ellipse(canvas, at, (int(0.05 * unit), int(0.025 * unit)), side * 20, 0, 360, ink(canvas[at[1], at[0]] * 0.25), -1, cv2.LINE_AA)
    mouth = (int(cx), int(cy + 0.62 * unit))
    cv2.ellipse(canvas, mouth, (int(0.27 * unit), 2), 0, 0, 360, ink(canvas[mouth[1], mouth[0]] * 0.3), -1, cv2.LINE_AA)
    if rng.random() < 0.2:
        cv2.ellipse(canvas, mouth, (int(0.2 * unit), int(0.05 * unit)), 0, 0, 360, (150, 140, 120), -1, cv2.LINE_AA)
    if rng.random() < 0.35:
        low = rng.uniform(0.42, 0.7)
        beard = lambda n: np.stack([cx + rng.normal(0, 0.42, n) * unit, cy + (low + np.abs(rng.normal(0, 0.3, n))) * unit], 1)
        strands(rng, canvas, int(rng.integers(300, 2500)), beard, 1.57, (0.02 * unit, 0.1 * unit), hair, spread=0.7)
    if rng.random() < 0.6:
        edge = rng.uniform(-0.9, -0.45)
        top = lambda n: np.stack([cx + rng.uniform(-1.2, 1.2, n) * unit, cy + (edge - np.abs(rng.normal(0, 0.4, n))) * unit], 1)
        strands(rng, canvas, int(rng.integers(400, 2000)), top, rng.uniform(0, 3.1), (0.1 * unit, 0.6 * unit), hair, int(rng.integers(1, 4)))
    if rng.random() < 0.3:
        frame = ink(rng.uniform(2, 90, 3))
        thick = int(rng.integers(2, max(3, int(0.06 * unit))))
        for side in (-1, 1):
            at = (int(cx + side * 0.4 * unit), int(cy - 0.14 * unit))
            cv2.ellipse(canvas, at, (int(0.32 * unit), int(rng.uniform(0.18, 0.27) * unit)), 0, 0, 360, frame, thick, cv2.LINE_AA)
            if rng.random() < 0.5:
                spot = (int(at[0] + rng.normal(0, 0.1) * unit), int(at[1] + rng.normal(0, 0.06) * unit))
                axes = (int(rng.uniform(0.02, 0.1) * unit), int(rng.uniform(0.02, 0.16) * unit))
                cv2.ellipse(canvas, spot, axes, rng.uniform(0, 180), 0, 360, ink(rng.uniform(120, 255, 3)), -1, cv2.LINE_AA)
        cv2.line(canvas, (int(cx - 0.1 * unit), int(cy - 0.16 * unit)), (int(cx + 0.1 * unit), int(cy - 0.16 * unit)), frame, thick, cv2.LINE_AA)


def face(rng, smooth=False):
    """A face in front of something; `smooth` leaves out all that makes skin skin: a mask of plastic or silicone."""
    size = SIDE
    cx, cy, unit = size / 2 + rng.normal(0, 15), size / 2 + rng.normal(0, 15), size * FACE / 2
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    x, y = (x - cx) / unit, (y - cy) / unit
    fine = 0.0 if smooth else np.exp(rng.uniform(np.log(0.15), np.log(1.6)))
    height = relief(rng, x, y) + 0.003 * octave(rng, size, 60)
    for density, grain in ((0.02, 1.0), (0.006, 1.8), (0.0015, 3.2)):
        height += fine * rng.uniform(0.2, 1) * 0.004 * pores(rng, size, density, grain)
    height += fine * rng.uniform(0, 0.0012) * octave(rng, size, 3, rng.uniform(1, 6)) + fine * 0.0005 * octave(rng, size, 1.5)
    tone = skin_tone(rng)
    mottle = 0.06 * fractal(rng, size, 90, 0.75) * (0.2 if smooth else rng.uniform(0.3, 1.5))
    albedo = tone * np.exp(mottle[..., None] * rng.uniform(0.6, 1.4, 3)).astype(np.float32)
    lips = np.exp(-((x / 0.3) ** 4) - ((y - 0.62) / 0.09) ** 4)[..., None]
    albedo = albedo * (1 - lips * rng.uniform(0.1, 0.5) * np.array([0.3, 1, 0.9], np.float32))
    gloss = 0.3 if smooth else rng.uniform(0, 0.18)
    lit = shade(rng, height, albedo, unit, gloss * (1 if smooth else np.clip(1 + 0.5 * octave(rng, size, 2), 0, 2)[..., None]))
    canvas = np.ascontiguousarray(np.clip(lit, 0, 1) * 255, dtype=np.float32)
    if not smooth:
        for _ in range(int(rng.integers(0, 25))):
            at = (int(rng.uniform(0, size)), int(rng.uniform(0, size)))
            cv2.circle(canvas, at, int(rng.integers(1, 4)), ink(canvas[at[1], at[0]] * rng.uniform(0.3, 0.8)), -1, cv2.LINE_AA)
    hair = eyes(rng, canvas, cx, cy, unit, tone)
    extras(rng, canvas, cx, cy, unit, hair)
    outside = (x**2 + (y / 1.4) ** 2 > 1.05).astype(np.float32)
    outside = cv2.GaussianBlur(outside, (0, 0), rng.uniform(0.6, 2))[..., None]
    back = cv2.GaussianBlur(thing(rng, size), (0, 0), rng.uniform(0.3, 6)) * 255
    return np.clip((canvas * (1 - outside) + back * outside) / 255, 0, 1)


def thing(rng, size=SURFACE):
    """A wall, cloth, foliage or clutter: what stands behind faces, and what else cameras see."""
    kind = rng.random()
    colour = rng.uniform(0.03, 0.8, 3).astype(np.float32)
    if kind < 0.35:
        field = fractal(rng, size, rng.uniform(40, 300), rng.uniform(0.3, 0.75)) * rng.uniform(0.05, 0.4)
    elif kind < 0.55:
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        turn, pitch = rng.uniform(0, 3.14), rng.uniform(5, 40)
        along = x * np.cos(turn) + y * np.sin(turn) + 4 * octave(rng, size, 120)
        field = rng.uniform(0.1, 0.6) * np.sin(along * 6.28 / pitch) + 0.1 * fractal(rng, size, 30, 0.8)
    else:
        field = 0.1 * fractal(rng, size, 100, 0.6)
    out = np.clip(colour * np.exp(field)[..., None], 0, 1).astype(np.float32)
    if kind > 0.55:
        for _ in range(int(rng.integers(5, 40))):
            a, b = rng.uniform(-50, size + 50, 2), rng.uniform(5, 200, 2)
            corners = cv2.boxPoints(((float(a[0]), float(a[1])), (float(b[0]), float(b[1])), float(rng.uniform(0, 90))))
            cv2.fillPoly(out, [corners.astype(np.int32)], ink(rng.uniform(0.01, 0.9, 3)), cv2.LINE_AA)
        out *= np.exp(0.05 * fractal(rng, size, 20, 0.8))[..., None]
    return np.clip(out, 0, 1)


def patch(rng, size=SURFACE):
    """Skin alone, close up, or a rough surface: nothing in it says how sharp the scene itself is."""
    height = 0.01 * fractal(rng, size, 250, rng.uniform(0.35, 0.8)) * span(rng, 0.3, 3)
    for density, grain in ((0.02, 1.0), (0.006, 1.8), (0.0015, 3.2)):
        height += rng.uniform(0, 1) * 0.004 * pores(rng, size, density, grain)
    mottle = fractal(rng, size, 120, rng.uniform(0.4, 0.85)) * span(rng, 0.02, 0.3)
    albedo = skin_tone(rng) * np.exp(mottle[..., None] * rng.uniform(0.6, 1.4, 3)).astype(np.float32)
    lit = shade(rng, height, albedo, SIDE / 2, rng.uniform(0, 0.2) * np.clip(1 + 0.5 * octave(rng, size, 2), 0, 2)[..., None])
    canvas = np.ascontiguousarray(np.clip(lit, 0, 1) * 255, dtype=np.float32)
    if rng.random() < 0.5:
        anywhere = lambda n: rng.uniform(0, size, (n, 2))
        hair = np.array([0.03, 0.025, 0.02]) * rng.uniform(0.3, 8)
        strands(rng, canvas, int(span(rng, 30, 2500)), anywhere, rng.uniform(0, 6), (10, 200), hair, int(rng.integers(1, 4)), rng.uniform(0.1, 0.8))
    return np.clip(canvas / 255, 0, 1)


def span(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def soft(rng, scene):
    """Scenes differ in how sharp they are themselves, so that sharpness alone says little of how they were captured."""
    return cv2.GaussianBlur(scene, (0, 0), span(rng, 0.5, 3)) if rng.random() < 0.5 else scene


class Library(NamedTuple):
    """The scenes of one run as linear 16-bit pictures."""

    faces: list
    surfaces: list
    photographs: list
    masks: list


def library(seed, folder, photographs=160, faces=12, patches=80, things=40, masks=4):
    """`folder` holds the photographs."""
    rng = np.random.default_rng(seed)
    pack = lambda scene: (scene * 65535).astype(np.uint16)
    return Library(
        [pack(soft(rng, face(rng))) for _ in range(faces)],
        [pack(soft(rng, patch(rng))) for _ in range(patches)] + [pack(soft(rng, thing(rng))) for _ in range(things)],
        [pack(crop) for crop in crops(rng, folder, photographs, SIDE)],
        [pack(face(rng, True)) for _ in range(masks)],
    )
