"""The network: a gray crop of a line in, scores of every class for each fourth column out."""

import sys
from pathlib import Path

from torch import nn

sys.path.append(str(Path(__file__).parents[1]))
from layers import Residual, block  # noqa: E402


class TextNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(
            *block(1, 16, pool=(2, 2)),
            *block(16, 32, pool=(2, 1)),
            *block(32, 64, pool=(2, 2)),
            *block(64, 96),
            *block(96, 160, kernel=(6, 3), padding=(0, 1)),
        )
        self.context = nn.Sequential(Residual(160), Residual(160))
        self.head = nn.Conv1d(160, classes, 1)

    def forward(self, x):
        return self.head(self.context(self.features(x).squeeze(2))).transpose(1, 2)
