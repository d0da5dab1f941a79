import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { selfie } from '../../specimens/selfie.ts';
import { DEFAULT_THRESHOLDS } from '../../src/domain/verification.ts';
import { Verifier } from '../../src/verification/verifier.ts';
import { childrenOf, processorTime } from '../../test/support/children.ts';
import { FRAME } from '../../training/capture/films.ts';

/** Frames of one person in a second, at most: the page waits for each answer. */
const PER_SECOND = 6;
/** Of frames, that are looked at whole. An attempt has some eight among sixty. */
const WHOLE = 1 / 8;
/** Frames of one attempt, as a person in no hurry makes it. */
const OF_ATTEMPT = 60;
const ACCOUNTS = 4;

interface Load {
  readonly times: number[];
  refused: number;
}

/** Lines that say how long frames take where one person and so many people send them. */
export async function frameLoad(people: number, seconds: number): Promise<string[]> {
  const cache = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const verifier = new Verifier({
    models: { liveness: 'off', installedModel: join(cache, 'none.json'), faceModel: undefined, cache },
    thresholds: DEFAULT_THRESHOLDS,
    now: () => new Date(),
  });
  try {
    const bytes = await sharp(selfie({ face: 5, sex: 'F' }, 'frame'))
      .resize(FRAME.width, FRAME.height)
      .jpeg({ quality: 80 })
      .toBuffer();
    await load(verifier, bytes, 2, 3);
    const lines: string[] = [];
    for (const together of [1, people]) {
      const before = spent();
      const { times, refused } = await load(verifier, bytes, together, seconds);
      const each = (spent() - before) / times.length;
      const sorted = times.sort((a, b) => a - b);
      const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(0);
      lines.push(
        `${together} at once: ${times.length} frames, ${refused} refused, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
          `longest ${at(1)} ms; ${(1000 * each).toFixed(1)} ms of a processor each, ${(each * OF_ATTEMPT).toFixed(2)} s a person`,
      );
    }
    return lines;
  } finally {
    await verifier.close();
    await rm(cache, { recursive: true, force: true });
  }
}

async function load(verifier: Verifier, bytes: Uint8Array, people: number, seconds: number): Promise<Load> {
  const result: Load = { times: [], refused: 0 };
  const end = performance.now() + 1000 * seconds;
  const one = async (person: number): Promise<void> => {
    await wait((1000 / PER_SECOND) * (person / people));
    for (let frame = person; performance.now() < end; frame++) {
      const asked = performance.now();
      const effort = frame % Math.round(1 / WHOLE) === 0 ? 'whole' : 'quick';
      await verifier.readFrame({ accountId: person % ACCOUNTS, bytes, effort }).catch(() => {
        result.refused += 1;
      });
      const took = performance.now() - asked;
      result.times.push(took);
      await wait(1000 / PER_SECOND - took);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => one(person)));
  return result;
}

/** Seconds of processors that the processes with the models have taken. */
function spent(): number {
  return childrenOf(process.pid, 'process.ts').reduce((sum, pid) => sum + (processorTime(pid) ?? 0) / 100, 0);
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}
