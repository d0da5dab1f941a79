"""The network: a crop of a line in, 38 scores for every second column out."""

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1]))
import layers  # noqa: E402
from layers import block  # noqa: E402


class LineNet(layers.LineNet):
    def __init__(self, classes=38):
        features = nn.Sequential(
            *block(1, 16, pool=(2, 2)),
            *block(16, 32, pool=(2, 1)),
            *block(32, 48, pool=(2, 1)),
            *block(48, 64),
            *block(64, 128, kernel=(4, 3), padding=(0, 1)),
        )
        super().__init__(features, 128, classes)
