"""The network: a crop of a line in, 38 scores for every second column out."""

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1]))
from layers import Residual, block  # noqa: E402


class LineNet(nn.Module):
    def __init__(self, classes=38):
        super().__init__()
        self.features = nn.Sequential(
            *block(1, 16, pool=(2, 2)),
            *block(16, 32, pool=(2, 1)),
            *block(32, 48, pool=(2, 1)),
            *block(48, 64),
            *block(64, 128, kernel=(4, 3), padding=(0, 1)),
        )
        self.context = nn.Sequential(Residual(128), Residual(128))
        self.head = nn.Conv1d(128, classes, 1)

    def forward(self, x):
        return self.head(self.context(self.features(x).squeeze(2))).transpose(1, 2)
