"""Values that the labeller finds on pictures of documents, of which the reader's lines were saved: evaluate.py --weights FILE --lines FILE

A value is the words of one class in the line, or neighbouring lines, that the network is surest of. Dates count where day and year are in the value.
"""

import argparse
import json
import re
import unicodedata
from collections import Counter

import numpy as np
import torch

from cards import CLASSES
from features import encode, words_of
from net import Labeller

ASKED = {"surname": "surname", "given": "given", "number": "number", "birth": "birthDate", "expiry": "expiryDate", "sex": "sex", "nationality": "nationality"}


def lines_of(photo):
    out = []
    for line in photo["lines"]:
        xs, ys = [p["x"] for p in line["box"]["quad"]], [p["y"] for p in line["box"]["quad"]]
        if line["confidence"] < 0.5 or "<<" in line["text"].replace(" ", "") or not line["text"].strip():
            continue
        box = tuple(v / photo["width"] for v in (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
        out.append(([(word, "other") for word in line["text"].split()], box, line["confidence"]))
    return sorted(out, key=lambda one: one[1][1] + one[1][3] / 2)


def bare(text):
    plain = unicodedata.normalize("NFD", text.upper())
    return re.sub(r"[^A-Z0-9]", "", "".join(c for c in plain if not unicodedata.combining(c)))


def is_right(field, truth, said):
    if field in ("birthDate", "expiryDate"):
        year, _, day = truth.split("-")
        return (year in said or re.search(rf"{year[2:]}\W*$", said) is not None) and re.search(rf"(?<!\d)0?{int(day)}|{day}", said) is not None
    if field == "sex":
        return truth in re.findall(r"[A-Z]+", said.upper())
    if field == "nationality":
        return bare(said) != ""
    return bare(truth) == bare(said)


def values(net, photo):
    """By class: the value and how sure the network is of it."""
    words = words_of(lines_of(photo))
    if len(words) < 3:
        return {}
    grams, numbers, pairs = (torch.from_numpy(part)[None] for part in encode(words))
    with torch.no_grad():
        chances = net(grams, numbers, pairs, torch.zeros(1, len(words))).softmax(2)[0].numpy()
    found = {}
    best = chances.argmax(1)
    for kind in ASKED:
        index = CLASSES.index(kind)
        runs = {}
        for at, (text, _, line, *_) in enumerate(words):
            if best[at] == index:
                runs.setdefault(line, []).append((text, chances[at, index]))
        if runs:
            run = max(runs.values(), key=lambda some: np.mean([sure for _, sure in some]))
            found[kind] = (" ".join(text for text, _ in run), float(np.mean([sure for _, sure in run])))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", required=True)
    parser.add_argument("--lines", required=True)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    net = Labeller(len(CLASSES))
    net.load_state_dict(torch.load(asked.weights, weights_only=True))
    net.eval()
    for zone in (False, True):
        tally = {kind: Counter() for kind in ASKED}
        for photo in json.load(open(asked.lines)):
            if photo["zone"] != zone:
                continue
            said = values(net, photo)
            for kind, field in ASKED.items():
                truth = photo["truth"][field]
                if truth is None:
                    continue
                text, sure = said.get(kind, ("", 0))
                verdict = "missing" if sure < 0.5 else "right" if is_right(field, truth, text) else "wrong"
                tally[kind][verdict] += 1
                if asked.show and verdict != "right":
                    print(f"  {photo['name']} {kind} {verdict}: {truth} | {text} {sure:.2f}")
        print("with a zone" if zone else "without a zone")
        for kind, counts in tally.items():
            print(f"  {kind:12} right {counts['right']:3} missing {counts['missing']:3} wrong {counts['wrong']:3}")


if __name__ == "__main__":
    main()
