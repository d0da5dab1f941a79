import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from './command.ts';
import { FACE_THREADS, faceThreads, jsonLines, linesOf, pictureOrWhy } from './face-threads.ts';
import { modelsWithLiveness } from './faces.ts';
import { option, positional, required } from './values.ts';

export const command: Command = {
  name: 'faces liveness',
  summary: 'Scores liveness of many pictures',
  usage:
    '  --file FILES.txt --out OUT.jsonl  one path a line, from here or relative to the file; one JSON line a picture',
  options: { file: { type: 'string' }, out: { type: 'string' } },
  native: true,
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const list = required(option(values, 'file'), this.name, '--file FILES.txt');
    const out = required(option(values, 'out'), this.name, '--out OUT.jsonl');
    const files = (await linesOf(list)).map((line) => line.trim());
    const threads = faceThreads(modelsWithLiveness(config));
    let failed = 0;
    try {
      await jsonLines(out, files.length, FACE_THREADS * 2, async (place) => {
        const file = files[place]!;
        const bytes = await pictureOrWhy(existsSync(file) ? file : resolve(dirname(resolve(list)), file));
        const found = 'refusal' in bytes ? bytes : await threads.call('livenessOf', bytes);
        if ('score' in found) return { file, livenessScore: found.score };
        failed++;
        return { file, error: found.refusal };
      });
    } finally {
      await threads.abort();
    }
    print({ files: files.length, failed }, `${files.length} pictures scored, ${failed} without a score.`);
  },
};
