"""Letters with marks on fresh lines, the network alone: python training/latin/evaluate.py --weights FOLDER/text.pt [--lines 1000]"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from net import TextNet
from texts import CLASSES, MARKED, Printer, normalise

FIRST = CLASSES.index(MARKED[0])


def runs(classes):
    """(class, from, to) of every run of equal classes that is neither blank nor unlearnt."""
    found, start = [], 0
    for at in range(1, len(classes) + 1):
        if at == len(classes) or classes[at] != classes[start]:
            if classes[start] > 0:
                found.append((int(classes[start]), start, at))
            start = at
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=99)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    net = TextNet(len(CLASSES))
    net.load_state_dict(torch.load(asked.weights, weights_only=True))
    net.eval()
    rng, printer = np.random.default_rng(asked.seed), Printer()
    letters = right = 0
    marked, seen, claims, wrong = Counter(), Counter(), [], Counter()
    for _ in range(asked.lines):
        crop, target = printer.line(rng)
        with torch.no_grad():
            chances = net(torch.from_numpy(normalise(crop[None])))[0].softmax(1).numpy()
        best = chances.argmax(1)
        for one, start, end in runs(target):
            said = Counter(best[start:end][best[start:end] > 0].tolist()).most_common(1)
            letters += 1
            right += bool(said) and said[0][0] == one
            if FIRST <= one < len(CLASSES) - 1:
                marked[CLASSES[one]] += 1
                seen[CLASSES[one]] += bool(said) and said[0][0] == one
                if said and said[0][0] != one:
                    wrong[CLASSES[one] + CLASSES[said[0][0]]] += 1
        for one, start, end in runs(best):
            if FIRST <= one < len(CLASSES) - 1:
                claims.append((chances[start:end, one].max(), bool((target[start:end] == one).any())))
    print(f"letters right {right / letters:.4f} of {letters}; marked ones {sum(seen.values()) / sum(marked.values()):.4f} of {sum(marked.values())}")
    for least in (0.5, 0.7, 0.8, 0.9, 0.95, 0.99):
        some = [true for chance, true in claims if chance >= least]
        print(f"  said with {least}: {len(some)}, true {np.mean(some):.4f}, of all {sum(some) / sum(marked.values()):.4f}")
    print("least known:", " ".join(f"{c}{seen[c] / n:.2f}" for c, n in sorted(marked.items(), key=lambda pair: seen[pair[0]] / pair[1])[:30]))
    print("taken for others:", wrong.most_common(20))


if __name__ == "__main__":
    main()
