"""Draws labelled tiles for training, in pairs: python generate.py --recipe pairs --seed 1 --pairs 12000 --photographs photographs --out tiles-1.npz"""

import argparse
import time
from typing import NamedTuple

import cv2
import numpy as np

import scenes
from capture import blur, blurred, chance, dimmed, jpeg, resized, scaled, shoot, span, worn
from recapture import cut_out, printed, reflections, screen
from recipes import RECIPES

TILE = 104
"""Side of a stored tile; training cuts 96 pixels from it."""
FACES = 0.1
"""Share of pairs that show a drawn face; its outlines tell how sharp a capture is, bare surfaces do not."""
DENSE = 0.33
"""Share of screens without a grid to see."""
LIVE, SCREEN, PRINT, AGAIN = range(4)
SHARE = [0.56, 0.22, 0.22]
"""Of screens, prints and second captures among attacks."""


def view(rng, scene, side, face_width):
    """A square of a face in linear light, slightly turned, the face `face_width` pixels wide."""
    room = scenes.SIDE * 0.36
    centre = scenes.SIDE / 2 + rng.uniform(-room, room, 2) * np.clip(1.1 - side / face_width / 2, 0.2, 1)
    return seen(rng, scene, side, face_width / (scenes.SIDE * scenes.FACE), centre)


def surface(rng, scene, side, zoom):
    """A square of a surface in linear light."""
    zoom = max(zoom, side / scene.shape[0] * 0.8)
    reach = min(side / zoom, scene.shape[0]) / 2
    return seen(rng, scene, side, zoom, rng.uniform(reach, scene.shape[0] - reach + 1e-6, 2))


def seen(rng, scene, side, zoom, centre):
    """A square of a scene about `centre`, slightly turned, `zoom` times as large."""
    reach = 0.75 * side / zoom + 4
    top, left = (max(0, int(c - reach)) for c in centre[::-1])
    scene = scene[top : int(centre[1] + reach), left : int(centre[0] + reach)]
    centre = np.subtract(centre, (left, top))
    if zoom < 0.8:
        scene = cv2.GaussianBlur(scene, (0, 0), 0.4 / zoom)
    matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), rng.normal(0, 12), zoom)
    matrix[:, 2] += side / 2 - centre
    return cv2.warpAffine(scene, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32) / 65535


def anything(seed, library, recipe, side, face_width):
    """
    What a camera meets that has `face_width` pixels across a face; the same seed shows the same at another resolution. The grain
    of drawn skin grows with them; that of a photograph only somewhat: more pixels are seldom as sharp as fewer.
    """
    rng = np.random.default_rng(seed)
    if rng.random() < FACES:
        return view(rng, one_of(rng, library.faces), side, face_width)
    if rng.random() < recipe.photographs:
        return surface(rng, one_of(rng, library.photographs), side, span(rng, 0.5, 1.5) * np.sqrt(face_width / 250))
    return surface(rng, one_of(rng, library.surfaces), side, face_width / (scenes.SIDE * scenes.FACE))


def one_of(rng, some):
    return some[rng.integers(len(some))]


def softened(rng, light):
    """
    The blur that an attack collects on its way, without its traces: else the network learns that soft means attack, and
    calls every face an attack that is out of focus, far away or enlarged.
    """
    if rng.random() < 0.8:
        light = blur(light, span(rng, 0.25, 1.7) * span(rng, 0.4, 1))
    if rng.random() < 0.4:
        side, part = light.shape[0], rng.uniform(0.4, 1)
        light = scaled(scaled(light, max(24, int(side * part)), max(24, int(side * part))), side, side)
    if rng.random() < 0.4:
        light = blur(light, span(rng, 0.3, 1.1))
    return reflections(rng, light) if rng.random() < 0.3 else light


class Shot(NamedTuple):
    """What two tiles of a pair have in common."""

    side: int
    """Pixels a side on the sensor."""
    face: float
    """Pixels across a face on the sensor."""
    small: int | None
    """Pixels a side as sent, if the picture is resized for that."""
    scene: int
    camera: int
    """Seeds."""


def shot(rng, recipe):
    while True:
        face = sent = span(rng, *recipe.face)
        if rng.random() < 0.6:
            sent = float(np.clip(face * span(rng, 0.3, 1) * (1.6 if rng.random() < 0.2 else 1), 90, 700))
        size = as_read(rng, sent)
        # What is shown as it came must not be resampled by a pixel, or its noise would be another.
        rest = 0 if size == sent else 1
        side = int(np.ceil(TILE * face / size)) + rest
        if side <= recipe.most_side:
            return Shot(side, face, int(np.ceil(TILE * sent / size)) + rest if sent != face else None, *rng.integers(2**32, size=2))


