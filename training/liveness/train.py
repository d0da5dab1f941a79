"""Trains one run: python train.py --tiles tiles-1.npz --seed 1 --out run-1.pt"""

import argparse
import time

import numpy as np
import torch
from torch.nn import functional as F
from torch.optim.swa_utils import AveragedModel

from model import Net

SIDE = 96
LEARNING = 3e-3
LEAST = 0.15
"""Part of the learning rate that is left at the end: steps still wander over flat ground, and their mean lies in its middle."""
AVERAGED = 0.4
"""Last part of the steps whose weights are averaged."""


def batches(tiles, labels, size, rng):
    """
    Endless batches of cut, mirrored and now and then turned tiles, RGB 0-1. The two tiles of a pair (2i and 2i + 1) stay together:
    what they share then cancels out of every step.
    """
    while True:
        order = rng.permutation(len(labels) // 2)
        for at in range(0, len(order) - size // 2 + 1, size // 2):
            some = (2 * order[at : at + size // 2, None] + [0, 1]).ravel()
            room = tiles.shape[1] - SIDE + 1
            y, x = rng.integers(room), rng.integers(room)
            cut = tiles[some, y : y + SIDE, x : x + SIDE]
            if rng.random() < 0.5:
                cut = cut[:, :, ::-1]
            if rng.random() < 0.25:
                cut = cut.transpose(0, 2, 1, 3)
            gain = np.repeat(rng.uniform(0.5, 1.05, (len(some) // 2, 1, 1, 1)), 2, 0).astype(np.float32)
            yield torch.from_numpy(np.ascontiguousarray(cut.transpose(0, 3, 1, 2))).float().mul_(torch.from_numpy(gain / 255)), torch.from_numpy(labels[some].astype(np.int64))


def logits_of(net, pictures):
    """The residual is a small difference of large numbers and needs 32 bits; the rest is three times as fast in 16."""
    residual = net.residual(pictures.contiguous(memory_format=torch.channels_last))
    with torch.autocast('cpu', torch.bfloat16):
        return net.classes(residual).float()


def settle(net, source, steps=60):
    """Statistics of batch normalisation anew, for weights that no step has seen."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.reset_running_stats()
            module.momentum = None
    net.train()
    with torch.no_grad():
        for _ in range(steps):
            logits_of(net, next(source)[0])
    net.eval()


def auc(scores, live):
    """Chance that a live one scores above an attack; ties count half."""
    order = np.argsort(scores, kind='stable')
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    up = int(live.sum())
    return (ranks[live].sum() - up * (up + 1) / 2) / up / (len(scores) - up)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--tiles', required=True, nargs='+')
    parser.add_argument('--seed', type=int, required=True)
    parser.add_argument('--steps', type=int, default=1600)
    parser.add_argument('--batch', type=int, default=64)
    parser.add_argument('--out', required=True)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    packs = [np.load(name) for name in asked.tiles]
    tiles, labels = np.concatenate([p['tiles'] for p in packs]), np.concatenate([p['labels'] for p in packs])
    kept = len(labels) - 1000
    source = batches(tiles[:kept], labels[:kept], asked.batch, np.random.default_rng(asked.seed))
    net = Net().to(memory_format=torch.channels_last)
    mean = AveragedModel(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=LEARNING, weight_decay=2e-3)
    plan = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, (step + 1) / (0.1 * asked.steps), max(LEAST, 1.6 * (1 - step / asked.steps))))
    net.train()
    began, seen = time.time(), []
    for step in range(asked.steps):
        pictures, wanted = next(source)
        loss = F.cross_entropy(logits_of(net, pictures), wanted, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        plan.step()
        if step >= asked.steps * (1 - AVERAGED):
            mean.update_parameters(net)
        seen.append(loss.item())
        if (step + 1) % 100 == 0:
            print(f'{step + 1} steps, loss {np.mean(seen[-100:]):.3f}, {time.time() - began:.0f} s', flush=True)
    settle(mean.module, source)
    held = torch.from_numpy(tiles[kept:, 4:100, 4:100].transpose(0, 3, 1, 2).copy()).float() / 255
    for name, one in (('last weights', net.eval()), ('mean weights', mean.module)):
        with torch.no_grad():
            scores = torch.cat([one(part) for part in held.split(100)]).numpy()
        print(f'AUC on held-out tiles of the simulation, {name}: {auc(scores, labels[kept:] == 0):.3f}')
    torch.save(mean.module.state_dict(), asked.out)


if __name__ == '__main__':
    main()
