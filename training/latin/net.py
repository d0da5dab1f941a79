"""The network: a gray crop of a line in, scores of every class for each fourth column out."""

from torch import nn


def block(inputs, outputs, kernel=3, padding=1, pool=None):
    layers = [nn.Conv2d(inputs, outputs, kernel, padding=padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()]
    return layers + ([nn.MaxPool2d(pool)] if pool else [])


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(width, width, 3, padding=1, bias=False), nn.BatchNorm1d(width), nn.ReLU())

    def forward(self, x):
        return x + self.body(x)


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
