"""Trains the labeller on drawn cards: train.py --cards FOLDER --judge FILE --minutes 20 --out FOLDER. The files are of features.ts. Minutes are of the processor."""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from cards import CLASSES
from net import GRAMS, NUMBERS, PLACES, Labeller

torch.set_num_threads(1)
WIDE = 1 + GRAMS + NUMBERS + PLACES
ROLES = slice(24, 38)
"""Among the numbers of a word: which label it is, and whether a code."""
DOWN, PIECE, VALUES = 2, 4, range(2, 14)
"""Among the numbers: how far down a word stands, in widths. Among the places: its piece. Classes of words of values."""


def cards_of(paths):
    """The cards of files as views of their rows."""
    out = []
    for path in paths:
        values, at = np.fromfile(path, dtype=np.float32), 0
        while at < len(values):
            count = int(values[at])
            out.append(values[at + 1 : at + 1 + count * WIDE].reshape(count, WIDE))
            at += 1 + count * WIDE
    return out


def varied(card, rng):
    """The card stretched, and some of its pieces lost: labels and other words more often than values."""
    card = card.copy()
    numbers, places = card[:, 1 + GRAMS : 1 + GRAMS + NUMBERS], card[:, 1 + GRAMS + NUMBERS :]
    across, down = np.exp(rng.normal(0, 0.12, 2))
    places[:, [0, 2]] *= across
    places[:, 1] *= down
    numbers[:, DOWN] *= down / across
    rate = rng.choice([0, 0.05, 0.2], p=[0.5, 0.3, 0.2])
    pieces = places[:, PIECE].astype(int)
    chance = np.where(np.isin(card[:, 0], VALUES), rate / 4, rate)
    kept = rng.random(pieces.max() + 1)[pieces] >= chance
    return card[kept] if kept.sum() > 3 else card


def batch(cards, rng=None):
    """Tensors of some cards. With `rng` they are varied: see `varied`. Some labels are not known by the table, and some words or parts of them not by their letters."""
    cards = cards if rng is None else [varied(card, rng) for card in cards]
    most = max(len(card) for card in cards)
    all_ = np.zeros((len(cards), most, WIDE), dtype=np.float32)
    absent = np.ones((len(cards), most), dtype=np.float32)
    all_[:, :, 0] = -1
    for at, card in enumerate(cards):
        all_[at, : len(card)], absent[at, : len(card)] = card, 0
    grams, numbers, places = np.split(all_[:, :, 1:], [GRAMS, GRAMS + NUMBERS], 2)
    if rng is not None:
        numbers = numbers.copy()
        unknown = rng.random((len(cards), most)) < rng.choice([0, 0.1, 0.5], size=(len(cards), 1))
        numbers[:, :, ROLES][unknown] = 0
        unread = rng.random((len(cards), most)) < rng.choice([0, 0.1, 0.3], size=(len(cards), 1))
        lost = rng.random(grams.shape) < rng.choice([0, 0.1, 0.25], size=(len(cards), 1, 1))
        grams = np.where(unread[:, :, None] | lost, 0, grams)
    return torch.from_numpy(grams).long(), torch.from_numpy(numbers.copy()), torch.from_numpy(places.copy()), torch.from_numpy(absent), torch.from_numpy(all_[:, :, 0]).long()


def judged(net, cards):
    """Share of the words of values whose class is right, and of the words that are none which are taken for one."""
    net.eval()
    right = total = false = none = 0
    with torch.no_grad():
        for at in range(0, len(cards), 32):
            *inputs, target = batch(cards[at : at + 32])
            found = net(*inputs).argmax(2)
            values, others = (target >= 2) & (target < 14), (target == 0) | (target >= 14)
            right, total = right + int((found[values] == target[values]).sum()), total + int(values.sum())
            false, none = false + int(((found >= 2) & (found < 14) & others).sum()), none + int(others.sum())
    net.train()
    return f"words of values right {right / total:.4f}, others taken for values {false / none:.4f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20, help="of the processor")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--from", type=Path, dest="start")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    files, cards, judges = [], [], cards_of([asked.judge])[:400]
    net = Labeller(len(CLASSES))
    if asked.start:
        net.load_state_dict(torch.load(asked.start, weights_only=True))
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    began, step, gone, mean = time.process_time(), 0, 0.0, 0.0
    while gone < 1:
        fresh = [file for file in sorted(asked.cards.glob("*.bin")) if file not in files]
        files, cards = files + fresh, cards + cards_of(fresh)
        order = sorted(rng.permutation(len(cards))[: 16 * 64], key=lambda at: len(cards[at]))
        groups = [order[at : at + 16] for at in range(0, len(order) - 15, 16)]
        for at in rng.permutation(len(groups)):
            gone = (time.process_time() - began) / asked.minutes / 60
            for group in optimiser.param_groups:
                group["lr"] = (1e-3 if asked.start else 2.5e-3) * min(1, (step + 1) / 100) * max(0, 1 - gone) ** 0.8 + 1e-5
            *inputs, target = batch([cards[one] for one in groups[at]], rng)
            loss = torch.nn.functional.cross_entropy(net(*inputs).flatten(0, 1), target.flatten(), ignore_index=-1)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            mean, step = 0.99 * mean + 0.01 * loss.item(), step + 1
            if step % 300 == 0:
                print(f"{step} steps, {gone:.0%}: {len(cards)} cards, loss {mean:.3f}, {judged(net, judges)}", flush=True)
                torch.save(net.state_dict(), asked.out / "labeller.pt")
    torch.save(net.state_dict(), asked.out / "labeller.pt")
    print(f"{step} steps: {judged(net, judges)}", flush=True)


if __name__ == "__main__":
    main()
