"""Draws labelled tiles for training: python generate.py --recipe drawn --seed 1 --count 16000 --photographs photographs --out tiles-1.npz"""

import argparse
import time

import cv2
import numpy as np

import scenes
from capture import blur, jpeg, resized, scaled, shoot, span, worn
from recapture import cut_out, printed, reflections, screen
from recipes import RECIPES

TILE = 104
"""Side of a stored tile; training cuts 96 pixels from it."""
FACES = 0.1
"""Share of tiles that show a drawn face; its outlines tell how sharp a capture is, bare surfaces do not."""
DENSE = 0.33
"""Share of screens without a grid to see."""
SOFT = 0.2
"""Share of live captures whose scene is as soft as an attack."""
LIVE, SCREEN, PRINT, AGAIN = range(4)
SHARE = [0.46, 0.3, 0.12, 0.12]


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


def anything(rng, library, recipe, side, face_width):
    """
    What a camera meets that has `face_width` pixels across a face. The grain of drawn skin grows with them; that of a
    photograph only somewhat: more pixels are seldom as sharp as fewer.
    """
    if rng.random() < FACES:
        return view(rng, one_of(rng, library.faces), side, face_width)
    if rng.random() < recipe.drawn:
        return surface(rng, one_of(rng, library.surfaces), side, face_width / (scenes.SIDE * scenes.FACE))
    return surface(rng, one_of(rng, library.photographs), side, span(rng, 0.5, 1.5) * np.sqrt(face_width / 250))


def one_of(rng, some):
    return some[rng.integers(len(some))]


def photo_of(rng, library, recipe, side, face_width):
    """What an attacker shows: an earlier capture of live, mostly a good one, at its own resolution."""
    part = span(rng, *recipe.part)
    small = max(32, int(side * part))
    first = shoot(rng, anything(rng, library, recipe, small, face_width * part), recipe, span(rng, 0.4, 1))
    return scaled(first, side, side)


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


def captured(rng, library, recipe, label, side, face_width):
    """One capture by the camera that the reader gets to see, 8-bit RGB."""
    if label == LIVE:
        light = anything(rng, library, recipe, side, face_width)
        return shoot(rng, softened(rng, light) if rng.random() < SOFT else light, recipe)
    if label == AGAIN and rng.random() < recipe.masks:
        return shoot(rng, view(rng, one_of(rng, library.masks), side, face_width), recipe)
    photo = photo_of(rng, library, recipe, side, face_width)
    if label == SCREEN:
        dense = rng.random() < DENSE
        return shoot(rng, screen(rng, photo, recipe, dense), recipe, lens=1 if dense else span(rng, recipe.focus[0], 1))
    if label == AGAIN:
        return shoot(rng, np.power(photo.astype(np.float32) / 255, np.float32(2.2)), recipe)
    light = printed(rng, photo, recipe)
    if rng.random() < 0.2:
        light = cut_out(rng, light, anything(rng, library, recipe, side, face_width))
    return shoot(rng, light, recipe, lens=span(rng, recipe.focus[1], 1))


def tile(rng, library, recipe, label):
    """One tile, 8-bit RGB: captured at the sensor's scale, perhaps resized for sending, brought to a scale of the reader."""
    sensor_face = span(rng, *recipe.face)
    sent = sensor_face
    if rng.random() < 0.6:
        sent = float(np.clip(sensor_face * span(rng, 0.3, 1) * (1.6 if rng.random() < 0.2 else 1), 90, 700))
    reader_face = (max(100, sent / 2) if rng.random() < 0.5 else 200) * rng.uniform(0.85, 1.2)
    side = int(np.ceil(TILE * sensor_face / reader_face)) + 1
    if side > recipe.most_side:
        return tile(rng, library, recipe, label)
    picture = captured(rng, library, recipe, label, side, sensor_face)
    if sent != sensor_face:
        picture = resized(rng, picture, int(np.ceil(TILE * sent / reader_face)) + 1)
    if rng.random() < (0.3 if label == LIVE else 0.15):
        picture = worn(rng, picture)
    if rng.random() < 0.5:
        picture = jpeg(picture, 92, True)
    return scaled(picture, TILE, TILE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, required=True)
    parser.add_argument('--recipe', choices=RECIPES, required=True)
    parser.add_argument('--photographs', help='folder that photographs.py filled, for the recipe `mixed`')
    parser.add_argument('--count', type=int, default=16000)
    parser.add_argument('--out', required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.time()
    recipe = RECIPES[asked.recipe]
    library = scenes.library(asked.seed, asked.photographs if recipe.drawn < 1 else None)
    print(f'scenes: {time.time() - began:.0f} s', flush=True)
    rng = np.random.default_rng([asked.seed, 1])
    labels = rng.choice(4, asked.count, p=SHARE).astype(np.uint8)
    tiles = np.zeros((asked.count, TILE, TILE, 3), np.uint8)
    for i, label in enumerate(labels):
        tiles[i] = tile(rng, library, recipe, label)
        if (i + 1) % 2000 == 0:
            print(f'{i + 1} tiles: {time.time() - began:.0f} s', flush=True)
    np.savez(asked.out, tiles=tiles, labels=labels)


if __name__ == '__main__':
    main()
