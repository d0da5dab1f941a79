#!/bin/sh
# Everything from nothing: sh all.sh WORK-FOLDER [PYTHON]. About ten minutes a run on one quiet core.
set -e
work=$1
python=${2:-python3}
here=$(cd "$(dirname "$0")" && pwd)
model=$here/../../src/faces/liveness/model
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
mkdir -p "$work"
cd "$here"
runs=
run() {
  name=$1-$2
  $python generate.py --recipe $1 --seed $2 --count $3 --photographs "$work/photographs" --out "$work/$name.npz"
  $python train.py --tiles "$work/$name.npz" --seed $2 --steps $4 --out "$work/$name.pt"
  runs="$runs $work/$name.pt"
}
$python photographs.py --out "$work/photographs"
run drawn 1 16000 1800
run drawn 2 16000 1800
run mixed 1 12000 1300
$python export.py --out "$model/liveness.onnx" $runs
$python manifest.py "$model"
