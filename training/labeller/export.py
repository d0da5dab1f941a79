"""Writes the trained labeller as ONNX with 16-bit weights: python training/labeller/export.py --weights FOLDER/labeller.pt --to FILE"""

import argparse
import hashlib
import sys
from pathlib import Path

import onnx
import torch

from cards import CLASSES
from features import GRAMS, NUMBERS
from net import PAIRS, Labeller

sys.path.append(str(Path(__file__).parents[1]))
from halve import halve  # noqa: E402


class WithChances(torch.nn.Module):
    """Takes grams as 32-bit numbers, as the service's `Model` gives them."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, grams, numbers, pairs):
        return self.net(grams.long(), numbers, pairs, torch.zeros_like(numbers[:, :, 0])).softmax(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    net = Labeller(len(CLASSES))
    net.load_state_dict(torch.load(asked.weights, weights_only=True))
    shapes = torch.zeros(1, 5, GRAMS), torch.zeros(1, 5, NUMBERS), torch.zeros(1, 5, 5, PAIRS)
    torch.onnx.export(
        WithChances(net).eval(),
        shapes,
        str(asked.to),
        input_names=["grams", "numbers", "pairs"],
        output_names=["chances"],
        dynamic_axes={"grams": {1: "words"}, "numbers": {1: "words"}, "pairs": {1: "words", 2: "words"}, "chances": {1: "words"}},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(asked.to))
    for key in ("producer_version", "doc_string"):
        model.ClearField(key)
    halve(model)
    onnx.checker.check_model(model)
    asked.to.write_bytes(model.SerializeToString())
    print(f"{asked.to}: {asked.to.stat().st_size / 1e6:.2f} MB, SHA-256 {hashlib.sha256(asked.to.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
