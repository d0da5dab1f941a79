"""Scores face crops that training never saw: python evaluate.py --frames shared/images/faces/liveness.tsv run-1.pt run-2.pt

The table has the columns set, file, live. This is for choosing nothing but to watch runs; `npm run bench:liveness` judges the
whole reader.
"""

import argparse
import csv
from pathlib import Path

import cv2
import numpy as np
import torch

from capture import scaled
from model import loaded, weights
from train import SIDE, auc


PLACES = (0.15, 0.5, 0.85)
"""As in src/faces/liveness/crops.ts."""


def tiles_of(picture):
    """Nine tiles a scale: at half size where that is at least 100 px wide, and at 200 px; RGB 0-1."""
    height, width = picture.shape[:2]
    found = []
    half = round(width / 2)
    for wanted in (half, 200) if half >= 100 else (200,):
        small = scaled(picture, wanted, max(SIDE, round(height * wanted / width)))
        rows, columns = small.shape[0], small.shape[1]
        for y in (round((rows - SIDE) * part) for part in PLACES):
            for x in (round((columns - SIDE) * part) for part in PLACES):
                found.append(small[y : y + SIDE, x : x + SIDE])
    return np.stack(found).transpose(0, 3, 1, 2).astype(np.float32) / 255


def said(nets, pixels):
    """Values (nets, tiles) and what each tile counts, (tiles)."""
    residual, deviation = nets[0].residual.parts(pixels)
    return np.stack([net.value(residual).numpy() for net in nets]), weights(deviation).numpy()


def damaged(picture, kind, rng):
    if kind == 'blur':
        return cv2.GaussianBlur(picture, (0, 0), 1)
    if kind == 'noise':
        return np.clip(picture + rng.normal(0, 6, picture.shape), 0, 255).astype(np.uint8)
    if kind == 'half':
        small = scaled(picture, picture.shape[1] // 2, picture.shape[0] // 2)
        return cv2.imdecode(cv2.imencode('.jpg', small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], 1)
    return (picture * 0.5).astype(np.uint8) if kind == 'dark' else picture


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--frames', required=True)
    parser.add_argument('--damage', action='store_true')
    parser.add_argument('runs', nargs='+')
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    nets = [loaded(run) for run in asked.runs]
    rows = list(csv.DictReader(open(asked.frames), delimiter='\t'))
    home = Path(asked.frames).parent
    live, sets = np.array([row['live'] == '1' for row in rows]), np.array([row['set'] for row in rows])
    scores = []
    for row in rows:
        with torch.no_grad():
            pixels = torch.from_numpy(tiles_of(cv2.imread(str(home / row['file']))[..., ::-1]))
            each, counted = said(nets, pixels)
            scores.append(np.stack([(each * counted)[:, part].sum(1) / counted[part].sum() for part in (slice(9), slice(-9, None), slice(None))], 1))
    scores = np.array(scores)
    print('scale      ' + ' '.join(f'{s:>8}' for s in sorted(set(sets))) + '   pooled  rejected@5/10/20%')
    for part, name in enumerate(('half', '200', 'both')):
        for which in [[i] for i in range(len(nets))] + ([list(range(len(nets)))] if len(nets) > 1 else []):
            mean = scores[:, which, part].mean(1)
            each = [f'{auc(mean[sets == s], live[sets == s]):8.3f}' if not live[sets == s].all() else ' ' * 8 for s in sorted(set(sets))]
            lost = [f'{(mean[live] <= np.quantile(mean[~live], 1 - p)).mean() * 100:.0f}' for p in (0.05, 0.1, 0.2)]
            print(f'{name:5} {str(which):5}', ' '.join(each), f' {auc(mean, live):.3f}   ', ' / '.join(lost))
    mean = scores[:, :, 2].mean(1)
    for s in sorted(set(sets)):
        for kind in (True, False):
            some = mean[(sets == s) & (live == kind)]
            if len(some):
                print(s, 'live  ' if kind else 'attack', np.round(np.quantile(some, [0.03, 0.1, 0.5, 0.9, 0.97]), 2))
    if asked.damage:
        rng = np.random.default_rng(0)
        bar = np.quantile(mean[~live], 0.9)
        for kind in ('blur', 'noise', 'half', 'dark'):
            out = []
            for row in rows:
                with torch.no_grad():
                    picture = damaged(cv2.imread(str(home / row['file'])), kind, rng)
                    pixels = torch.from_numpy(tiles_of(picture[..., ::-1]))
                    each, counted = said(nets, pixels)
                    out.append(np.mean(each * counted))
            out = np.array(out)
            print(kind, 'live rejected', f'{(out[live] <= bar).mean():.2f}', 'attacks passed', f'{(out[~live] > bar).mean():.2f}', f'AUC {auc(out, live):.3f}')


if __name__ == '__main__':
    main()
