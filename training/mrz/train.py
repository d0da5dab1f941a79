"""Trains the line network on generated lines: python training/mrz/train.py --steps 800 --out training/mrz/out"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from lines import batch
from net import LineNet
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=800)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--rate", type=float, default=4e-3)
parser.add_argument("--seed", type=int, default=9303)
parser.add_argument("--out", type=Path, default=Path(__file__).parent / "out")
options = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(options.seed)
rng = np.random.default_rng(options.seed)
options.out.mkdir(parents=True, exist_ok=True)

net = LineNet()
optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, total_steps=options.steps, pct_start=0.1)
average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.99), use_buffers=True)
began, losses, making = time.time(), [], 0.0
for step in range(1, options.steps + 1):
    t = time.time()
    inputs, targets = batch(rng, options.batch)
    making += time.time() - t
    scores = net(torch.from_numpy(inputs))
    loss = F.cross_entropy(scores.reshape(-1, 38), torch.from_numpy(targets).reshape(-1), ignore_index=-1, label_smoothing=0.02)
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
    optimiser.step()
    schedule.step()
    average.update_parameters(net)
    losses.append(loss.item())
    if step % 25 == 0 or step == options.steps:
        print(f"{step:5d}  loss {np.mean(losses[-25:]):.4f}  {time.time() - began:6.0f} s (lines {making:.0f} s)", flush=True)
    if step % 100 == 0 or step == options.steps:
        torch.save(average.module.state_dict(), options.out / "line.pt")
