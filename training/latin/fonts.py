"""The fonts that lines are set in: what Debian's font packages (`packages.txt`) put on a machine, every family counting alike."""

import re
import subprocess
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont

SIZE = 64
"""Pixels an em of the letters before they are photographed."""
LEFT_OUT = re.compile(r"type1|OCR|Math|Symbol|Emoji|Z003|ExtraLight|Thin|Hairline", re.I)


class Face:
    """One font: its letters, and what it has none of."""

    def __init__(self, path):
        self.font = ImageFont.truetype(path, SIZE)
        self.characters = frozenset(chr(code) for code in TTFont(path, fontNumber=0, lazy=True).getBestCmap())
        left, top, right, bottom = self.font.getbbox("H", anchor="ls")
        self.capital = -top
        """Height of a capital in pixels."""


def families():
    """Lists of font files, one list a family."""
    found = subprocess.run(["fc-list", ":lang=cs", "file"], capture_output=True, text=True, check=True).stdout
    paths = sorted(line.strip().rstrip(":") for line in found.splitlines())
    by_name = {}
    for path in paths:
        if path.endswith((".ttf", ".otf")) and not LEFT_OUT.search(path):
            by_name.setdefault(re.split(r"[-_ ]|\d\d", Path(path).name)[0], []).append(path)
    return [by_name[name] for name in sorted(by_name)]
