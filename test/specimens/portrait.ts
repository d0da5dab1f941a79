import { createCanvas } from '@napi-rs/canvas';
import type { Pixels } from '../../src/imaging/pixels.ts';
import type { Random } from './random.ts';
import { pixelsOf } from './sheet.ts';
export function portraitOf(seed: number, _random: Random): Pixels {
  const c = createCanvas(312, 400);
  const x = c.getContext('2d');
  x.fillStyle = '#dde4ea';
  x.fillRect(0, 0, 312, 400);
  x.fillStyle = `hsl(${seed % 40} 40% 60%)`;
  x.beginPath();
  x.ellipse(156, 190, 90, 120, 0, 0, 7);
  x.fill();
  return pixelsOf(c);
}
