"""The network: a crop of a line in, 38 scores for every second column out."""

from torch import nn


def _block(inputs, outputs, kernel=3, padding=1, pool=None):
    layers = [nn.Conv2d(inputs, outputs, kernel, padding=padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
    return layers + ([nn.MaxPool2d(pool)] if pool else [])


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(width, width, 3, padding=1, bias=False), nn.BatchNorm1d(width), nn.ReLU())

    def forward(self, x):
        return x + self.body(x)


class LineNet(nn.Module):
    def __init__(self, classes=38):
        super().__init__()
        self.features = nn.Sequential(
            *_block(1, 16, pool=(2, 2)),
            *_block(16, 32, pool=(2, 1)),
            *_block(32, 48, pool=(2, 1)),
            *_block(48, 64),
            *_block(64, 128, kernel=(4, 3), padding=(0, 1)),
        )
        self.context = nn.Sequential(Residual(128), Residual(128))
        self.head = nn.Conv1d(128, classes, 1)

    def forward(self, x):
        return self.head(self.context(self.features(x).squeeze(2))).transpose(1, 2)
