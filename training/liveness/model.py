"""The network: a high-pass residual in, four logits out (live, screen, print, captured again)."""

import torch
from torch import nn
from torch.nn import functional as F

BINOMIAL = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0]) / 16


class Residual(nn.Module):
    """YCbCr of RGB 0-1 minus its 5 x 5 binomial blur, over (deviation of the luma residual + 0.004), clamped to +-4."""

    def __init__(self):
        super().__init__()
        self.register_buffer('colour', torch.tensor([[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]])[..., None, None])
        kernel = BINOMIAL[:, None] * BINOMIAL[None]
        self.register_buffer('kernel', kernel[None, None].repeat(3, 1, 1, 1))

    def forward(self, rgb):
        return self.parts(rgb)[0]

    def parts(self, rgb):
        """The residual, and the deviation of its luma in every tile, (n)."""
        ycc = F.conv2d(rgb, self.colour)
        high = ycc[:, :, 2:-2, 2:-2] - F.conv2d(ycc, self.kernel, groups=3)
        luma = high[:, :1]
        luma = luma - luma.mean((2, 3), keepdim=True)
        deviation = (luma * luma).mean((2, 3), keepdim=True).sqrt()
        return (high / (deviation + 0.004)).clamp(-4, 4), deviation.flatten()


def weights(deviation):
    """
    What the tiles of one face count, 1 on average: the energy of their residual. Where a face is flat or out of focus there is
    little but noise, and noise looks alike after one capture and after two.
    """
    energy = deviation**2 + 1e-6
    return energy / energy.mean()


def conv(wide, narrow, stride=1):
    return nn.Sequential(nn.Conv2d(wide, narrow, 3, stride, 1, bias=False), nn.BatchNorm2d(narrow), nn.ReLU())


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Sequential(conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return F.relu(x + self.inner(x))


class Net(nn.Module):
    """Input (n, 3, h, w): RGB 0-1. `classes` gives the four logits, forward what the reader wants: live against all attacks."""

    def __init__(self):
        super().__init__()
        self.residual = Residual()
        self.body = nn.Sequential(conv(3, 12), conv(12, 20, 2), conv(20, 32, 2), Block(32), conv(32, 48, 2), Block(48))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(96, 4)

    def classes(self, residual):
        x = self.body(residual).float()
        mean = x.mean((2, 3))
        spread = ((x - mean[..., None, None]) ** 2).mean((2, 3)).add(1e-4).sqrt()
        return self.head(self.drop(torch.cat([mean, spread], 1)))

    def value(self, residual):
        logits = self.classes(residual)
        return logits[:, 0] - torch.logsumexp(logits[:, 1:], 1)

    def forward(self, rgb):
        return self.value(self.residual(rgb))


def loaded(run):
    """The network that train.py wrote to a file, to be asked."""
    net = Net()
    net.load_state_dict(torch.load(run))
    return net.eval()
