"""A camera, simulated: from linear light to the 8-bit picture that a phone or webcam writes."""

import cv2
import numpy as np

def span(rng, low, high):
    """A number drawn log-uniformly."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def encode(linear):
    """The sRGB curve (IEC 61966-2-1) on values 0-1."""
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * np.power(linear, 1 / 2.4, dtype=np.float32) - 0.055).astype(np.float32)


def decode(picture):
    return np.where(picture <= 0.04045, picture / 12.92, np.power((picture + 0.055) / 1.055, 2.4, dtype=np.float32)).astype(np.float32)


def blur(picture, sigma):
    return cv2.GaussianBlur(picture, (0, 0), sigma) if sigma > 0.15 else picture


def motion(rng, picture):
    """A hand that shook: a short straight line as kernel."""
    length = span(rng, 1.5, 7)
    size = int(length) // 2 * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    turn, mid = rng.uniform(0, np.pi), size / 2 - 0.5
    reach = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    ends = [tuple(int(v) for v in np.round((mid + sign * reach) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1, 1, cv2.LINE_AA, 4)
    kernel[size // 2, size // 2] += 0.2
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REFLECT)


def jpeg(picture, quality, full_chroma=False):
    """Through a JPEG and back; 8-bit RGB."""
    options = [cv2.IMWRITE_JPEG_QUALITY, int(quality)]
    options += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, 0x111111 if full_chroma else 0x221111]
    return cv2.imdecode(cv2.imencode('.jpg', picture, options)[1], cv2.IMREAD_COLOR)


def scaled(picture, width, height):
    """Area average where it gets smaller, bilinear where it grows: as the reader does at run time."""
    smaller = width <= picture.shape[1]
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)


def sensor(rng, light, noise):
    """Colour filter array, shot and read noise, demosaicing. `noise` is the deviation at full white, 0-1."""
    gains = rng.uniform(0.55, 1, 3).astype(np.float32)
    raw = light * gains
    if rng.random() < 0.8:
        mosaic = raw[..., 1].copy()
        mosaic[0::2, 0::2], mosaic[1::2, 1::2] = raw[0::2, 0::2, 0], raw[1::2, 1::2, 2]
        mosaic += rng.standard_normal(mosaic.shape, np.float32) * np.sqrt(np.clip(mosaic, 0, None) * noise**2 + (noise * 0.15) ** 2)
        bits = (np.clip(mosaic, 0, 1) * 65535).astype(np.uint16)
        way = cv2.COLOR_BayerRG2RGB_EA if rng.random() < 0.7 else cv2.COLOR_BayerRG2RGB
        raw = cv2.cvtColor(bits, way)[..., ::-1].astype(np.float32) / 65535
    else:
        raw = raw + rng.standard_normal(raw.shape, np.float32) * np.sqrt(np.clip(raw, 0, None) * noise**2 + (noise * 0.15) ** 2)
    return raw / gains


def coloured(rng, light, bounds):
    """The colour matrix of a camera: it takes the sensor's dull colours apart, and their noise with them."""
    luma = light @ np.array([0.25, 0.65, 0.1], np.float32)
    return luma[..., None] + span(rng, *bounds) * (light - luma[..., None])


def develop(rng, picture):
    """Tone, denoising, sharpening, on values 0-1 already gamma encoded."""
    if rng.random() < 0.5:
        bend = rng.uniform(-0.15, 0.35)
        picture = picture + bend * picture * (1 - picture) * (2 * picture - 1) * 2
    if rng.random() < 0.4:
        luma = picture.mean(2, keepdims=True)
        picture = luma + blur(picture - luma, span(rng, 0.5, 4))
    kind = rng.random()
    if kind < 0.3:
        picture = cv2.bilateralFilter(np.ascontiguousarray(picture), 5, span(rng, 0.02, 0.15), span(rng, 1, 3))
    elif kind < 0.4:
        picture = cv2.medianBlur((np.clip(picture, 0, 1) * 255).astype(np.uint8), 3).astype(np.float32) / 255
    if rng.random() < 0.55:
        picture = picture + span(rng, 0.1, 1.6) * (picture - blur(picture, span(rng, 0.6, 2.2)))
    return picture * rng.uniform(0.95, 1.05, 3).astype(np.float32)


def shoot(rng, light, recipe, worse=1.0, lens=1.0):
    """One capture: linear light 0-1 of any range in, 8-bit RGB of the same size out. `worse` scales blur and noise, `lens` blur."""
    exposure = span(rng, 0.25, 1.8) if rng.random() < 0.85 else span(rng, 0.06, 0.3)
    light = light * np.float32(exposure / max(0.08, float(np.percentile(light[::4, ::4], 90)) * 1.1))
    light = blur(light, span(rng, 0.25, 1.7) * worse * lens)
    if rng.random() < 0.2 * worse:
        light = motion(rng, light)
    if rng.random() < 0.15:
        light = light * (1 - (v := span(rng, 0.01, 0.2))) + v
    picture = encode(coloured(rng, sensor(rng, light, span(rng, 0.003, 0.12) * worse), recipe.colours))
    return written(rng, develop(rng, picture), recipe.quality)


def written(rng, picture, least):
    """8 bits and a JPEG."""
    picture = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    return jpeg(picture, rng.uniform(least, 98), rng.random() < 0.3)


def resized(rng, picture, side):
    """Brought to another size and written again, as browsers, messengers and video calls do."""
    picture = scaled(picture, side, side)
    if rng.random() < 0.7:
        picture = jpeg(picture, rng.uniform(50, 97), rng.random() < 0.4)
    return picture


def chance(rng, share):
    """Whether it happens, for a share of all; where that is 0, nothing is drawn."""
    return share > 0 and rng.random() < share


def worn(rng, picture):
    """What spoils a picture without making it an attack: out of focus, noisy, dark, halved; one or two of them."""
    for _ in range(int(rng.integers(1, 3))):
        kind = rng.random()
        if kind < 0.35:
            picture = blur(picture, span(rng, 0.5, 1.6))
        elif kind < 0.65:
            picture = np.clip(picture + grains(rng, picture.shape) * span(rng, 1.5, 10), 0, 255).astype(np.uint8)
        elif kind < 0.8:
            picture = (picture * rng.uniform(0.3, 0.8)).astype(np.uint8)
        else:
            picture = halved(rng, picture)
    return picture


def blurred(rng, picture):
    """Out of focus or halved, once or twice."""
    for _ in range(int(rng.integers(1, 3))):
        picture = blur(picture, span(rng, 0.5, 1.6)) if rng.random() < 0.65 else halved(rng, picture)
    return picture


def dimmed(rng, picture):
    """Darkness and grain."""
    if rng.random() < 0.6:
        picture = picture * span(rng, 0.25, 0.9)
    if rng.random() < 0.5:
        picture = picture + grains(rng, picture.shape) * span(rng, 0.7, 8)
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


def grains(rng, shape):
    """Noise of deviation 1, now and then coarse."""
    noise = rng.standard_normal(shape, np.float32)
    return blur(noise, 0.6) * 1.6 if rng.random() < 0.3 else noise


def halved(rng, picture):
    """Sent smaller and enlarged again."""
    side = picture.shape[0]
    half = max(24, int(side * rng.uniform(0.45, 0.7)))
    return scaled(jpeg(scaled(picture, half, half), rng.uniform(60, 92)), side, side)
