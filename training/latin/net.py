"""The network: a gray crop of a line in, scores of every class for each fourth column out."""

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1]))
from layers import LineNet, block  # noqa: E402


class TextNet(LineNet):
    def __init__(self, classes):
        features = nn.Sequential(
            *block(1, 16, pool=(2, 2)),
            *block(16, 32, pool=(2, 1)),
            *block(32, 64, pool=(2, 2)),
            *block(64, 96),
            *block(96, 160, kernel=(6, 3), padding=(0, 1)),
        )
        super().__init__(features, 160, classes)
