"""Trains the network that reads marked letters on generated lines: python training/latin/train.py --steps 6000 --out FOLDER"""

import argparse
import time
from multiprocessing import Process, Queue
from pathlib import Path

import numpy as np
import torch
from net import TextNet
from texts import CLASSES, Printer, normalise
from torch.nn import functional as F


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
    optimiser = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, asked.rate, total_steps=asked.steps, pct_start=0.1)
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True)
    began, losses, waited = time.time(), [], 0.0
    for step in range(1, asked.steps + 1):
        t = time.time()
        crops, targets = queue.get()
        waited += time.time() - t
        inputs = torch.from_numpy(normalise(crops)).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            scores = net(inputs)
        loss = F.cross_entropy(scores.float().reshape(-1, len(CLASSES)), torch.from_numpy(targets).reshape(-1), ignore_index=-1)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        average.update_parameters(net)
        losses.append(loss.item())
        if step % 50 == 0 or step == asked.steps:
            print(f"{step:5d}  loss {np.mean(losses[-50:]):.4f}  {time.time() - began:6.0f} s (waited {waited:.0f} s)", flush=True)
        if step % 250 == 0 or step == asked.steps:
            torch.save(average.module.state_dict(), asked.out / "text.pt")
    for maker in makers:
        maker.terminate()


if __name__ == "__main__":
    main()
