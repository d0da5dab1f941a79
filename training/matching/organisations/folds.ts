// Judges the lexicon of organisations' words by cross-validation: each fifth of the organisations of the labelled pairs
// by words that the other four taught.
//
//   npm run train:organisations:folds [-- --misses 50]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type LabelledPair, pairSet } from '../../../bench/quality/sets.ts';
import { lexiconOf } from './lexicon.ts';
import { organisationsOfTheUnion } from './names.ts';

const FOLDS = 5;
const THRESHOLD = 70;
/** Languages with fewer pairs are not printed. */
const LEAST_PAIRS = 50;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const JUDGE = relative(ROOT, fileURLToPath(new URL('./judge.ts', import.meta.url)));
const LEXICON = 'organisation-lexicon.tsv';

interface Judged extends LabelledPair {
  readonly score: number;
}

const { values } = parseArgs({ options: { misses: { type: 'string', default: '0' } } });
const organisations = organisationsOfTheUnion();
const placeOf = new Map(organisations.flatMap(({ names }, place) => names.map((name) => [name, place] as const)));
/** Names that the list no longer has go by their first name. */
const foldOf = ({ a, b }: LabelledPair): number => (placeOf.get(a) ?? placeOf.get(b) ?? 0) % FOLDS;

const pairs = pairSet('organisations');
const judged = Array.from({ length: FOLDS }, (_, fold) => judge(fold)).flat();
const same = judged.filter(({ isMatch }) => isMatch);
const others = judged.filter(({ isMatch }) => !isMatch);
process.stdout.write(`found ${share(same)} of ${same.length}, others ${share(others)} of ${others.length}\n`);
for (const [language, of] of [...Map.groupBy(same, ({ category }) => category)].sort(
  ([, a], [, b]) => b.length - a.length,
)) {
  if (of.length >= LEAST_PAIRS) process.stdout.write(`  ${language} ${share(of)} of ${of.length}\n`);
}
for (const { a, b, score, category } of same.filter((one) => one.score < THRESHOLD).slice(0, Number(values.misses))) {
  process.stdout.write(`    ${score}  ${category}  ${a}  |  ${b}\n`);
}

/** The pairs of a fold, with words that only the others taught. */
function judge(fold: number): Judged[] {
  const folder = checkoutWith(lexiconOf(organisations.filter((_, place) => place % FOLDS !== fold)).table);
  const own = pairs.filter((pair) => foldOf(pair) === fold);
  const [from, to] = [join(folder, 'pairs.json'), join(folder, 'results.json')];
  try {
    writeFileSync(from, JSON.stringify(own));
    const script = join(folder, JUDGE);
    const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
    execFileSync(process.execPath, [...flags, script, from, to], { cwd: folder, stdio: 'inherit' });
    const results: { score: number }[] = JSON.parse(readFileSync(to, 'utf8'));
    return own.map((pair, place) => ({ ...pair, score: results[place]!.score }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder with the program's files and another lexicon. */
function checkoutWith(lexicon: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-folds-'));
  mkdirSync(join(folder, 'tables/names'), { recursive: true });
  const link = (...path: string[]) => symlinkSync(join(ROOT, ...path), join(folder, ...path));
  for (const name of ['src', 'bench', 'training', 'node_modules', 'package.json']) link(name);
  for (const name of readdirSync(join(ROOT, 'tables'))) if (name !== 'names') link('tables', name);
  for (const name of readdirSync(join(ROOT, 'tables/names'))) if (name !== LEXICON) link('tables/names', name);
  writeFileSync(join(folder, 'tables/names', LEXICON), lexicon);
  return folder;
}

function share(of: readonly Judged[]): string {
  return (of.filter(({ score }) => score >= THRESHOLD).length / of.length).toFixed(4);
}
