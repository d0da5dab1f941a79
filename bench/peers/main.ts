import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { retrievalSets, sharedSetsAtHand } from '../quality/sets.ts';
import { installScorer, installWatchman, WORK } from './install.ts';
import { makeJob, NEAREST } from './job.ts';
import { type Measured, measurePeer, measureTouchstone } from './systems.ts';
import { table } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '100' }, negatives: { type: 'string', default: '300' } },
});

if (!sharedSetsAtHand()) {
  process.stdout.write('The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): nothing was measured.\n');
  process.exit(0);
}
progress('Installing the peers.');
const library = installScorer('nomenklatura');
const service = installScorer('yente');
const go = installWatchman();

progress('Reading the lists.');
const { job, sampledSets } = await makeJob(retrievalSets(positionals), ({ name }) =>
  Number(name === 'negatives' ? values.negatives : values.sample),
);
const file = join(WORK, 'job.json');
writeFileSync(file, JSON.stringify(job));

progress('Measuring Touchstone.');
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};
const systems: (Measured | string)[] = [await measureTouchstone(version, sampledSets)];
for (const [scorer, driver] of [
  ['logic-v2', library],
  ['logic-v1', library],
  ['yente', service],
] as const) {
  progress(`Measuring ${scorer}.`);
  systems.push(measurePeer(scorer, driver, [scorer], file, sampledSets));
}
progress('Measuring watchman.');
systems.push(measurePeer('watchman', go, [], file, sampledSets));

const queries = job.sets.flatMap((set) => set.queries);
const candidates = queries.reduce((sum, query) => sum + query.candidates.length, 0) / queries.length;
const [cpu] = cpus();
process.stdout.write(
  `${table([...new Set(systems)], sampledSets)}

Recall@1 / recall@10 / recall at 70 · alerts a query at 70 · processor time a query on one core.
The scorers of nomenklatura and yente were given ${candidates.toFixed(0)} candidates a query on average: the ${NEAREST} nearest by shared words and letters, all that Touchstone finds, and the true entries; their times are without any search. Touchstone and watchman search the whole list.
${new Date().toISOString().slice(0, 10)}, ${cpu?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}.
`,
);

function progress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
