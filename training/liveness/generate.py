"""Draws labelled tiles for training, in pairs: python generate.py --seed 1 --pairs 12000 --photographs photographs --out tiles-1.npz"""

import argparse
import time

import cv2
import numpy as np

import scenes
from capture import blur, jpeg, resized, scaled, shoot, span, worn
from recapture import cut_out, printed, reflections, screen

TILE = 104
"""Side of a stored tile; training cuts 96 pixels from it."""
FACES = 0.1
"""Share of pairs that show a drawn face; its outlines tell how sharp a capture is, bare surfaces do not."""
PHOTOGRAPHS = 0.5
"""Share of the others that are taken from a photograph."""
MASKS = 0.1
"""Share of smooth faces among second captures."""
DENSE = 0.33
"""Share of screens without a grid to see."""
SOFT = 0.3
"""Share of live captures whose scene is as soft as an attack."""
SENSOR_FACE = (120, 760)
"""Pixels across a face on the sensor."""
MOST_SIDE = 340
"""Pixels a side that a simulated sensor has at most: what a core can do in time."""
PART = (0.4, 1.3)
"""Resolution of the picture that an attacker shows, over that of the camera that sees it."""
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


def anything(seed, library, side, face_width):
    """
    What a camera meets that has `face_width` pixels across a face; the same seed shows the same at another resolution. The grain
    of drawn skin grows with them; that of a photograph only somewhat: more pixels are seldom as sharp as fewer.
    """
    rng = np.random.default_rng(seed)
    if rng.random() < FACES:
        return view(rng, one_of(rng, library.faces), side, face_width)
    if rng.random() < PHOTOGRAPHS:
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


def attack(rng, library, label, seed, side, face_width):
    """
    Linear light of an attack before the camera, and how far out of focus the camera is against the usual: a grid or dots that
    are out of focus are gone. What is shown is an earlier capture, mostly a good one, at its own resolution.
    """
    if label == AGAIN and rng.random() < MASKS:
        return view(rng, one_of(rng, library.masks), side, face_width), 1
    part = span(rng, *PART)
    small = max(32, int(side * part))
    photo = scaled(shoot(rng, anything(seed, library, small, face_width * part), worse=span(rng, 0.4, 1)), side, side)
    if label == SCREEN:
        dense = rng.random() < DENSE
        return screen(rng, photo, dense), 1 if dense else span(rng, 0.5, 1)
    if label == AGAIN:
        return np.power(photo.astype(np.float32) / 255, np.float32(2.2)), 1
    light = printed(rng, photo)
    if rng.random() < 0.2:
        light = cut_out(rng, light, anything(rng.integers(2**32), library, side, face_width))
    return light, span(rng, 0.6, 1)


def pair(rng, library, label):
    """
    A tile of a scene, live, and one of an attack that shows the same scene, 8-bit RGB. One camera takes both, and both go the same
    way afterwards, so that nothing but the attack tells them apart.
    """
    sensor_face = span(rng, *SENSOR_FACE)
    sent = sensor_face
    if rng.random() < 0.6:
        sent = float(np.clip(sensor_face * span(rng, 0.3, 1) * (1.6 if rng.random() < 0.2 else 1), 90, 700))
    reader_face = (max(100, sent / 2) if rng.random() < 0.5 else 200) * rng.uniform(0.85, 1.2)
    side = int(np.ceil(TILE * sensor_face / reader_face)) + 1
    if side > MOST_SIDE:
        return pair(rng, library, label)
    seed, camera = rng.integers(2**32, size=2)
    light = anything(seed, library, side, sensor_face)
    if rng.random() < SOFT:
        light = softened(rng, light)
    shown, lens = attack(rng, library, label, seed, side, sensor_face)
    small = int(np.ceil(TILE * sent / reader_face)) + 1 if sent != sensor_face else None
    return [taken(np.random.default_rng(camera), scene, focus, small) for scene, focus in ((light, 1), (shown, lens))]


def taken(rng, light, lens, small):
    """One capture as the reader sees it: perhaps resized to `small` for sending and spoilt, then brought to the reader's scale."""
    picture = shoot(rng, light, lens=lens)
    if small:
        picture = resized(rng, picture, small)
    if rng.random() < 0.25:
        picture = worn(rng, picture)
    if rng.random() < 0.5:
        picture = jpeg(picture, 92, True)
    return scaled(picture, TILE, TILE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, required=True)
    parser.add_argument('--photographs', required=True, help='folder that photographs.py filled')
    parser.add_argument('--pairs', type=int, default=12000)
    parser.add_argument('--out', required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.time()
    library = scenes.library(asked.seed, asked.photographs)
    print(f'scenes: {time.time() - began:.0f} s', flush=True)
    rng = np.random.default_rng([asked.seed, 1])
    labels = np.zeros(2 * asked.pairs, np.uint8)
    labels[1::2] = rng.choice([SCREEN, PRINT, AGAIN], asked.pairs, p=SHARE)
    tiles = np.zeros((2 * asked.pairs, TILE, TILE, 3), np.uint8)
    for at in range(0, len(labels), 2):
        tiles[at : at + 2] = pair(rng, library, labels[at + 1])
        if (at + 2) % 4000 == 0:
            print(f'{at + 2} tiles: {time.time() - began:.0f} s', flush=True)
    np.savez(asked.out, tiles=tiles, labels=labels)


if __name__ == '__main__':
    main()
