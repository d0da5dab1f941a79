import { expect, it } from 'vitest';
import { Random } from '../../../specimens/random.ts';
import { FourierTransform } from './fourier.ts';

it('is the sum over all waves, for each of them', () => {
  const length = 32;
  const random = new Random('waves');
  const line = Array.from({ length }, () => [random.between(-9, 9), random.between(-9, 9)] as const);
  const re = Float64Array.from(line, ([x]) => x);
  const im = Float64Array.from(line, ([, y]) => y);
  new FourierTransform(length).forward(re, im);
  for (let k = 0; k < length; k++) {
    let [x, y] = [0, 0];
    for (const [at, [a, b]] of line.entries()) {
      const angle = (-2 * Math.PI * k * at) / length;
      x += a * Math.cos(angle) - b * Math.sin(angle);
      y += a * Math.sin(angle) + b * Math.cos(angle);
    }
    expect(re[k]).toBeCloseTo(x, 9);
    expect(im[k]).toBeCloseTo(y, 9);
  }
});
