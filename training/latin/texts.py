"""Lines of print as documents have them, as a camera sees them, with the class of every few columns.

One call of `Printer.line(rng)` gives a gray crop of 48 x WIDTH pixels as the reader cuts it around a line of text, and a class for
each STRIDE columns: an index into CLASSES, or -1 where nothing is to be learnt.
"""

import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from fonts import Face, families

sys.path.append(str(Path(__file__).parents[1] / "mrz"))
from lines import background, degrade, normalise  # noqa: E402

cv2.setNumThreads(1)

HEIGHT, WIDTH, STRIDE = 48, 416, 4
PLAIN = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-/'():<&"
LANGUAGES = {
    "da no": "ÆØÅæøå", "sv fi": "ÅÄÖåäö", "is": "ÁÐÉÍÓÚÝÞÆÖáðéíóúýþæö", "fo": "ÁÐÍÓÚÝÆØáðíóúýæø", "de": "ÄÖÜẞäöüß", "fr": "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûü",
    "es": "ÁÉÍÑÓÚÜáéíñóúü", "pt": "ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú", "it": "ÀÈÉÌÒÙàèéìòù", "ca": "ÀÇÈÉÍÏÒÓÚÜàçèéíïòóúü", "pl": "ĄĆĘŁŃÓŚŹŻąćęłńóśźż",
    "cs": "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž", "sk": "ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽáäčďéíĺľňóôŕšťúýž", "hu": "ÁÉÍÓÖŐÚÜŰáéíóöőúüű", "ro": "ĂÂÎȘȚŞŢăâîșțşţ",
    "hr sl sr": "ČĆĐŠŽčćđšž", "lv": "ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž", "lt": "ĄČĘĖĮŠŲŪŽąčęėįšųūž", "et": "ÄÕÖÜŠŽäõöüšž", "tr": "ÇĞİÖŞÜçğıöşü", "mt": "ĊĠĦŻċġħż", "sq": "ÇËçë",
    "nl": "ËÏÉëïé",
}
CHANCES = np.array([len(letters) for letters in LANGUAGES.values()]) / sum(len(letters) for letters in LANGUAGES.values())
"""How often a line is in each language: every marked letter about as often as any other."""
MARKED = "".join(sorted({letter for letters in LANGUAGES.values() for letter in letters}))
OTHER = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωάέήίόύώБГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯабвгдежзийклмнпрстфцчшщъыьэюяЇїЄєІі"
"""Letters of other scripts, one class together: labels stand in two languages."""
CLASSES = [""] + list(PLAIN) + list(MARKED) + ["other"]
INDEX = {letter: at for at, letter in enumerate(CLASSES)} | {letter: len(CLASSES) - 1 for letter in OTHER}
MARKS = 0.35
"""Share of marked letters in a word of a language that has them."""
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvz"


def word(rng, marked):
    """Letters as words have them, `marked` ones strewn in: no dictionary, so that print is read and not guessed."""
    out = []
    vowel = rng.random() < 0.4
    small = [letter for letter in marked if letter.islower()]
    for _ in range(int(rng.integers(2, 10))):
        if small and rng.random() < MARKS:
            out.append(small[rng.integers(len(small))])
        else:
            some = VOWELS if vowel else CONSONANTS if rng.random() < 0.9 else "qwxyz"
            out.append(some[rng.integers(len(some))])
        vowel = not vowel if rng.random() < 0.85 else vowel
    return "".join(out)


def upper(text):
    """In capitals; ß mostly stays as it is, as on many documents."""
    return "".join("ẞ" if letter == "ß" and len(text) % 3 == 0 else letter if letter == "ß" else letter.upper() for letter in text)


def text(rng):
    """What stands in one line."""
    kind = rng.random()
    if kind < 0.06:
        letters = OTHER[: OTHER.index("Б")] if rng.random() < 0.5 else OTHER[OTHER.index("Б") :]
        return " ".join("".join(letters[i] for i in rng.integers(0, len(letters), rng.integers(2, 9))) for _ in range(int(rng.integers(1, 4))))
    marked = list(LANGUAGES.values())[rng.choice(len(LANGUAGES), p=CHANCES)] if rng.random() < 0.7 else ""
    words = []
    case = rng.random()
    for _ in range(int(rng.integers(1, 4))):
        which = rng.random()
        if which < 0.14:
            words.append("".join("0123456789"[i] for i in rng.integers(0, 10, rng.integers(1, 7))))
        elif which < 0.2:
            words.append(["{:02d}.{:02d}.{}", "{:02d}/{:02d}/{}", "{:02d}-{:02d}-{}"][rng.integers(3)].format(rng.integers(1, 29), rng.integers(1, 13), rng.integers(1930, 2040)))
        elif which < 0.25:
            words.append("".join(PLAIN[i] for i in rng.integers(1, len(PLAIN), rng.integers(1, 8))))
        else:
            one = word(rng, marked)
            one = upper(one) if case < 0.45 else one if case > 0.9 else upper(one[0]) + one[1:]
            if case < 0.9 and marked and one[0].isascii() and rng.random() < 0.15:
                big = [letter for letter in marked if letter.isupper()]
                one = big[rng.integers(len(big))] + one[1:]
            if rng.random() < 0.07:
                one += "-" + word(rng, marked).capitalize()
            words.append(one + ("," if rng.random() < 0.08 else ""))
    return " ".join(words)


