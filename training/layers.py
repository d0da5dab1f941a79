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
