import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE_LISTS, writeHostile } from '../../../test/hostile/list-files.ts';
import { sourceById } from '../registry.ts';
import { parseList } from '../sync/list-parser.ts';
import { localFile } from './list-file.ts';

const NOWHERE = { size: 0, add: async () => {} };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-bounds-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a file that is made to take memory or time is refused, and its sentence names the bound', () => {
  test.each(HOSTILE_LISTS.filter(({ sizes: [small] }) => small > 0).map((one) => [one.name, one] as const))(
    '%s',
    async (_, one) => {
      const path = join(folder, 'list.gz');
      await writeHostile(one, one.sizes[0], path);
      await expect(parseList(sourceById(one.source), [localFile(path)], NOWHERE)).rejects.toMatchObject({
        code: 'list-unusable',
        message: expect.stringMatching(one.says ?? /./),
      });
    },
  );
});