class Printer:
    """Sets lines in many fonts."""

    def __init__(self):
        self.families = families()
        self.faces = {}

    def face(self, rng, letters):
        """A font that has all of `letters`."""
        while True:
            family = self.families[rng.integers(len(self.families))]
            path = family[rng.integers(len(family))]
            if path not in self.faces:
                self.faces[path] = Face(path)
            if letters <= self.faces[path].characters:
                return self.faces[path]

    def strip(self, rng, face, content, spacing):
        """Ink 0-1 of a line with the baseline in row 96 of 144; left and right edge of each character."""
        font = face.font
        edges = [0.0]
        for at in range(len(content)):
            edges.append(font.getlength(content[: at + 1]) + spacing * (at + 1))
        image = Image.new("L", (int(edges[-1]) + 24, 144), 0)
        draw = ImageDraw.Draw(image)
        if spacing:
            for at, letter in enumerate(content):
                draw.text((12 + edges[at], 96), letter, font=font, fill=255, anchor="ls")
        else:
            draw.text((12, 96), content, font=font, fill=255, anchor="ls")
        ink = np.asarray(image, np.float32) / 255
        if (bold := rng.random()) < 0.12:
            ink = cv2.dilate(ink, np.ones((3, 3), np.uint8))
        elif bold < 0.2:
            ink = cv2.erode(ink, np.ones((2, 2), np.uint8))
        return ink, np.array(edges) + 12

    def line(self, rng):
        content = text(rng)
        face = self.face(rng, frozenset(content))
        spacing = 0 if rng.random() < 0.75 else float(rng.uniform(0.5, 7))
        ink, edges = self.strip(rng, face, content, spacing)
        squeeze = rng.uniform(0.8, 1.15)
        # The reader's crop holds the line with room about it: a capital fills 40 to 75 % of it.
        capital = rng.uniform(0.4, 0.75) * HEIGHT
        zoom = capital / face.capital
        sensor = min(1.2, float(np.exp(rng.uniform(np.log(7), np.log(32)))) / face.capital)
        room = int(WIDTH / zoom / squeeze) + 60
        if ink.shape[1] > room:  # a part of a long line
            left = int(rng.integers(0, ink.shape[1] - room))
            ink, edges = ink[:, left : left + room], edges - left
        pad = 40
        height, width = 144 + 2 * pad, ink.shape[1] + 2 * pad
        paper = background(rng, height, width)
        cover = np.zeros((height, width), np.float32)
        cover[pad : pad + 144, pad : pad + ink.shape[1]] = ink
        for side in (-1, 1):
            if rng.random() < 0.45:
                other, _ = self.strip(rng, face, word(rng, "") if rng.random() < 0.5 else content[::-1], 0)
                down = int(face.capital * rng.uniform(1.5, 2.6)) * side
                left = int(rng.integers(0, pad))
                top, bottom = max(0, pad + down), min(height, pad + down + 144)
                wide = min(other.shape[1], width - left)
                area = cover[top:bottom, left : left + wide]
                np.maximum(area, other[top - pad - down : bottom - pad - down, :wide], out=area)
        dark = rng.uniform(0.7, 1.0) if rng.random() < 0.75 else rng.uniform(0.3, 0.7)
        if rng.random() < 0.08:  # light print on a dark band
            image = np.clip((1 - paper) * 0.6 + 0.1, 0, 1) * (1 - cover) + cover * dark
        else:
            image = paper * (1 - cover * dark)
        # To the sensor, a little turned and sheared, and from there to the crop.
        middle = pad + 96 - face.capital / 2
        turn, shear = rng.normal(0, 0.006), rng.normal(0, 0.05)
        sx, sy = sensor * squeeze, sensor
        to_sensor = np.array([[sx, shear * sy, -shear * sy * middle], [turn * sx, sy, -turn * sx * width / 2]])
        if sensor < 1:
            image = cv2.GaussianBlur(image, (0, 0), 0.4 / sensor)
        image = cv2.warpAffine(image, to_sensor, (int(width * sx), int(height * sy)), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        image = degrade(rng, image, sensor * face.capital)
        wide, tall = zoom / sensor * rng.normal(1, 0.03), zoom / sensor
        start = (pad + max(0, edges[0])) * sx * wide - rng.uniform(4, 22)
        shift = HEIGHT / 2 + rng.normal(0, 0.05) * HEIGHT - middle * sy * tall
        if wide < 1:
            image = cv2.GaussianBlur(image, (0, 0), 0.35 / wide)
        crop = cv2.warpAffine(image, np.array([[wide, 0, -start], [0, tall, shift]]), (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        placed = (edges + pad) * sx * wide - start
        return crop, frames(placed, content)


def frames(edges, content):
    """Near a character's middle its class, at its edges blank, between them nothing to learn."""
    at = (np.arange(WIDTH // STRIDE) + 0.5) * STRIDE
    target = np.zeros(len(at), np.int64)
    for letter, left, right in zip(content, edges, edges[1:]):
        middle, half = (left + right) / 2, (right - left) / 2
        target[np.abs(at - middle) < half] = -1
        near = np.abs(at - middle) < max(0.5 * half, 2.1)
        target[near] = INDEX[letter]
    return target
