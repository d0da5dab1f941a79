import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Model, Values } from '../inference/model.ts';
import { type Networks, openNetworks } from './networks.ts';

let networks: Networks;
beforeAll(async () => {
  networks = await openNetworks();
});
afterAll(async () => {
  for (const model of Object.values(networks)) await (model as Model).close();
});

/** A picture of waves that run differently in each channel, 0-1, channel by channel. */
function waves(side: number): Values {
  const data = new Float32Array(side * side * 3);
  for (let channel = 0; channel < 3; channel++) {
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const value = 0.5 + 0.5 * Math.sin(0.05 * x * (channel + 1) + 0.03 * y);
        data[(channel * side + y) * side + x] = value;
      }
    }
  }
  return { data, dims: [1, 3, side, side] };
}

/**
 * What TensorFlow.js 4.22 gives for the same pictures on its own CPU backend: some numbers, and the sum of all sizes.
 */
interface Reference {
  readonly some: Readonly<Record<number, number>>;
  readonly sum: number;
}

function expectSame({ data }: Values, { some, sum }: Reference): void {
  for (const [index, value] of Object.entries(some)) {
    expect(Math.abs(data[Number(index)]! - value)).toBeLessThan(2e-4 * Math.max(1, Math.abs(value)));
  }
  const total = data.reduce((all, value) => all + Math.abs(value), 0);
  expect(Math.abs(total / sum - 1)).toBeLessThan(1e-4);
}

test('the face detector answers as the original does', async () => {
  const outputs = await networks.detector.run({ input: waves(256) });
  expectSame(outputs.output0!, { some: { 0: -23.6123, 102: -56.6703, 204: -87.4641, 408: -387.122 }, sum: 55815.2 });
  expectSame(outputs.output1!, { some: { 0: -3.348, 76: -38.3372, 152: -9.72285, 304: -15.6041 }, sum: 5083.24 });
  expectSame(outputs.output2!, { some: { 0: -3.98388, 1638: 4.44182, 4915: 49.3166 }, sum: 77868.8 });
  expectSame(outputs.output3!, { some: { 0: 15.1483, 1228: -27.269, 3684: -19.8954 }, sum: 154037 });
});

test('the face mesh answers as the original does', async () => {
  const outputs = await networks.mesh.run({ input: waves(192) });
  expectSame(outputs.output0!, { some: { 0: 78.3987, 280: 86.6024, 560: 8.80493, 1120: 81.9552 }, sum: 93105 });
  expectSame(outputs.output1!, { some: { 0: 0.00025979 }, sum: 0.00025979 });
});

test('the iris network answers as the original does', async () => {
  const outputs = await networks.iris.run({ input: waves(64) });
  expectSame(outputs.output0!, { some: { 0: 22.9442, 45: 44.1756, 135: 37.9033, 180: 43.569 }, sum: 5404.06 });
});
