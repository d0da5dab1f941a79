"""Joins runs into one ONNX file with 16-bit weights: python export.py --out liveness.onnx run-1.pt run-2.pt run-3.pt

Input `rgb` (n, 3, 96, 96), values 0-1, all tiles of one face; output `logit` (n), the mean of the runs times the weight of the tile, so that
the mean over tiles is the weighted one. The high-pass residual is part of the graph: the reader feeds plain pixels.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import loaded, weights
from train import SIDE

sys.path.append(str(Path(__file__).parents[1]))
from halve import halve  # noqa: E402


def fused(net):
    """Batch normalisation folded into the convolutions before it."""
    for module in net.modules():
        if not isinstance(module, nn.Sequential):
            continue
        for index in range(len(module) - 1):
            if isinstance(module[index], nn.Conv2d) and isinstance(module[index + 1], nn.BatchNorm2d):
                module[index], module[index + 1] = fuse_conv_bn_eval(module[index], module[index + 1]), nn.Identity()
    return net


class Ensemble(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = nn.ModuleList(nets)

    def forward(self, rgb):
        residual, deviation = self.nets[0].residual.parts(rgb)
        return torch.stack([net.value(residual) for net in self.nets]).mean(0) * weights(deviation)


def reference(ensemble):
    """What the ensemble says of a tile drawn by a formula: reader.test.ts draws the same and must hear the same."""
    y, x, c = np.mgrid[0:SIDE, 0:SIDE, 0:3]
    x, y = (x + 16) % 36, (y + 16) % 36
    tile = 60 + (x * x * 3 + y * y * 5 + x * y * 7 + c * 41) % 137
    rgb = torch.from_numpy(tile.transpose(2, 0, 1)[None].astype(np.float32) / 255)
    with torch.no_grad():
        return float(ensemble(rgb)[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--out', required=True)
    parser.add_argument('runs', nargs='+')
    asked = parser.parse_args()
    torch.set_num_threads(1)
    ensemble = Ensemble([fused(loaded(run)) for run in asked.runs]).eval()
    example = torch.rand(2, 3, SIDE, SIDE)
    batch = torch.export.Dim('n', min=1, max=4096)
    program = torch.onnx.export(ensemble, (example,), input_names=['rgb'], output_names=['logit'], dynamic_shapes={'rgb': {0: batch}}, dynamo=True, external_data=False, opset_version=18, verbose=False)
    model = program.model_proto
    for node in model.graph.node:
        del node.metadata_props[:]
        node.doc_string = ''
    del model.graph.value_info[:]
    halve(model)
    onnx.checker.check_model(model)
    data = model.SerializeToString()
    with open(asked.out, 'wb') as file:
        file.write(data)
    said = round(reference(ensemble), 5)
    Path(asked.out).with_name('reference.json').write_text(json.dumps({'logit': said}) + '\n')
    print(f'{len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}')


if __name__ == '__main__':
    main()