def as_read(rng, sent):
    """
    Pixels across a face where the network looks: half of what was sent, or 200. Faces sent smaller than that are mostly shown as they came, though the
    reader enlarges them: tiles that were never resampled are the plainest to learn from.
    """
    if rng.random() < 0.5:
        return max(100, sent / 2) * rng.uniform(0.85, 1.2)
    if sent < 100 or sent > 200:
        return min(200, max(100, sent)) * rng.uniform(0.85, 1.2)
    return sent if rng.random() < 0.7 else sent * rng.uniform(0.85, 1.1)


def live(rng, library, recipe, of):
    """Light of a scene."""
    light = anything(of.scene, library, recipe, of.side, of.face)
    return softened(rng, light) if rng.random() < recipe.soft else light


def attack(rng, library, recipe, label, of):
    """
    Light of what shows an earlier capture, mostly a good one, at its own resolution; and how far out of focus the camera is against
    the usual.
    """
    if label == AGAIN and rng.random() < recipe.masks:
        return view(rng, one_of(rng, library.masks), of.side, of.face), 1
    part = span(rng, *recipe.part)
    small = max(32, int(of.side * part))
    photo = scaled(shoot(rng, anything(of.scene, library, recipe, small, of.face * part), recipe, worse=span(rng, 0.4, 1)), of.side, of.side)
    if label == SCREEN:
        dense = rng.random() < DENSE
        return screen(rng, photo, recipe, dense), 1 if dense else span(rng, recipe.focus[0], 1)
    if label == AGAIN:
        return np.power(photo.astype(np.float32) / 255, np.float32(2.2)), 1
    light = printed(rng, photo, recipe)
    if rng.random() < 0.2:
        light = cut_out(rng, light, anything(rng.integers(2**32), library, recipe, of.side, of.face))
    return light, span(rng, recipe.focus[1], 1)


def taken(recipe, light, lens, blur_share, of):
    """One capture as the reader sees it: perhaps resized for sending and spoilt, then brought to the reader's scale."""
    rng = np.random.default_rng(of.camera)
    picture = shoot(rng, light, recipe, lens=lens)
    if of.small:
        picture = resized(rng, picture, of.small)
    if chance(rng, recipe.worn):
        picture = worn(rng, picture)
    if chance(rng, blur_share):
        picture = blurred(rng, picture)
    if chance(rng, recipe.dimmed):
        picture = dimmed(rng, picture)
    if rng.random() < 0.5:
        picture = jpeg(picture, 92, True)
    return scaled(picture, TILE, TILE)


def pair(rng, library, recipe, label):
    """A live tile and an attack, 8-bit RGB."""
    one = shot(rng, recipe)
    real = taken(recipe, live(rng, library, recipe, one), 1, recipe.blurred[0], one)
    other = one if recipe.paired else shot(rng, recipe)
    light, lens = attack(rng, library, recipe, label, other)
    return real, taken(recipe, light, lens, recipe.blurred[1], other)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, required=True)
    parser.add_argument('--recipe', choices=RECIPES, required=True)
    parser.add_argument('--photographs', required=True, help='folder that photographs.py filled')
    parser.add_argument('--pairs', type=int, default=12000)
    parser.add_argument('--out', required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.time()
    recipe = RECIPES[asked.recipe]
    library = scenes.library(asked.seed, asked.photographs)
    print(f'scenes: {time.time() - began:.0f} s', flush=True)
    rng = np.random.default_rng([asked.seed, 1])
    labels = np.zeros(2 * asked.pairs, np.uint8)
    labels[1::2] = rng.choice([SCREEN, PRINT, AGAIN], asked.pairs, p=SHARE)
    tiles = np.zeros((2 * asked.pairs, TILE, TILE, 3), np.uint8)
    for at in range(0, len(labels), 2):
        tiles[at : at + 2] = pair(rng, library, recipe, labels[at + 1])
        if (at + 2) % 4000 == 0:
            print(f'{at + 2} tiles: {time.time() - began:.0f} s', flush=True)
    np.savez(asked.out, tiles=tiles, labels=labels)


if __name__ == '__main__':
    main()
