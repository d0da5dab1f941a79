"""Trains the line network on generated lines: python training/mrz/train.py --steps 800 --out training/mrz/out"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from lines import batch
from net import LineNet

sys.path.append(str(Path(__file__).parents[1]))
from fit import fit  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=800)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--rate", type=float, default=4e-3)
parser.add_argument("--seed", type=int, default=9303)
parser.add_argument("--out", type=Path, default=Path(__file__).parent / "out")
options = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(options.seed)
rng = np.random.default_rng(options.seed)
options.out.mkdir(parents=True, exist_ok=True)


net = LineNet()


def batches():
    while True:
        yield batch(rng, options.batch)


def loss_of(inputs, targets):
    return F.cross_entropy(net(inputs).reshape(-1, 38), targets.reshape(-1), ignore_index=-1, label_smoothing=0.02)


fit(net, batches(), loss_of, options.out / "line.pt", steps=options.steps, rate=options.rate, decay=0.99, told=25, kept=100)
