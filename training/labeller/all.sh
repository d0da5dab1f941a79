#!/bin/sh
# Draws cards, trains the labeller, exports it and learns its doubts: all.sh FOLDER PYTHON MINUTES
set -e
to=$1 python=$2 minutes=$3
here=training/labeller
mkdir -p "$to/cards"
$python $here/draw.py --count 300 --seed 9401 --held-out --clear > "$to/judge.jsonl"
$python $here/draw.py --count 3000 --seed 9501 --held-out --clear > "$to/doubts.jsonl"
$python $here/draw.py --count 500 --seed 9001 --held-out > "$to/held-out.jsonl"
node $here/features.ts "$to/held-out.jsonl" "$to/held-out.bin"
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
  $python $here/draw.py --count 2000 --seed $seed > "$to/drawn.jsonl"
  node $here/features.ts "$to/drawn.jsonl" "$to/cards/$seed.bin"
done
$python $here/train.py --cards "$to/cards" --judge "$to/held-out.bin" --minutes "$minutes" --out "$to"
$python $here/export.py --weights "$to/labeller.pt" --to src/documents/labeller/model
node $here/pictures.ts --to "$to/pictures.json"
node $here/doubts.ts --lines "$to/doubts.jsonl" --lines "$to/pictures.json" --judge "$to/judge.jsonl"
