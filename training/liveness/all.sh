#!/bin/sh
# Everything from nothing, as the committed file was made: sh all.sh WORK-FOLDER [PYTHON]. Half an hour on one quiet core.
set -e
work=$1
python=${2:-python3}
here=$(cd "$(dirname "$0")" && pwd)
model=$here/../../src/faces/liveness/model
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
mkdir -p "$work"
cd "$here"
runs=
$python photographs.py --out "$work/photographs"
# Two sets of tiles that share no scene, two runs on each.
for set in 1 2; do
  $python generate.py --seed $set --photographs "$work/photographs" --out "$work/tiles-$set.npz"
  for seed in $set $((set + 2)); do
    $python train.py --tiles "$work/tiles-$set.npz" --seed $seed --out "$work/run-$seed.pt"
    runs="$runs $work/run-$seed.pt"
  done
done
$python export.py --out "$model/liveness.onnx" $runs
$python manifest.py "$model"
