"""How well runs tell live from attacks by how much detail a tile has: python detail.py --tiles tiles-9.npz run-1.pt run-2.pt run-3.pt

The tiles must be of a seed that no run was trained on. `detail` is measured as in src/faces/liveness/capture-quality.ts, whose bound is read off here.
"""

import argparse

import cv2
import numpy as np
import torch

from model import loaded
from train import SIDE, auc

NEAR, FAR = np.array([1, 2, 1], np.float32) / 4, np.array([1, 0, 2, 0, 1], np.float32) / 4
BOUNDS = (0, 0.4, 0.45, 0.5, 0.6, 0.8, np.inf)


def detail(tile):
    gray = cv2.cvtColor(tile, cv2.COLOR_RGB2GRAY).astype(np.float32)
    once = cv2.sepFilter2D(gray, -1, NEAR, NEAR)
    twice = cv2.sepFilter2D(once, -1, FAR, FAR)
    finest, following = ((a - b)[3:-3, 3:-3] for a, b in ((gray, once), (once, twice)))
    return np.sqrt((finest**2).mean() / max((following**2).mean(), 1e-9))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--tiles', required=True, nargs='+')
    parser.add_argument('runs', nargs='+')
    asked = parser.parse_args()
    torch.set_num_threads(1)
    packs = [np.load(name) for name in asked.tiles]
    tiles, live = np.concatenate([p['tiles'] for p in packs])[:, 4 : 4 + SIDE, 4 : 4 + SIDE], np.concatenate([p['labels'] for p in packs]) == 0
    values = 0
    for run in asked.runs:
        net = loaded(run)
        with torch.no_grad():
            values = values + np.concatenate([net(torch.from_numpy(part.transpose(0, 3, 1, 2).astype(np.float32) / 255)).numpy() for part in np.array_split(tiles, len(tiles) // 100)])
    details = np.array([detail(tile) for tile in tiles])
    print(f'all {len(tiles)} tiles: AUC {auc(values, live):.3f}')
    for low, high in zip(BOUNDS, BOUNDS[1:]):
        some = (details >= low) & (details < high)
        print(f'detail {low} to {high}: {some.sum()} tiles, {live[some].mean() * 100:.0f} % live, AUC {auc(values[some], live[some]):.3f}')


if __name__ == '__main__':
    main()
