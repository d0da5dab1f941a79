import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onScreen } from '../../specimens/forgery.ts';
import { Random } from '../../specimens/random.ts';
import { selfie } from '../../specimens/selfie.ts';
import { decodePhoto } from '../imaging/decode.ts';
import { FaceAnalyst } from './face-analyst.ts';

let cache: string;
let analyst: FaceAnalyst;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'touchstone-analyst-'));
  analyst = await FaceAnalyst.open({
    liveness: 'on',
    installedModel: join(cache, 'none'),
    faceModel: undefined,
    cache,
  });
});

afterAll(async () => {
  await analyst.close();
  await rm(cache, { recursive: true, force: true });
});

it('a selfie from a screen that fills the whole picture is known by the grid of the screen', async () => {
  for (let seed = 0; seed < 2; seed++) {
    const { pixels } = await decodePhoto(selfie({ face: 40 + seed, sex: 'F' }, 40 + seed));
    expect(await analyst.selfie(pixels), `seed ${seed}`).toMatchObject({ framed: false, grid: false });
    const shown = onScreen(pixels, new Random(`screen ${seed}`));
    expect(await analyst.selfie(shown), `seed ${seed}`).toMatchObject({ framed: false, grid: true });
  }
});
