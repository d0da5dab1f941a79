import { describe, expect, it, test } from 'vitest';
import { Model } from '../src/inference/model.ts';
import { OnnxGraph } from '../training/networks/onnx-graph.ts';
import { readStateDict } from '../training/networks/torch/state-dict.ts';
import { type Changes, stateDictFile } from './support/state-dict-file.ts';

const TENSORS = new Map([
  ['module.a.weight', { dims: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, -6.5) }],
  ['module.b', { dims: [1], data: Float32Array.of(0.25) }],
]);

function refusal(bytes: Uint8Array): string {
  try {
    readStateDict(bytes, 'net.pth');
    return 'accepted';
  } catch (error) {
    expect(error).toMatchObject({ code: 'usage' });
    return (error as Error).message.replace("net.pth is no state dictionary in PyTorch's older form: ", '');
  }
}

describe('a state dictionary of PyTorch before 1.6', () => {
  it('gives every tensor with its name, shape and numbers', () => {
    expect(readStateDict(stateDictFile(TENSORS), 'net.pth')).toEqual(TENSORS);
  });

  it('leaves out tensors of whole numbers', () => {
    const counts = new Map([['module.count', { dims: [1], data: Float32Array.of(1, 0) }]]);
    const long = stateDictFile(counts, { storage: 'torch LongStorage', claim: -1 });
    // One number of eight bytes instead of two of four.
    long[long.length - 16] = 1;
    expect(readStateDict(long, 'net.pth')).toEqual(new Map());
  });

  it.each<[string, Changes, RegExp]>([
    [
      'a name that could run something',
      { rebuild: 'os system' },
      /asks for "os\.system", which no state dictionary needs/,
    ],
    ['another class of storage', { storage: 'builtins eval' }, /asks for "builtins\.eval"/],
    [
      'a dictionary where a tensor belongs',
      { rebuild: 'collections OrderedDict' },
      /builds something that is no tensor/,
    ],
    ['a storage that is longer than the file', { claim: 1_000_000 }, /ends too early/],
    ['a storage whose length is told in two ways', { claim: -1 }, /larger than its storage/],
    ['a tensor that is not in one piece', { strides: [1, 2] }, /not in one piece|describes a tensor wrongly/],
    ['another beginning', { magic: 3 }, /does not begin as such a file does/],
  ])('is refused with a sentence where it has %s', (_, changes, words) => {
    expect(refusal(stateDictFile(TENSORS, changes))).toMatch(words);
  });

  it('is refused where it is an archive, a picture, or nothing at all', () => {
    expect(refusal(Uint8Array.of(0x50, 0x4b, 3, 4))).toMatch(/an archive, as PyTorch writes since 1\.6/);
    expect(refusal(Uint8Array.of(0xff, 0xd8, 0xff))).toMatch(/no pickle of protocol 2/);
    expect(refusal(new Uint8Array())).toMatch(/ends too early/);
  });

  it('never fails but with a sentence, wherever it is cut off and whichever byte is wrong', () => {
    const sound = stateDictFile(TENSORS);
    for (let length = 0; length < sound.length; length++) {
      expect(refusal(sound.slice(0, length))).toMatch(/^(its?|a|one|the) /);
    }
    for (let at = 0; at < sound.length; at++) {
      for (const value of [0x00, 0x28, 0x52, 0x63, 0x6a, 0x75, 0x80, 0xff]) {
        const broken = sound.slice();
        broken[at] = value;
        expect(refusal(broken)).toMatch(/^(accepted|its?|a|one|the)\b/);
      }
    }
  });
});

test('a graph that is put together by hand computes what its nodes say', async () => {
  const graph = new OnnxGraph();
  const input = graph.input('input', ['batch', 2]);
  const doubled = graph.node('Mul', [input, graph.floats(Float32Array.of(2), [])]);
  graph.output('sum', graph.node('ReduceSum', [doubled, graph.integers([1])], { keepdims: 0 }), ['batch']);
  const model = await Model.open(graph.finish());
  const { sum } = await model.run({ input: { data: Float32Array.of(1, 2, 3, -4), dims: [2, 2] } });
  expect([...sum!.data]).toEqual([6, -2]);
  await model.close();
});
