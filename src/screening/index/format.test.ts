import { readFile, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entityOf, inDirectory, snapshotOf } from '../../../test/support/engine.ts';
import { openSnapshot } from '../engine.ts';
import { ENGINE_VERSION } from '../version.ts';
import { snapshotFiles } from './build.ts';
import { assemble, checkIndexFile, disassemble } from './format.ts';

const HEADER = {
  engine: ENGINE_VERSION,
  id: 'x',
  createdAt: 'y',
  sources: [],
  legalForms: ['limited'],
  factsBytes: 3,
  factsCrc: 0,
};

test('sections come back as they were written', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint32Array(), fc.float64Array({ noNaN: true }), (a, b, c) => {
      const { header, sections } = disassemble(assemble(HEADER, { a, b, c }));
      expect(header).toMatchObject(HEADER);
      expect([...sections.a!]).toEqual([...a]);
      expect([...sections.b!]).toEqual([...b]);
      expect([...sections.c!]).toEqual([...c]);
    }),
    { numRuns: 50 },
  );
});

describe('a damaged snapshot is refused with one sentence', () => {
  const damaged = expect.objectContaining({ code: 'damaged' });

  async function afterDamage(damage: (files: { index: string; facts: string }) => Promise<void>) {
    return inDirectory(async (directory) => {
      await snapshotOf([entityOf('p', ['Tilman Varnhagen'])], directory);
      await damage(snapshotFiles(directory, 'snapshot-1'));
      const engine = await openSnapshot(directory, 'snapshot-1');
      const query = { name: 'Tilman Varnhagen', entityType: 'Individual', minScore: 70, limit: 1 } as const;
      return engine.search(query);
    });
  }

  test('an index that was cut off', async () => {
    await expect(afterDamage(({ index }) => truncate(index, 200))).rejects.toEqual(damaged);
  });

  test('one byte of the index changed, wherever it is', async () => {
    for (const share of [0.02, 0.3, 0.6, 0.99]) {
      await expect(
        afterDamage(async ({ index }) => {
          const bytes = await readFile(index);
          bytes[Math.floor(bytes.length * share)]! ^= 0x40;
          await writeFile(index, bytes);
        }),
      ).rejects.toEqual(damaged);
    }
  });

  test('facts that were cut off, and facts that were changed', async () => {
    await expect(afterDamage(({ facts }) => truncate(facts, 10))).rejects.toEqual(damaged);
    await expect(
      afterDamage(async ({ facts }) => {
        const text = await readFile(facts, 'utf8');
        await writeFile(facts, text.replace('Tilman', 'Tilmen'));
      }),
    ).rejects.toEqual(damaged);
  });

  test('a check that keeps nothing sees the same, and the header where nothing is wrong', async () => {
    await inDirectory(async (directory) => {
      await snapshotOf([entityOf('p', ['Tilman Varnhagen'])], directory);
      const { index } = snapshotFiles(directory, 'snapshot-1');
      expect(await checkIndexFile(index)).toMatchObject({ engine: ENGINE_VERSION, id: 'snapshot-1' });
      const bytes = await readFile(index);
      for (const share of [0.02, 0.3, 0.6, 0.99]) {
        const at = Math.floor(bytes.length * share);
        await writeFile(index, bytes.with(at, bytes[at]! ^ 0x40));
        await expect(checkIndexFile(index)).rejects.toEqual(damaged);
      }
      await writeFile(index, bytes.subarray(0, -1));
      await expect(checkIndexFile(index)).rejects.toEqual(damaged);
      await writeFile(index, '');
      await expect(checkIndexFile(index)).rejects.toEqual(damaged);
    });
  });

  test('a file that is something else', async () => {
    await expect(afterDamage(({ index }) => writeFile(index, 'x'.repeat(500)))).rejects.toEqual(damaged);
  });
});
