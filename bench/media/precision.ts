/**
 * Whether what is kept of the news tells of an offence: `npm run bench:media-precision [-- --lines FILE.tsv]`. 200
 * generated lines, half of which tell of one. With a file also its lines, as far as `LABELLED` knows them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readGkg } from '../../src/media/gkg.ts';
import { memoryFile } from '../../src/watchlists/formats/list-file.ts';
import { gkgArchive } from '../../test/support/gkg.ts';
import { allEntities } from '../quality/index.ts';
import { GeneratedLines, isTold, type LineKind } from './generated-lines.ts';
import { GeneratedNews } from './generated-news.ts';

const { values } = parseArgs({ options: { lines: { type: 'string' } } });
const STAMP = '20170701234500';
const KINDS: readonly LineKind[] = [
  'lead',
  'twice',
  'lead',
  'twice',
  'lead',
  'passing',
  'ordinary',
  'passing',
  'policy',
  'ordinary',
];
/**
 * Ids of lines of 1 July 2017 that tell of a crime of somebody. The package `gdelt` 0.1.14 has the 100 lines as
 * `gkg2samp.gz` and `gkg2Transsamp.gz`. One reader judged them by their addresses and themes.
 */
const LABELLED = new Set(['-8', '-16', '-24', '-26', '-39', '-T9', '-T47'].map((end) => STAMP + end));

const generated = new GeneratedLines(new GeneratedNews(await allEntities()));
const kinds = Array.from({ length: 200 }, (_, at) => KINDS[at % KINDS.length]!);
const made = kinds.map((kind, at) => generated.line(STAMP, at, kind));
await judge('generated', made, kinds.map(isTold));
if (values.lines !== undefined) {
  const real = readFileSync(values.lines, 'utf8').trim().split('\n');
  const ids = real.map((line) => line.slice(0, line.indexOf('\t')));
  await judge(
    'real',
    real,
    ids.map((id) => LABELLED.has(id)),
  );
  const english = real.filter((line) => !/^\d+-T/.test(line));
  await judge(
    'real, English edition',
    english,
    english.map((line) => LABELLED.has(line.slice(0, line.indexOf('\t')))),
  );
}

async function judge(name: string, lines: readonly string[], tells: readonly boolean[]): Promise<void> {
  let [kept, right] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const { articles } = await readGkg(memoryFile('a.gkg.csv.zip', gkgArchive(STAMP, [line])));
    kept += articles.length;
    if (tells[at]) right += articles.length;
  }
  const wanted = tells.filter(Boolean).length;
  const share = (part: number, of: number) => `${part} of ${of} (${((100 * part) / Math.max(of, 1)).toFixed(0)} %)`;
  process.stdout.write(
    `${name}: ${lines.length} lines, ${kept} kept; right ${share(right, kept)}; of those that tell of one ${share(right, wanted)}\n`,
  );
}
