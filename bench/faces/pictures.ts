import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedding } from '../../src/faces/embed.ts';
import { similarity } from '../../src/faces/embed.ts';
import type { FaceReader } from '../../src/faces/face-reader.ts';
import { mainFace, selfieFace } from '../../src/faces/face-selection.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Box } from '../../src/imaging/pixels.ts';
import { inWords } from '../../src/sentences.ts';
import { benchData } from '../shared-lists.ts';

export interface Pair {
  readonly set: string;
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

/** What became of a picture. */
export interface Reading {
  readonly file: string;
  readonly identity: string;
  /** Of the face that the picture is of, also where a selfie would be refused; null where no face was found. */
  readonly embedding: Embedding | null;
  /** Where that face is. */
  readonly box: Box | null;
  /** What the service says of it as a selfie. */
  /** In words. */
  readonly refusal: string | null;
  /** Processor time that finding and describing took, so that a busy machine does not count. */
  readonly milliseconds: number;
}

/** The labelled pairs of the benchmark data; undefined where they are not at hand. */
export function sharedPairs(): Pair[] | undefined {
  const file = join(benchData(), 'images/faces/pairs.tsv');
  if (!existsSync(file)) return undefined;
  const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [set, a, b, same] = row.split('\t') as [string, string, string, string];
    return { set, a, b, same: same.trim() === '1' };
  });
}

/** Every picture of a set once, read as the service reads a selfie. */
export async function readSet(reader: FaceReader, pairs: readonly Pair[], set: string): Promise<Map<string, Reading>> {
  const files = [...new Set(pairs.filter((pair) => pair.set === set).flatMap(({ a, b }) => [a, b]))].sort();
  const readings = new Map<string, Reading>();
  for (const file of files) {
    const { pixels: picture } = await decodePhoto(readFileSync(join(benchData(), 'images/faces', file)));
    const start = process.cpuUsage();
    const faces = await reader.find(picture, { anyTurn: true });
    const { refusal } = selfieFace(faces, picture);
    const face = mainFace(faces, picture);
    const embedding = face ? await reader.describe(picture, face) : null;
    const identity = identityOf(file);
    readings.set(file, {
      file,
      identity,
      embedding,
      box: face?.box ?? null,
      refusal: refusal && inWords(refusal),
      milliseconds: spent(start),
    });
  }
  return readings;
}

function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** Files are named by the person and a number. */
function identityOf(file: string): string {
  return file.replace(/[-_]\d.*$/, '');
}

export interface Similarities {
  readonly genuine: number[];
  readonly impostor: number[];
}

/** Of all pairs of pictures that `include` lets through by their identities. */
export function allSimilarities(
  readings: Iterable<Reading>,
  include: (a: string, b: string) => boolean = () => true,
): Similarities {
  const read = [...readings].filter(({ embedding }) => embedding);
  const found: Similarities = { genuine: [], impostor: [] };
  for (const [index, a] of read.entries()) {
    for (let other = index + 1; other < read.length; other++) {
      const b = read[other]!;
      if (!include(a.identity, b.identity)) continue;
      found[a.identity === b.identity ? 'genuine' : 'impostor'].push(similarity(a.embedding!, b.embedding!));
    }
  }
  return found;
}

export function listedSimilarities(pairs: readonly Pair[], readings: ReadonlyMap<string, Reading>): Similarities {
  const found: Similarities = { genuine: [], impostor: [] };
  for (const { a, b, same } of pairs) {
    const [left, right] = [readings.get(a)?.embedding, readings.get(b)?.embedding];
    if (left && right) found[same ? 'genuine' : 'impostor'].push(similarity(left, right));
  }
  return found;
}

/** One of two halves that identities fall into by their name, so that one can check what was fitted on the other. */
export function halfOf(identity: string): 0 | 1 {
  let hash = 2166136261;
  for (const letter of identity) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return ((hash >>> 16) & 1) as 0 | 1;
}
