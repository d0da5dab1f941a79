"""What the network sees of the words of a document. `src` must compute the same: every number here is part of the model."""

import re
import unicodedata

import numpy as np

BUCKETS, GRAMS = 8192, 24
MOST = 320
"""Words of a document at most; the rest is left out."""
NUMBERS = 14


def fold(text):
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def bucket(gram):
    """FNV-1a of 32 bits over the units of UTF-16; bucket 0 pads."""
    value = 2166136261
    for unit in gram.encode("utf-16-le"):
        value = ((value ^ unit) * 16777619) & 0xFFFFFFFF
    return 1 + value % (BUCKETS - 1)


def shape(word):
    return re.sub(r"(.)\1{2,}", r"\1\1\1", "".join("9" if c.isdigit() else "A" if c.isupper() else "a" if c.isalpha() else c for c in word))


KNOWN = {}


def grams(word):
    if word not in KNOWN:
        if len(KNOWN) > 300000:
            KNOWN.clear()
        text, form = f"<{fold(word)}>", shape(word)
        some = [text, "#" + form] + [text[at : at + n] for n in (3, 4, 2) for at in range(len(text) - n + 1)]
        ids = [bucket(one) for one in dict.fromkeys(some)][:GRAMS]
        KNOWN[word] = ids + [0] * (GRAMS - len(ids))
    return KNOWN[word]


def pieces(word):
    """A word cut behind slashes, strokes and colons."""
    return re.findall(r"[^/:|]+[/:|]*|[/:|]+", word)


def words_of(lines):
    """(text, class, line, place, box, certainty) of each piece; a line's width is shared out by letters."""
    out = []
    for at, (tokens, (x, y, width, height), sure) in enumerate(lines):
        length = max(1, sum(len(text) + 1 for text, _ in tokens) - 1)
        step, gone, place = width / length, 0, 0
        for text, kind in tokens:
            inside = 0
            for piece in pieces(text):
                out.append((piece, kind, at, place, (x + (gone + inside) * step, y, len(piece) * step, height), sure))
                inside, place = inside + len(piece), place + 1
            gone += len(text) + 1
    return out[:MOST]


def encode(words):
    """Grams, numbers of each word and numbers of each pair of words."""
    boxes = np.array([box for *_, box, _ in words], dtype=np.float32)
    line = np.array([word[2] for word in words])
    place = np.array([word[3] for word in words])
    last = np.array([max(place[line == one]) for one in line])
    x, y, w, h = boxes.T
    middle = y + h / 2
    unit = np.median(h)
    wide = max(1e-6, (x + w).max() - x.min())
    texts = [word[0] for word in words]
    share = lambda test: np.array([sum(map(test, text)) / len(text) for text in texts])
    numbers = np.stack(
        [
            (x - x.min()) / wide, (y - y.min()) / wide, w / wide, h / unit / 2, np.array([word[5] for word in words]), np.minimum(place, 6) / 6,
            np.minimum(last - place, 6) / 6, place == 0, place == last, share(str.isdigit), share(str.isupper), share(str.isalpha), np.minimum([len(t) for t in texts], 20) / 20,
            (y - y.min()) / max(1e-6, (y + h).max() - y.min()),
        ],
        axis=1,
    ).astype(np.float32)
    squash = lambda v: np.sign(v) * np.log1p(np.abs(v))
    dx, dy = (x[None] - x[:, None]) / unit, (middle[None] - middle[:, None]) / unit
    gap = (x[None] - (x + w)[:, None]) / unit
    same = line[None] == line[:, None]
    pairs = np.stack([same, squash(dx), squash(dy), squash(gap), np.abs(dy) < 0.6, np.abs(dx) < 0.8, np.clip(np.where(same, place[None] - place[:, None], 0), -3, 3) / 3, (dy > 0.6) & (dy < 2.2)], axis=2)
    return np.array([grams(text) for text in texts], dtype=np.int64), numbers, pairs.astype(np.float32)
