"""Rendered lines of machine readable zones as a camera sees them, with the position of every character.

One call of `line(rng)` gives a gray crop of 32 x WIDTH pixels at about twelve pixels a character, as the reader cuts it from a
photo, and a class for each pair of columns: 0-36 the alphabet, 37 blank, -1 not to be trained on.
"""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

cv2.setNumThreads(1)

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
BLANK = len(ALPHABET)
HEIGHT, WIDTH, PITCH, STRIDE = 32, 288, 12, 2
SOURCE_PITCH = 24  # of the glyphs before they are photographed

ROOT = "/usr/share/fonts"
OCR_B = [f"{ROOT}/opentype/ocr-b/OCRB.otf"] * 3 + [f"{ROOT}/opentype/ocr-b/OCRBS.otf", f"{ROOT}/opentype/ocr-b/OCRBL.otf"]
OTHERS = [
    f"{ROOT}/truetype/liberation/LiberationMono-Regular.ttf",
    f"{ROOT}/truetype/liberation/LiberationMono-Bold.ttf",
    f"{ROOT}/truetype/dejavu/DejaVuSansMono.ttf",
    f"{ROOT}/truetype/dejavu/DejaVuSansMono-Bold.ttf",
    f"{ROOT}/truetype/ocr-a/OCRA.ttf",
]
_glyphs = {}


def glyphs(path):
    """Ink (0-1) of each character in a cell of SOURCE_PITCH columns and 2 x SOURCE_PITCH rows, baseline at a common row."""
    if path not in _glyphs:
        font = ImageFont.truetype(path, 100)
        advance = font.getlength("0")
        scale = SOURCE_PITCH / advance
        font = ImageFont.truetype(path, round(100 * scale * 4))
        cells = []
        for character in ALPHABET:
            image = Image.new("L", (SOURCE_PITCH * 4, SOURCE_PITCH * 8), 0)
            draw = ImageDraw.Draw(image)
            left, top, right, bottom = draw.textbbox((0, 0), "0", font=font)
            middle = (top + bottom) / 2
            x = (SOURCE_PITCH * 4 - font.getlength(character)) / 2
            draw.text((x, SOURCE_PITCH * 4 - middle), character, font=font, fill=255)
            cells.append(cv2.resize(np.asarray(image), (SOURCE_PITCH, SOURCE_PITCH * 2), interpolation=cv2.INTER_AREA))
        _glyphs[path] = np.stack(cells).astype(np.float32) / 255
    return _glyphs[path]


def text(rng, length):
    """Indices into the alphabet: anything at all, or runs as they occur (names, numbers, fillers)."""
    if rng.random() < 0.35:
        return rng.integers(0, 37, length)
    out = []
    while len(out) < length:
        kind = rng.random()
        if kind < 0.35:
            out += list(rng.integers(10, 36, rng.integers(2, 11)))
            out += [36] * rng.integers(1, 3)
        elif kind < 0.7:
            out += list(rng.integers(0, 10, rng.integers(1, 10)))
        elif kind < 0.8:
            out += list(rng.integers(0, 36, rng.integers(1, 10)))
        elif kind < 0.9:
            out += list(rng.choice([0, 1, 2, 5, 8, 24, 18, 35, 28, 11, 13, 26, 6, 16], rng.integers(2, 8)))
        else:
            out += [36] * rng.integers(1, 15)
    shift = rng.integers(0, max(1, len(out) - length + 1))
    return np.array(out[shift : shift + length])


