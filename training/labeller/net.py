import torch
from torch import nn

from features import BUCKETS, NUMBERS

PAIRS, WIDTH, HEADS, LAYERS = 8, 64, 4, 4


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.after = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.asked, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.wide = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.GELU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, x, bias):
        batch, count, _ = x.shape
        q, k, v = (part.view(batch, count, HEADS, WIDTH // HEADS).transpose(1, 2) for part in self.asked(self.norm(x)).chunk(3, 2))
        weights = (q @ k.transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + bias).softmax(3)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(batch, count, WIDTH))
        return x + self.wide(self.after(x))


class Labeller(nn.Module):
    """Attention over the words of a document, biased by where they stand to each other."""

    def __init__(self, classes):
        super().__init__()
        self.grams = nn.Embedding(BUCKETS, WIDTH, padding_idx=0)
        nn.init.normal_(self.grams.weight, std=0.3)
        self.numbers = nn.Linear(NUMBERS, WIDTH)
        self.pairs = nn.Sequential(nn.Linear(PAIRS, 24), nn.GELU(), nn.Linear(24, LAYERS * HEADS))
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, classes)

    def forward(self, grams, numbers, pairs, absent):
        """`absent` is 1 where a row of the batch has no word."""
        some = (grams > 0).float().sum(2, keepdim=True).clamp(min=1)
        x = self.grams(grams).sum(2) / some.sqrt() + self.numbers(numbers)
        bias = self.pairs(pairs).permute(0, 3, 1, 2) - 1e4 * absent[:, None, None, :]
        for layer, own in zip(self.layers, bias.chunk(LAYERS, 1)):
            x = layer(x, own)
        return self.out(self.norm(x))
