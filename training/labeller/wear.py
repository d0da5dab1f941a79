"""The lines of a drawn card as the text reader of the service gives them: letters misread and lines lost, joined or cut.

`misreadings.json` has what the reader made of drawn letters: `measure.ts` writes it.
"""

import json
from pathlib import Path

import numpy as np

MEASURED = json.loads((Path(__file__).parent / "misreadings.json").read_text())
"""By size of print in pixels: the shares of spaces lost, in general and behind stops, and by letter what was read for it."""


def pick(rng, some):
    return some[int(rng.integers(len(some)))]


class Reader:
    def __init__(self, rng, sharp):
        self.rng = rng
        self.rates = MEASURED[sharp]
        self.others = self.rates["others"]

    def word(self, text, factor):
        """What is read of a word."""
        out = []
        for letter in text:
            some = self.others.get(letter)
            if some and self.rng.random() < min(0.5, some["rate"] * factor):
                out.append(pick(self.rng, some["as"]))
            else:
                out.append(letter)
        return "".join(out)


def worn(rng, lines, clear=False):
    """Lines as (text, classes of its characters as indices, box, certainty), of a page that may be turned and small.

    On a `clear` one every letter of a value is read: what is wrong then was understood wrongly.
    """
    reader = Reader(rng, int(rng.choice(len(MEASURED), p=[0.15, 0.25, 0.6])))
    gone = rng.choice([0.005, 0.03, 0.1], p=[0.6, 0.3, 0.1])
    labels_gone = rng.choice([0.02, 0.15, 0.5], p=[0.7, 0.2, 0.1])
    worse = pick(rng, [1.0, 2.0, 4.0])
    spaces = reader.rates["spaces"] + rng.choice([0.005, 0.04, 0.3], p=[0.72, 0.2, 0.08])
    stops = reader.rates["stops"]
    coded = pick(rng, [0.0, 0.0, 0.2, 0.7])
    rests = pick(rng, [0.0, 0.0, 0.1, 0.5])
    if clear:
        gone = spaces = stops = coded = 0
    turn, width = rng.normal(0, 0.012), rng.uniform(500, 1600)
    out = []
    for tokens, (x, y, wide, high) in lines:
        isLabel = tokens[0][1].startswith("label")
        if rng.random() < (labels_gone if isLabel and all(kind.startswith("label") for _, kind in tokens) else gone):
            continue
        text, kinds, afterCode = "", [], False
        for token, kind in tokens:
            for word in token.split():
                ofLabel = kind.startswith("label")
                read = word if clear and not ofLabel else reader.word(word, worse if ofLabel else 1.0)
                if ofLabel and 1 < len(word) < 4 and word.isalpha() and rng.random() < rests:
                    read = read[int(rng.integers(2)) :][:1] or read
                lost = spaces + stops * text.endswith(".")
                if text and rng.random() >= max(lost, coded * afterCode):
                    text, kinds = text + " ", kinds + [None]
                text, kinds = text + read, kinds + [kind] * len(read)
                afterCode = ofLabel and len(word) < 4 and word[0].isdigit()
        if not text.strip():
            continue
        sure = float(np.clip(1 - rng.exponential(0.015 * (worse if isLabel else 1)), 0.52, 0.999))
        box = (x + rng.normal(0, 0.003), y + turn * x + rng.normal(0, 0.0015), wide * rng.uniform(0.92, 1.08), high * rng.uniform(0.9, 1.25))
        for part in halves(rng, text, kinds, box):
            out.append((*part, sure))
    return [(text, kinds, tuple(v * width for v in box), sure) for text, kinds, box, sure in out]


def halves(rng, text, kinds, box):
    """A line that the finder cut at a space, now and then."""
    at = text.find(" ", len(text) // 3)
    if at < 0 or rng.random() > 0.03:
        return [(text, kinds, box)]
    x, y, wide, high = box
    step = wide / len(text)
    return [(text[:at], kinds[:at], (x, y, at * step, high)), (text[at + 1 :], kinds[at + 1 :], (x + (at + 1) * step, y, wide - (at + 1) * step, high))]
