import { type Gray, histogram, quantile, type Rect, within } from './gray.ts';

/** Half of the distance over which an edge has to have happened. */
const REACH = 3;
/** Of the range of brightness: what counts as an edge of print. */
const SHARE = 0.3;
const LEAST_STEP = 14;
/** Fewer edges say nothing. */
const FEWEST = 60;

/**
 * How much of an edge of print happens within two of six pixels: .33 where it is spread evenly, near 1 where it is
 * sharp. Undefined where there is hardly any print. The mean of the sharper half of the
 * edges, since shadows and folds are soft in every picture.
 */
export function sharpness(gray: Gray, rect: Rect): number | undefined {
  const { x, y, width, height } = within(gray, rect);
  const counts = histogram(gray, rect);
  const step = Math.max(LEAST_STEP, (quantile(counts, 0.97) - quantile(counts, 0.03)) * SHARE);
  const ratios = new Uint32Array(101);
  for (let row = y; row < y + height; row += 2) {
    const start = row * gray.width + x;
    for (let at = start + REACH; at < start + width - REACH; at += 1) {
      const wide = gray.data[at + REACH]! - gray.data[at - REACH]!;
      if (Math.abs(wide) < step) continue;
      const near = (gray.data[at + 1]! - gray.data[at - 1]!) / wide;
      ratios[Math.round(Math.min(1, Math.max(0, near)) * 100)]! += 1;
    }
  }
  return meanOfUpperHalf(ratios);
}

function meanOfUpperHalf(ratios: Uint32Array): number | undefined {
  const all = ratios.reduce((sum, count) => sum + count, 0);
  if (all < FEWEST) return undefined;
  let wanted = all / 2;
  let sum = 0;
  for (let percent = 100; percent >= 0 && wanted > 0; percent -= 1) {
    const taken = Math.min(wanted, ratios[percent]!);
    sum += taken * percent;
    wanted -= taken;
  }
  return sum / (all / 2) / 100;
}
