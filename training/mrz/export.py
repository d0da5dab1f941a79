"""Writes the trained network as ONNX (opset 17, any number of crops of any width): python training/mrz/export.py"""

import argparse
from pathlib import Path

import onnx
import torch
from net import LineNet
from onnx import numpy_helper

parser = argparse.ArgumentParser()
parser.add_argument("--weights", type=Path, default=Path(__file__).parent / "out" / "line.pt")
parser.add_argument("--to", type=Path, default=Path(__file__).parents[2] / "src/documents/mrz/model/line.onnx")
options = parser.parse_args()

net = LineNet()
net.load_state_dict(torch.load(options.weights, weights_only=True))
net.eval()
torch.onnx.export(
    net,
    (torch.zeros(2, 1, 32, 396),),
    str(options.to),
    input_names=["lines"],
    output_names=["scores"],
    dynamic_axes={"lines": {0: "count", 3: "width"}, "scores": {0: "count", 1: "frames"}},
    opset_version=17,
    dynamo=False,
)
model = onnx.load(str(options.to))
for key in ("producer_version", "doc_string"):
    model.ClearField(key)
onnx.checker.check_model(model)
onnx.save(model, str(options.to))
print(f"{options.to}: {options.to.stat().st_size / 1e6:.2f} MB")
