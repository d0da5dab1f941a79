#!/bin/sh
# Three runs from nothing and their mean, WORK-FOLDER/liveness.onnx: sh all.sh WORK-FOLDER [PYTHON]. Half an hour on one quiet core.
set -e
work=$1
python=${2:-python3}
here=$(cd "$(dirname "$0")" && pwd)
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
mkdir -p "$work"
cd "$here"
runs=
run() {
  name=$work/$1-$2
  $python generate.py --recipe "$1" --seed "$2" --pairs "$3" --photographs "$work/photographs" --out "$name.npz"
  $python train.py --tiles "$name.npz" --seed "$2" --out "$name.pt"
  runs="$runs $name.pt"
}
$python photographs.py --out "$work/photographs"
run drawn 1 8000
run pairs 1 12000
run mixed 1 12000
# shellcheck disable=SC2086 # several names
$python export.py --out "$work/liveness.onnx" $runs
