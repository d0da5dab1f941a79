import torch
from torch import nn

BUCKETS, GRAMS, NUMBERS, PLACES = 8192, 24, 43, 6
"""As `src/documents/labeller/tokens.ts` gives them."""
PAIRS, WIDTH, HEADS, LAYERS = 12, 64, 4, 4


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


def pairs_of(places):
    """How words stand to each other: heights of a row from one to the other, and what they share."""
    left, middle, right, row, piece, at = (part.squeeze(2) for part in places.split(1, 2))
    between = lambda a, b: b[:, None, :] - a[:, :, None]
    squash = lambda v: torch.sign(v) * torch.log1p(torch.abs(v))
    dx, dy, gap, back = between(left, left), between(middle, middle), between(right, left), between(left, right)
    far = torch.abs(dy)
    same, whole = (between(row, row).abs() < 0.5).float(), (between(piece, piece).abs() < 0.5).float()
    flags = [far < 0.6, torch.abs(dx) < 0.8, (dy > 0.6) & (dy < 2.2), (dy < -0.6) & (dy > -2.2), (gap < 0) & (back > 0)]
    return torch.stack([same, whole, squash(dx), squash(dy), squash(gap), (same * between(at, at)).clamp(-3, 3) / 3, torch.abs(squash(dx)), *(flag.float() for flag in flags)], 3)


class Labeller(nn.Module):
    """Attention over the words of a document, biased by where they stand to each other."""

    def __init__(self, classes):
        super().__init__()
        self.grams = nn.Embedding(BUCKETS, WIDTH, padding_idx=0)
        nn.init.normal_(self.grams.weight, std=0.15)
        with torch.no_grad():
            self.grams.weight[0] = 0
        self.numbers = nn.Linear(NUMBERS, WIDTH)
        self.pairs = nn.Sequential(nn.Linear(PAIRS, 24), nn.GELU(), nn.Linear(24, LAYERS * HEADS))
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm, self.out = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, classes)

    def forward(self, grams, numbers, places, absent):
        """`absent` is 1 where a row of the batch has no word."""
        some = (grams > 0).float().sum(2, keepdim=True).clamp(min=1)
        x = self.grams(grams).sum(2) / some.sqrt() + self.numbers(numbers)
        bias = self.pairs(pairs_of(places)).permute(0, 3, 1, 2) - 1e4 * absent[:, None, None, :]
        for layer, own in zip(self.layers, bias.chunk(LAYERS, 1)):
            x = layer(x, own)
        return self.out(self.norm(x))
