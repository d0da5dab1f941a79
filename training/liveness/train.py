"""Trains one run: python train.py --tiles tiles-1.npz --seed 1 --out run-1.pt"""

import argparse
import time

import numpy as np
import torch
from torch.nn import functional as F

from model import Net

SIDE = 96


def batches(tiles, labels, size, rng):
    """Endless batches of cut, mirrored and now and then turned tiles, RGB 0-1."""
    while True:
        order = rng.permutation(len(labels))
        for at in range(0, len(order) - size + 1, size):
            some = order[at : at + size]
            room = tiles.shape[1] - SIDE + 1
            y, x = rng.integers(room), rng.integers(room)
            cut = tiles[some, y : y + SIDE, x : x + SIDE]
            if rng.random() < 0.5:
                cut = cut[:, :, ::-1]
            if rng.random() < 0.25:
                cut = cut.transpose(0, 2, 1, 3)
            gain = rng.uniform(0.5, 1.05, (len(some), 1, 1, 1)).astype(np.float32)
            yield torch.from_numpy(np.ascontiguousarray(cut.transpose(0, 3, 1, 2))).float().mul_(torch.from_numpy(gain / 255)), torch.from_numpy(labels[some].astype(np.int64))


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
    parser.add_argument('--steps', type=int, default=1800)
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
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=2e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=asked.steps, pct_start=0.15)
    net.train()
    began, seen = time.time(), []
    for step in range(asked.steps):
        pictures, wanted = next(source)
        # The residual is a small difference of large numbers and needs 32 bits; the rest is three times as fast in 16.
        residual = net.residual(pictures.contiguous(memory_format=torch.channels_last))
        with torch.autocast('cpu', torch.bfloat16):
            logits = net.classes(residual)
        loss = F.cross_entropy(logits.float(), wanted, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        plan.step()
        seen.append(loss.item())
        if (step + 1) % 100 == 0:
            print(f'{step + 1} steps, loss {np.mean(seen[-100:]):.3f}, {time.time() - began:.0f} s', flush=True)
    net.eval()
    with torch.no_grad():
        held = torch.from_numpy(tiles[kept:, 4:100, 4:100].transpose(0, 3, 1, 2).copy()).float() / 255
        scores = torch.cat([net(part) for part in held.split(100)]).numpy()
    print(f'AUC on held-out tiles of the simulation: {auc(scores, labels[kept:] == 0):.3f}')
    torch.save(net.state_dict(), asked.out)


if __name__ == '__main__':
    main()
