"""Writes the trained labeller as ONNX with 16-bit weights: export.py --weights FOLDER/labeller.pt --to src/documents/labeller/model"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import onnx
import torch

from cards import CLASSES
from net import GRAMS, NUMBERS, PLACES, Labeller

sys.path.append(str(Path(__file__).parents[1]))
from halve import halve  # noqa: E402


class WithChances(torch.nn.Module):
    """Takes grams as 32-bit floats, as the service's `Model` gives them."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, grams, numbers, places):
        return self.net(grams.long(), numbers, places, torch.zeros_like(numbers[:, :, 0])).softmax(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    net = Labeller(len(CLASSES))
    net.load_state_dict(torch.load(asked.weights, weights_only=True))
    asked.to.mkdir(parents=True, exist_ok=True)
    file = asked.to / "labeller.onnx"
    shapes = torch.zeros(1, 5, GRAMS), torch.zeros(1, 5, NUMBERS), torch.zeros(1, 5, PLACES)
    names = ["grams", "numbers", "places"]
    axes = {name: {1: "words"} for name in [*names, "chances"]}
    torch.onnx.export(WithChances(net).eval(), shapes, str(file), input_names=names, output_names=["chances"], dynamic_axes=axes, opset_version=17, dynamo=False)
    model = onnx.load(str(file))
    for key in ("producer_version", "doc_string"):
        model.ClearField(key)
    halve(model)
    onnx.checker.check_model(model)
    file.write_bytes(model.SerializeToString())
    (asked.to / "classes.json").write_text(json.dumps(CLASSES) + "\n")
    print(f"{file}: {file.stat().st_size / 1e6:.2f} MB, SHA-256 {hashlib.sha256(file.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
