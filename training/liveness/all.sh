#!/bin/sh
# Two runs from nothing and their mean, WORK-FOLDER/liveness.onnx: sh all.sh WORK-FOLDER [PYTHON]. Twenty minutes on one quiet core.
set -e
work=$1
python=${2:-python3}
here=$(cd "$(dirname "$0")" && pwd)
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
mkdir -p "$work"
cd "$here"
runs=
$python photographs.py --out "$work/photographs"
for seed in 1 2; do
  $python generate.py --seed $seed --photographs "$work/photographs" --out "$work/tiles-$seed.npz"
  $python train.py --tiles "$work/tiles-$seed.npz" --seed $seed --out "$work/run-$seed.pt"
  runs="$runs $work/run-$seed.pt"
done
$python export.py --out "$work/liveness.onnx" $runs
