"""Clean scenes from free photographs: python photographs.py --out FOLDER fetches them; PHOTOGRAPHS.md names authors and licences."""

import argparse
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np

from capture import decode, scaled, span

PLACES = {
    'lomiri-wallpapers-16.04 lomiri-wallpapers-20.04': ('backgrounds/**/{}.jpg', """
        Bridge_by_Sander_Klootwijk Dragonfly_by_Bolly Kleiber_by_Lukas_Baubkus Picture_0B_by_freespace Picture_1A_by_freespace Wine_by_Jakkub_Mede
        aitzgorri_by_Aitzol_Berasategi free_by_Peter_Nerlich friends_by_Aitzol_Berasategi greentock_by_Peter_Nerlich life_by_Aitzol_Berasategi
        picosdeeuropa_by_Aitzol_Berasategi seeding_by_Clements_Engelhardt sunset_by_Aitzol_Berasategi"""),
    'mate-backgrounds': ('backgrounds/mate/nature/{}.jpg', """
        Blinds Dune FreshFlower Garden GreenMeadow LadyBird RainDrops TwoWings Wood YellowFlower"""),
    'plasma-workspace-wallpapers': ('wallpapers/{}/contents/images/2560x1600.jpg', """
        BytheWater ColorfulCups EveningGlow FallenLeaf OneStandsOut Path"""),
}
"""Debian packages, where in /usr/share they have photographs, and which are taken."""
NAMES = [name for _, names in PLACES.values() for name in names.split()]
MIN_SIDE = 340
"""Pixels a side that a crop has at least after it was made smaller."""
LIGHT = decode(np.arange(256, dtype=np.float32) / 255)
MIN_ACTIVITY = 0.004
"""Deviation of luma that a crop has at least: nothing is learnt from a cloudless sky."""


def fetch(folder):
    """Downloads the Debian packages and keeps the photographs alone."""
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for packages, (place, names) in PLACES.items():
        with tempfile.TemporaryDirectory() as work:
            subprocess.run(['apt-get', 'download', *packages.split()], cwd=work, check=True)
            for package in sorted(Path(work).glob('*.deb')):
                subprocess.run(['dpkg', '-x', package, work], check=True)
            for name in names.split():
                (found,) = Path(work, 'usr/share').glob(place.format(name))
                (folder / (name + '.jpg')).write_bytes(found.read_bytes())


def crops(rng, folder, count, side):
    """Squares of photographs as linear light 0-1, made 3 to 6 times smaller: what noise, blur and JPEG they have is gone then."""
    found = []
    pictures = [cv2.imread(str(Path(folder) / (name + '.jpg')))[..., ::-1] for name in NAMES]
    while len(found) < count:
        picture = pictures[rng.integers(len(pictures))]
        height, width = picture.shape[:2]
        times = min(span(rng, 3, 6), min(height, width) / MIN_SIDE)
        reach = min(int(side * times), height, width)
        y, x = rng.integers(height - reach + 1), rng.integers(width - reach + 1)
        light = LIGHT[picture[y : y + reach, x : x + reach]]
        crop = scaled(light, int(reach / times), int(reach / times))
        if crop.std() > MIN_ACTIVITY:
            found.append(np.rot90(crop, rng.integers(4)).copy())
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', required=True)
    fetch(parser.parse_args().out)


if __name__ == '__main__':
    main()
