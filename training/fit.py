"""How the two networks that read lines learn."""

import time

import numpy as np
import torch


def fit(net, batches, loss_of, path, *, steps, rate, decay, told, kept):
    """
    Trains `net` on `steps` pairs (crops, targets) of `batches` and writes the running mean of its weights, which forgets with `decay`, to `path`
    every `kept` steps. Says the mean loss and the seconds that batches took every `told` steps.
    """
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(decay), use_buffers=True)
    began, losses, waited = time.time(), [], 0.0
    for step in range(1, steps + 1):
        t = time.time()
        crops, targets = next(batches)
        waited += time.time() - t
        loss = loss_of(torch.from_numpy(crops), torch.from_numpy(targets))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        schedule.step()
        average.update_parameters(net)
        losses.append(loss.item())
        if step % told == 0 or step == steps:
            print(f"{step:5d}  loss {np.mean(losses[-told:]):.4f}  {time.time() - began:6.0f} s (lines {waited:.0f} s)", flush=True)
        if step % kept == 0 or step == steps:
            torch.save(average.module.state_dict(), path)
