"""Layers that the networks of lines share."""

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


class LineNet(nn.Module):
    """A crop of a line in, scores of every class for each frame of `features` out; those are `width` maps that are one pixel high."""

    def __init__(self, features, width, classes):
        super().__init__()
        self.features = features
        self.context = nn.Sequential(Residual(width), Residual(width))
        self.head = nn.Conv1d(width, classes, 1)

    def forward(self, x):
        return self.head(self.context(self.features(x).squeeze(2))).transpose(1, 2)
