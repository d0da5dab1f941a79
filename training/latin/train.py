"""Trains the network that reads marked letters on generated lines: python training/latin/train.py --steps 6000 --out FOLDER"""

import argparse
import sys
from multiprocessing import Process, Queue
from pathlib import Path

import numpy as np
import torch
from net import TextNet
from texts import CLASSES, Printer, normalise
from torch.nn import functional as F

sys.path.append(str(Path(__file__).parents[1]))
from fit import fit  # noqa: E402


def produce(seed, size, queue):
    rng, printer = np.random.default_rng(seed), Printer()
    while True:
        crops, targets = zip(*(printer.line(rng) for _ in range(size)))
        queue.put((np.stack(crops), np.stack(targets)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--makers", type=int, default=2, help="processes that draw lines")
    parser.add_argument("--onwards", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "out")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    queue = Queue(16)
    makers = [Process(target=produce, args=([asked.seed, one], asked.batch, queue), daemon=True) for one in range(asked.makers)]
    for maker in makers:
        maker.start()
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    net = TextNet(len(CLASSES)).to(memory_format=torch.channels_last)
    if asked.onwards:
        net.load_state_dict(torch.load(asked.onwards, weights_only=True))

    def batches():
        while True:
            crops, targets = queue.get()
            yield normalise(crops), targets

    def loss_of(inputs, targets):
        with torch.autocast("cpu", torch.bfloat16):
            scores = net(inputs.contiguous(memory_format=torch.channels_last))
        return F.cross_entropy(scores.float().reshape(-1, len(CLASSES)), targets.reshape(-1), ignore_index=-1)

    fit(net, batches(), loss_of, asked.out / "text.pt", steps=asked.steps, rate=asked.rate, decay=0.995, told=50, kept=250)
    for maker in makers:
        maker.terminate()


if __name__ == "__main__":
    main()
