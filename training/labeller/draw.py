"""Draws cards as lines of text, one JSON a row: draw.py --count N --seed N [--held-out] [--clear] > FILE"""

import argparse
import json
import sys

import numpy as np

from cards import CLASSES, card


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--clear", action="store_true")
    asked = parser.parse_args()
    for at in range(asked.count):
        rng = np.random.default_rng([asked.seed, at])
        lines, says, meanings = card(rng, asked.held_out, asked.clear)
        rows = [[text, [-1 if kind is None else CLASSES.index(kind) for kind in kinds], [round(v, 2) for v in box], round(sure, 4)] for text, kinds, box, sure in lines]
        said = {}
        for role, value in says:
            for token in (token for line in value or [] for token in line):
                if token[1] in CLASSES[2:14] and not token[0].startswith("PERMANENT"):
                    said.setdefault(token[1], []).append(token[0])
        sys.stdout.write(json.dumps({"lines": rows, "says": {kind: " ".join(meanings.get(word, word) for word in words) for kind, words in said.items()}}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
