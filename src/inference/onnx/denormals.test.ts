import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Model } from '../model.ts';
import { withoutDenormals } from './denormals.ts';
import { ModelGraph } from './model-graph.ts';

const FILE = join(dirname(createRequire(import.meta.url).resolve('faceplugin')), 'model/fr_feature.onnx');

/** How many weights of the convolutions are too small for a normal float, but not 0. */
function denormals(model: Uint8Array): number {
  const graph = new ModelGraph(model);
  const weights = graph.nodes.flatMap(({ inputs }) =>
    inputs.flatMap((input) => [...(graph.floats(input)?.data ?? [])]),
  );
  return weights.filter((weight) => weight !== 0 && Math.abs(weight) < 2 ** -126).length;
}

test('the network that compares faces answers the same without weights that are nearly 0, and several times as fast', async () => {
  const file = readFileSync(FILE);
  const model = withoutDenormals(file);
  expect(denormals(file)).toBeGreaterThan(5000);
  expect(denormals(model)).toBe(0);
  const dims = [1, 3, 112, 112];
  const data = Float32Array.from({ length: 3 * 112 * 112 }, (_, at) => Math.sin(at * 0.37 + (at % 112) * 0.05));
  const answers: Float32Array[] = [];
  for (const bytes of [file, model]) {
    const opened = await Model.open(bytes);
    answers.push((await opened.firstOutput({ data, dims })).data);
    await opened.close();
  }
  expect(answers[1]).toEqual(answers[0]);
});

test('bytes that are no model are refused', () => {
  expect(() => withoutDenormals(Uint8Array.of(8, 200))).toThrow();
});
