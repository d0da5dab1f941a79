// Estimates what the judge of movement holds against measures, and writes src/capture/movement/limits.json:
// `npm run train:movement [-- --ffmpeg PATH --cache FOLDER]`. Films and stills are those of the benchmark data.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchData } from '../../bench/shared-lists.ts';
import { LIMITS } from '../../src/capture/movement/limits.ts';
import { estimatedLimits, estimatedParts } from './estimate.ts';
import { measured } from './measured.ts';
import { KINDS, trialsOf } from './trials.ts';

const COUNT = 300;
const FILE = fileURLToPath(new URL('../../src/capture/movement/limits.json', import.meta.url));

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const { values } = parseArgs({
  options: {
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    cache: { type: 'string', default: join(tmpdir(), 'touchstone-movement') },
  },
});
const all = await measured(join(benchData(), 'images/faces'), values.ffmpeg, values.cache);
const limits = Object.assign({}, LIMITS, estimatedLimits(all));
// Nobody knows the order. A stored film has the right one once in twelve attempts, and another one else.
const kinds = KINDS.filter((kind) => kind !== 'replay of the right order' && kind !== 'stored film');
const trials = new Map(kinds.map((kind) => [kind, trialsOf(kind, all, COUNT, () => limits)]));
const estimated = Object.assign(limits, estimatedParts(trials));
writeFileSync(FILE, `${JSON.stringify(estimated, null, 2)}\n`);
// As the linter wants it.
execFileSync(process.execPath, [BIOME, 'format', '--write', FILE]);
console.log(JSON.stringify(Object.assign({}, estimated, { depths: estimated.depths.length })));
