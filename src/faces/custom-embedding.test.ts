import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portraitOf } from '../../specimens/portrait.ts';
import { Random } from '../../specimens/random.ts';
import { OnnxGraph } from '../../training/networks/onnx-graph.ts';
import { FaceReader } from './face-reader.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'own-embedding-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** A network that says of a face how bright each of its 7 × 7 parts is, less the mean. */
function brightness(): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('face', ['batch', 3, 112, 112]);
  const parts = graph.node('AveragePool', [picture], { kernel_shape: [16, 16], strides: [16, 16] });
  const flat = graph.node('Reshape', [parts, graph.integers([0, -1])]);
  const mean = graph.node('ReduceMean', [flat], { axes: [1], keepdims: 1 });
  graph.output('embedding', graph.node('Sub', [flat, mean]), ['batch', 147]);
  return graph.finish();
}

async function manifest(changes: object = {}): Promise<string> {
  const bytes = brightness();
  await writeFile(join(directory, 'brightness.onnx'), bytes);
  const path = join(directory, 'manifest.json');
  const model = {
    file: 'brightness.onnx',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    input: { width: 112, height: 112, channels: 'RGB', mean: 127.5, scale: 1 / 127.5 },
    crop: { kind: 'aligned' },
    ...changes,
  };
  const calibration = [
    [0, 0],
    [1, 90],
  ];
  const whole = { name: 'Brightness', purpose: 'face-embedding', licence: 'Apache-2.0', models: [model], calibration };
  await writeFile(path, JSON.stringify(whole));
  return path;
}

test("an operator's own embedding network takes the place of the bundled ones, with its own calibration", async () => {
  const reader = await FaceReader.open({ manifest: await manifest(), cache: directory });
  const picture = portraitOf({ face: 3, sex: 'F' }, new Random('own'));
  const [face] = await reader.find(picture);
  const embedding = await reader.describe(picture, face!);
  expect(embedding).toHaveLength(1);
  expect(embedding[0]!.values).toHaveLength(147);
  expect(reader.confidence(embedding, embedding)).toBeCloseTo(90, 1);
  await reader.close();
});

test('a network that is not the one its manifest names is refused', async () => {
  const path = await manifest({ sha256: '0'.repeat(64) });
  await expect(FaceReader.open({ manifest: path, cache: directory })).rejects.toThrow(
    /is not the one its manifest names/,
  );
});

test('a network that takes another size than its manifest says, or that is none, is told when it is opened', async () => {
  const input = { width: 96, height: 96, channels: 'RGB', mean: 127.5, scale: 1 / 127.5 };
  const path = await manifest({ input });
  await expect(FaceReader.open({ manifest: path, cache: directory })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/"Brightness" does not take what its manifest says/),
  });
  const nonsense = Buffer.from('no network');
  await writeFile(join(directory, 'nonsense.onnx'), nonsense);
  const none = await manifest({
    file: 'nonsense.onnx',
    sha256: createHash('sha256').update(nonsense).digest('hex'),
  });
  await expect(FaceReader.open({ manifest: none, cache: directory })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(/nonsense\.onnx of "Brightness" is no ONNX model that can be loaded/),
  });
});
