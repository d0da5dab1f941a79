"""Draws labelled tiles for training: python generate.py --seed 1 --count 16000 --out tiles-1.npz"""

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
"""Share of tiles that show a drawn face; its outlines tell how sharp a capture is, bare surfaces do not."""
MOST_SIDE = 320
"""Pixels a side that a simulated sensor has at most: what a core can do in time."""
LIVE, SCREEN, PRINT, AGAIN = range(4)
SHARE = [0.46, 0.3, 0.12, 0.12]


def view(rng, scene, side, face_width):
    """A square of a scene in linear light, slightly turned, with the face `face_width` pixels wide."""
    zoom = face_width / (scenes.SIDE * scenes.FACE)
    room = scenes.SIDE * 0.36
    centre = scenes.SIDE / 2 + rng.uniform(-room, room, 2) * np.clip(1.1 - side / face_width / 2, 0.2, 1)
    matrix = cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), rng.normal(0, 12), zoom)
    matrix[:, 2] += side / 2 - centre
    if zoom < 0.6:
        scene = blur_before(scene, zoom)
    return cv2.warpAffine(scene, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32) / 65535


def blur_before(scene, zoom):
    return cv2.GaussianBlur(scene, (0, 0), 0.4 / zoom)


def pick(rng, library):
    faces, others, _ = library
    return faces[rng.integers(len(faces))] if rng.random() < FACES else others[rng.integers(len(others))]


def photo_of(rng, library, side, face_width):
    """What an attacker shows: an earlier capture of live, mostly a good one, at its own resolution."""
    part = span(rng, 0.6, 1.4)
    small = max(32, int(side * part))
    first = shoot(rng, view(rng, pick(rng, library), small, face_width * part), span(rng, 0.4, 1))
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


def captured(rng, library, label, side, face_width):
    """One capture by the camera that the reader gets to see, 8-bit RGB."""
    if label == LIVE:
        return shoot(rng, softened(rng, view(rng, pick(rng, library), side, face_width)) if rng.random() < 0.2 else view(rng, pick(rng, library), side, face_width))
    if label == AGAIN and rng.random() < 0.25:
        return shoot(rng, view(rng, library[2][rng.integers(len(library[2]))], side, face_width))
    photo = photo_of(rng, library, side, face_width)
    if label == SCREEN:
        return shoot(rng, screen(rng, photo))
    if label == AGAIN:
        return shoot(rng, np.power(photo.astype(np.float32) / 255, np.float32(2.2)))
    light = printed(rng, photo)
    if rng.random() < 0.2:
        light = cut_out(rng, light, view(rng, pick(rng, library), side, face_width))
    return shoot(rng, light)


def tile(rng, library, label):
    """One tile, 8-bit RGB: captured at the sensor's scale, perhaps resized for sending, brought to a scale of the reader."""
    sensor_face = span(rng, 120, 640)
    sent = sensor_face
    if rng.random() < 0.6:
        sent = float(np.clip(sensor_face * span(rng, 0.3, 1) * (1.6 if rng.random() < 0.2 else 1), 90, 700))
    reader_face = (max(100, sent / 2) if rng.random() < 0.5 else 200) * rng.uniform(0.85, 1.2)
    side = int(np.ceil(TILE * sensor_face / reader_face)) + 1
    if side > MOST_SIDE:
        return tile(rng, library, label)
    picture = captured(rng, library, label, side, sensor_face)
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
    parser.add_argument('--count', type=int, default=16000)
    parser.add_argument('--out', required=True)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.time()
    library = scenes.library(asked.seed)
    print(f'scenes: {time.time() - began:.0f} s', flush=True)
    rng = np.random.default_rng([asked.seed, 1])
    labels = rng.choice(4, asked.count, p=SHARE).astype(np.uint8)
    tiles = np.zeros((asked.count, TILE, TILE, 3), np.uint8)
    for i, label in enumerate(labels):
        tiles[i] = tile(rng, library, label)
        if (i + 1) % 2000 == 0:
            print(f'{i + 1} tiles: {time.time() - began:.0f} s', flush=True)
    np.savez(asked.out, tiles=tiles, labels=labels)


if __name__ == '__main__':
    main()
