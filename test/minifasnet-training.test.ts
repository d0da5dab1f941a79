import { describe, expect, it } from 'vitest';
import { Model } from '../src/inference/model.ts';
import { miniFasNet } from '../training/networks/minifasnet.ts';
import { miniFasNetTensors } from './support/state-dict-file.ts';

const SIZE = 3 * 80 * 80;
const picture = Float32Array.from({ length: 2 * SIZE }, (_, at) => (at * 37 + Math.floor(at / SIZE) * 91) % 256);

async function logits(tensors: ReturnType<typeof miniFasNetTensors>): Promise<number[]> {
  const model = await Model.open(miniFasNet(tensors, 'net.pth'));
  const { data, dims } = await model.firstOutput({ data: picture, dims: [2, 3, 80, 80] });
  await model.close();
  expect(dims).toEqual([2, 3]);
  return [...data];
}

describe('MiniFASNet as an ONNX model', () => {
  it('takes several faces at once, and depends on every tensor of the checkpoint', async () => {
    const plain = await logits(miniFasNetTensors());
    expect(plain.every(Number.isFinite)).toBe(true);
    for (const [name, { dims, data }] of miniFasNetTensors()) {
      const changed = miniFasNetTensors().set(name, {
        dims,
        data: data.map((value, at) => value + 0.3 + 0.1 * (at % 3)),
      });
      expect(await logits(changed), name).not.toEqual(plain);
    }
  });

  it('is refused with a sentence where a tensor is missing or has another shape', () => {
    const without = miniFasNetTensors();
    without.delete('module.conv_34.project.bn.running_var');
    expect(() => miniFasNet(without, 'net.pth')).toThrow(
      'net.pth is no checkpoint of MiniFASNet: the tensor conv_34.project.bn.running_var is missing.',
    );
    const flat = miniFasNetTensors().set('module.conv1.conv.weight', { dims: [108], data: new Float32Array(108) });
    expect(() => miniFasNet(flat, 'net.pth')).toThrow(/the tensor conv1\.conv\.weight has another shape/);
  });
});
