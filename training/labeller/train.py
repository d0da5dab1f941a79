"""Draws cards and trains the labeller on them: python training/labeller/train.py --minutes 20 --out FOLDER"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from cards import CLASSES, card
from features import GRAMS, NUMBERS, encode, words_of
from net import PAIRS, Labeller

torch.set_num_threads(1)


def batch(rng, count, held_out=False):
    docs = []
    while len(docs) < count:
        words = words_of(card(rng, held_out))
        if len(words) > 3:
            docs.append((words, encode(words)))
    most = max(len(words) for words, _ in docs)
    grams, numbers = torch.zeros(count, most, GRAMS, dtype=torch.long), torch.zeros(count, most, NUMBERS)
    pairs, absent, target = torch.zeros(count, most, most, PAIRS), torch.ones(count, most), torch.full((count, most), -100)
    for at, (words, (g, n, p)) in enumerate(docs):
        size = len(words)
        grams[at, :size], numbers[at, :size], pairs[at, :size, :size] = torch.from_numpy(g), torch.from_numpy(n), torch.from_numpy(p)
        absent[at, :size] = 0
        target[at, :size] = torch.tensor([CLASSES.index(word[1]) for word in words])
    return grams, numbers, pairs, absent, target


def judged(net, held_out, seed=7):
    """Share of words of values whose class is right, of fresh cards."""
    net.eval()
    rng = np.random.default_rng(seed)
    right = total = 0
    with torch.no_grad():
        for _ in range(6):
            *inputs, target = batch(rng, 32, held_out)
            found = net(*inputs).argmax(2)
            values = target > 2
            right, total = right + int((found[values] == target[values]).sum()), total + int(values.sum())
    net.train()
    return right / total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(asked.seed)
    rng = np.random.default_rng(asked.seed)
    net = Labeller(len(CLASSES))
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    began, step = time.time(), 0
    while (gone := (time.time() - began) / asked.minutes / 60) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, (step + 1) / 100) * (1 - gone) ** 0.7 + 1e-5
        *inputs, target = batch(rng, 16)
        loss = torch.nn.functional.cross_entropy(net(*inputs).flatten(0, 1), target.flatten(), ignore_index=-100)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        step += 1
        if step % 200 == 0:
            print(f"{step} steps, {gone:.0%}: loss {loss.item():.3f}, words right {judged(net, False):.3f}, held-out languages {judged(net, True):.3f}", flush=True)
            torch.save(net.state_dict(), asked.out / "labeller.pt")
    torch.save(net.state_dict(), asked.out / "labeller.pt")
    print(f"{step} steps: words right {judged(net, False):.3f}, held-out languages {judged(net, True):.3f}", flush=True)


if __name__ == "__main__":
    main()
