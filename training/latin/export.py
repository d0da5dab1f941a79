"""Writes the trained network as ONNX with 16-bit weights, and its classes beside it: python training/latin/export.py --weights FOLDER/text.pt"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import onnx
import torch
from net import TextNet
from texts import CLASSES, HEIGHT, WIDTH

sys.path.append(str(Path(__file__).parents[1]))
from halve import halve  # noqa: E402

HOME = Path(__file__).parents[2] / "src/documents/text/model"


class WithChances(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, line):
        return self.net(line).softmax(2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--to", type=Path, default=HOME)
    asked = parser.parse_args()
    net = TextNet(len(CLASSES))
    net.load_state_dict(torch.load(asked.weights, weights_only=True))
    asked.to.mkdir(parents=True, exist_ok=True)
    path = asked.to / "letters.onnx"
    torch.onnx.export(
        WithChances(net).eval(),
        (torch.zeros(1, 1, HEIGHT, WIDTH),),
        str(path),
        input_names=["line"],
        output_names=["chances"],
        dynamic_axes={"line": {3: "width"}, "chances": {1: "frames"}},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(path))
    for key in ("producer_version", "doc_string"):
        model.ClearField(key)
    halve(model)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    (asked.to / "letters.json").write_text(json.dumps(CLASSES, ensure_ascii=False, indent=2) + "\n")
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB, SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