def _row(rng, cells, indices, ink, aspect):
    """A strip of printed characters; each sits a little off its place, some prints are worn."""
    strip = np.concatenate([cells[i] for i in indices], axis=1)
    height = max(8, round(strip.shape[0] * aspect))
    if height != strip.shape[0]:
        strip = cv2.resize(strip, (strip.shape[1], height), interpolation=cv2.INTER_AREA)
    if ink > 0:
        strip = cv2.dilate(strip, np.ones((2 + (ink > 1), 2 + (ink > 1)), np.uint8))
    elif ink < 0:
        strip = cv2.erode(strip, np.ones((2, 2), np.uint8))
    if rng.random() < 0.2:
        wear = cv2.resize(rng.random((6, strip.shape[1] // 8)).astype(np.float32), strip.shape[::-1])
        strip = strip * np.clip(wear * rng.uniform(1.2, 2.5) + rng.uniform(0.1, 0.5), 0, 1)
    return strip


def background(rng, height, width):
    """Paper between 0 and 1: a tone, a ramp, often guilloche lines or blots."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    paper = np.full((height, width), rng.uniform(0.75, 1.0), np.float32)
    for _ in range(rng.integers(0, 4)):
        period, angle, bend = rng.uniform(5, 60), rng.uniform(0, np.pi), rng.uniform(0, 14)
        wave = np.sin(2 * np.pi / period * (x * np.cos(angle) + y * np.sin(angle) + bend * np.sin(x / rng.uniform(10, 70))))
        if rng.random() < 0.5:
            wave = np.where(wave > rng.uniform(0.5, 0.95), -1.0, 0.0)
        paper += rng.uniform(0.01, 0.13) * wave
    if rng.random() < 0.3:
        blots = cv2.resize(rng.random((4, 12)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        paper += rng.uniform(0.05, 0.35) * (blots - 0.5)
    return paper


def degrade(rng, image, pitch):
    """Camera and file at the resolution of the photo; image 0-1."""
    height, width = image.shape
    if rng.random() < 0.65:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, max(0.45, 0.15 * pitch)))
    if rng.random() < 0.2:
        length = int(rng.integers(2, max(3, int(pitch * 0.45) + 1)))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        ends = (np.array([np.cos(angle), np.sin(angle)]) * length / 2, (length - 1) / 2)
        cv2.line(kernel, tuple(int(v) for v in np.round(ends[1] - ends[0])), tuple(int(v) for v in np.round(ends[1] + ends[0])), 1)
        kernel[length // 2, length // 2] = 1
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    if rng.random() < 0.4:
        image = image * (1 + rng.uniform(-0.5, 0.5) * (x / width - 0.5) + rng.uniform(-0.3, 0.3) * (y / height - 0.5))
    if rng.random() < 0.15:
        centre, spread = rng.uniform(0, width), rng.uniform(pitch, pitch * 6)
        lean = rng.uniform(-1.5, 1.5)
        glare = np.exp(-(((x - centre + lean * y) / spread) ** 2)) * rng.uniform(0.2, 0.75)
        image = image * (1 - glare) + 1.1 * glare
    if rng.random() < 0.5:
        image = np.clip(image, 0, 1.2) ** rng.uniform(0.6, 1.6)
    image = image * (rng.uniform(0.15, 1.0) if rng.random() < 0.35 else rng.uniform(0.7, 1.05))
    noise = rng.uniform(0, 0.07) if rng.random() < 0.6 else 0.004
    image = image + rng.normal(0, 1, image.shape).astype(np.float32) * noise * rng.uniform(0.3, 1)
    if rng.random() < 0.25:
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.0))
    pixels = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.55:
        _, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        pixels = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
    return pixels


def line(rng):
    """A crop (uint8, HEIGHT x WIDTH) and the class of each frame (int64, WIDTH / STRIDE)."""
    cells = glyphs(OCR_B[rng.integers(len(OCR_B))] if rng.random() < 0.75 else OTHERS[rng.integers(len(OTHERS))])
    count = int(rng.integers(21, 31))
    indices = text(rng, count)
    ink = int(rng.choice([-1, 0, 0, 1, 2], p=[0.12, 0.33, 0.2, 0.25, 0.1]))
    aspect = rng.uniform(0.82, 1.22)
    p = SOURCE_PITCH
    spacing = rng.uniform(1.75, 2.7) * p
    height, width = int(p * 6.5), p * (count + 8)
    paper = background(rng, height, width)
    middle, left = height / 2, p * 4
    cover = np.zeros((height, width), np.float32)
    strips = [(indices, 0.0)]
    if rng.random() < 0.6:
        strips.append((text(rng, count), -spacing))
    if rng.random() < 0.6:
        strips.append((text(rng, count), spacing))
    for content, offset in strips:
        strip = _row(rng, cells, content, ink, aspect)
        top = int(round(middle + offset - strip.shape[0] / 2))
        y0, y1 = max(0, top), min(height, top + strip.shape[0])
        x0 = int(left + (rng.integers(-3, 4) if offset else 0))
        area = cover[y0:y1, x0 : x0 + strip.shape[1]]
        np.maximum(area, strip[y0 - top : y1 - top], out=area)
    if rng.random() < 0.25:  # something stands beside the line: a picture'"'"'s edge, a hand, a table
        edge = int(left - rng.uniform(0.3, 3) * p)
        paper[:, :edge] *= rng.uniform(0.1, 1.2)
    if rng.random() < 0.25:
        edge = int(left + count * p + rng.uniform(0.3, 3) * p)
        paper[:, edge:] *= rng.uniform(0.1, 1.2)
    if rng.random() < 0.2:  # the zone'"'"'s own lighter or darker band
        band = int(spacing * rng.uniform(0.55, 1.2))
        paper[: max(0, int(middle) - band)] *= rng.uniform(0.4, 1.2)
    darkness = rng.uniform(0.75, 1.0) if rng.random() < 0.7 else rng.uniform(0.3, 0.75)
    image = paper * (1 - cover * darkness)
    # To the sensor: a pitch of 5 to 18 pixels, slightly turned, sheared and in perspective.
    pitch = float(np.exp(rng.uniform(np.log(4.8), np.log(18))))
    s = pitch / p
    turn, shear, keystone = rng.normal(0, 0.008), rng.normal(0, 0.07), rng.normal(0, 0.02)
    out_w, out_h = int(width * s), int(height * s)
    to_sensor = np.array([[s, shear * s, -shear * s * middle], [turn * s, s, -turn * s * width / 2], [keystone / width, 0, 1 - keystone / 2]])
    if s < 1:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / s)
    image = cv2.warpPerspective(image, to_sensor, (out_w, out_h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    image = degrade(rng, image, pitch)
    # To the crop: the reader'"'"'s idea of pitch and row is a little off.
    stretch = PITCH / pitch * rng.normal(1, 0.02)
    tall = PITCH / pitch * rng.normal(1, 0.06)
    shift = rng.normal(0, 1.6)
    whole = count * PITCH + 2 * PITCH
    start = (left - PITCH * rng.uniform(0.2, 2.5) / 1) * s if rng.random() < 0.4 else (left - p + rng.uniform(0, max(1, (whole - WIDTH) * p / PITCH))) * s
    to_crop = np.array([[stretch, 0, -start * stretch], [0, tall, HEIGHT / 2 + shift - middle * s * tall], [0, 0, 1.0]])
    if stretch < 1:
        image = cv2.GaussianBlur(image, (0, 0), 0.35 / stretch)
    crop = cv2.warpAffine(image, to_crop[:2], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    centres = np.stack([left + (np.arange(count) + 0.5) * p, np.full(count, middle), np.ones(count)])
    placed = to_crop @ (lambda q: np.stack([q[0] / q[2], q[1] / q[2], np.ones(count)]))(to_sensor @ centres)
    return crop, _frames(placed[0], indices, stretch * pitch)


def _frames(centres, indices, pitch):
    """Near a character'"'"'s middle its class, between two characters blank, in the slopes nothing."""
    frames = (np.arange(WIDTH // STRIDE) + 0.5) * STRIDE
    nearest = np.abs(frames[:, None] - centres[None]).argmin(1)
    distance = np.abs(frames - centres[nearest]) / pitch
    target = np.where(distance < 0.24, indices[nearest], np.where(distance > 0.4, BLANK, -1))
    return target.astype(np.int64)


def batch(rng, size):
    """Inputs (float32, size x 1 x HEIGHT x WIDTH, each crop with mean 0 and deviation 1) and targets (size x frames)."""
    crops, targets = zip(*(line(rng) for _ in range(size)))
    return normalise(np.stack(crops)), np.stack(targets)


def normalise(crops):
    values = crops.astype(np.float32)
    mean = values.mean((1, 2), keepdims=True)
    deviation = values.std((1, 2), keepdims=True)
    return ((values - mean) / np.maximum(deviation, 4))[:, None]
