"""Characters read at their known places on fresh lines: python training/mrz/evaluate.py --lines 3000"""

import argparse
from pathlib import Path

import numpy as np
import torch
from lines import ALPHABET, BLANK, batch
from net import LineNet

parser = argparse.ArgumentParser()
parser.add_argument("--weights", type=Path, default=Path(__file__).parent / "out" / "line.pt")
parser.add_argument("--lines", type=int, default=3000)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()

torch.set_num_threads(1)
net = LineNet()
net.load_state_dict(torch.load(options.weights, weights_only=True))
net.eval()
rng = np.random.default_rng(options.seed)
right, margins = [], []
confused = np.zeros((37, 37), int)
for _ in range(options.lines // 32):
    inputs, targets = batch(rng, 32)
    with torch.no_grad():
        scores = torch.log_softmax(net(torch.from_numpy(inputs)), -1).numpy()[..., :BLANK]
    spot = (targets >= 0) & (targets < BLANK)
    # One frame for each character: the middle of its run.
    middle = spot & np.roll(spot, 1, 1) & np.roll(spot, -1, 1)
    first = middle & ~np.roll(middle, 1, 1)
    chosen, truth = scores[first], targets[first]
    best = chosen.argmax(-1)
    ordered = np.sort(chosen, -1)
    right.append(best == truth)
    margins.append(ordered[:, -1] - ordered[:, -2])
    np.add.at(confused, (truth, best), 1)
right, margins = np.concatenate(right), np.concatenate(margins)
print(f"characters {len(right)}, wrong {100 * (1 - right.mean()):.3f} %")
for margin in (0, 0.5, 1, 1.5, 2, 3, 4):
    sure = margins >= margin
    print(f"margin >= {margin}: kept {100 * sure.mean():6.2f} %, wrong among them {100 * (1 - right[sure].mean()):.4f} %")
np.fill_diagonal(confused, 0)
for pair in np.argsort(confused, axis=None)[::-1][:12]:
    a, b = divmod(pair, 37)
    print(f"{ALPHABET[a]} read as {ALPHABET[b]}: {confused[a, b]}")
