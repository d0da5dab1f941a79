import { dirname, resolve } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import type { Embedding } from '../faces/embed.ts';
import type { Command, Invocation } from './command.ts';
import { FACE_THREADS, faceThreads, jsonLines, linesOf, pictureOrWhy } from './face-threads.ts';
import { modelsWithLiveness } from './faces.ts';
import { option, positional, required } from './values.ts';

type FaceDescription = Embedding | { readonly refusal: string };

export const command: Command = {
  name: 'faces compare',
  summary: 'Says how alike the faces of two pictures are, or of many pairs',
  usage: `
  A B                               two pictures
  --file PAIRS.tsv --out OUT.jsonl  tab-separated with the header a, b: paths, relative to the file; one JSON line a row`,
  options: { file: { type: 'string' }, out: { type: 'string' } },
  native: true,
  run: (invocation) => (invocation.values.file === undefined ? compareTwo(invocation) : compareMany(invocation)),
};

async function compareTwo({ positionals, config, print }: Invocation): Promise<void> {
  const paths = positional(positionals, 'faces compare', ['A', 'B']);
  const threads = faceThreads(modelsWithLiveness(config));
  try {
    const [a, b] = await Promise.all(paths.map((path) => described(threads, path)));
    const refused = (
      [
        ['A', a],
        ['B', b],
      ] as const
    ).flatMap(([name, one]) => ('refusal' in one! ? [`${name}: ${one.refusal}`] : []));
    if (refused.length > 0) throw new TouchstoneError('validation', refused.join(' '));
    const compared = await threads.call('compare', a as Embedding, b as Embedding);
    const { similarity, confidence } = compared;
    print(compared, `similarity ${similarity.toFixed(4)}, confidence ${confidence.toFixed(2)}`);
  } finally {
    await threads.abort();
  }
}

async function compareMany({ values, positionals, config, print }: Invocation): Promise<void> {
  positional(positionals, 'faces compare', []);
  const file = required(option(values, 'file'), 'faces compare', '--file PAIRS.tsv');
  const out = required(option(values, 'out'), 'faces compare', '--out OUT.jsonl');
  const pairs = readPairs(await linesOf(file), file);
  const threads = faceThreads(modelsWithLiveness(config));
  const known = new Map<string, Promise<FaceDescription>>();
  const describe = (path: string): Promise<FaceDescription> => {
    const found = known.get(path) ?? described(threads, resolve(dirname(resolve(file)), path));
    known.set(path, found);
    return found;
  };
  let failed = 0;
  try {
    await jsonLines(out, pairs.length, FACE_THREADS * 4, async (place) => {
      const [a, b] = pairs[place]!;
      const [one, other] = await Promise.all([describe(a), describe(b)]);
      if ('refusal' in one || 'refusal' in other) {
        failed++;
        const why = [['a', one] as const, ['b', other] as const].flatMap(([name, face]) =>
          'refusal' in face ? [`${name}: ${face.refusal}`] : [],
        );
        return { a, b, error: why.join(' ') };
      }
      return { a, b, ...(await threads.call('compare', one, other)) };
    });
  } finally {
    await threads.abort();
  }
  print({ rows: pairs.length, failed }, `${pairs.length} pairs compared, ${failed} without a face.`);
}

function readPairs(lines: readonly string[], file: string): [string, string][] {
  const header = lines[0]?.split('\t') ?? [];
  const [a, b] = [header.indexOf('a'), header.indexOf('b')];
  if (a < 0 || b < 0) throw new TouchstoneError('usage', `${file} must be tab-separated with the columns a and b.`);
  return lines.slice(1).map((line, row) => {
    const cells = line.split('\t');
    if (!cells[a] || !cells[b])
      throw new TouchstoneError('usage', `Line ${row + 2} of ${file} does not name two pictures.`);
    return [cells[a], cells[b]];
  });
}

async function described(threads: ReturnType<typeof faceThreads>, path: string): Promise<FaceDescription> {
  const bytes = await pictureOrWhy(path);
  return 'refusal' in bytes ? bytes : threads.call('embeddingOf', bytes);
}
