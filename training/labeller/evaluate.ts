import { parseArgs } from 'node:util';
import {
  compare,
  FIELDS,
  type Field,
  type ReadValues,
  type TrueValues,
  type Verdict,
} from '../../bench/documents/compare.ts';
import { printedText } from '../../src/documents/fields/printed-text.ts';
import { readPrint } from '../../src/documents/fields/visual-zone.ts';
import { UNLIMITED } from '../../src/documents/fusion/document-source.ts';
import type { LabelledFields } from '../../src/documents/labeller/decode.ts';
import { Labeller } from '../../src/documents/labeller/labeller.ts';
import { documentsIn, type Read } from './cards.ts';

/*
 * Fields that the rules give, the labeller alone and both together: node training/labeller/evaluate.ts [--misses WAY]
 * --lines FILE. How many values without doubt are wrong stands on lines of its own. The file has drawn cards, one a
 * row, or what the text reader read of pictures.
 */

const { values: asked } = parseArgs({ options: { lines: { type: 'string' }, misses: { type: 'string' } } });

function said(fields: Said): ReadValues {
  const value = (name: string) => fields[name]?.value ?? null;
  const isDoubtful = ['givenNames', 'surname', 'fullName'].some((name) => fields[name]?.isDoubtful);
  const parts = [value('givenNames'), value('surname')].filter((part) => part !== null);
  const fullName = isDoubtful ? null : parts.length > 0 ? parts.join(' ') : value('fullName');
  return {
    type: value('documentType'),
    country: value('country'),
    region: value('region'),
    number: value('documentNumber'),
    fullName,
    birthDate: value('dateOfBirth'),
    expiryDate: value('expiryDate'),
    sex: value('sex'),
    nationality: value('nationality'),
    address: value('address'),
  };
}

/** What the labeller alone gives, its values of less than even chance left out. */
function alone(labelled: LabelledFields) {
  return Object.fromEntries(
    Object.entries(labelled).flatMap(([name, { found, chance }]) => (chance >= 0.5 ? [[name, found]] : [])),
  );
}

type Counts = Record<Verdict, number>;
type Said = Partial<Record<string, { value: string; isDoubtful?: boolean; sure?: boolean }>>;
const NAMES = ['surname', 'givenNames', 'fullName'];
/** What the reader calls a field that is compared. */
const PARTS: Readonly<Record<Field, readonly string[]>> = {
  type: ['documentType'],
  country: ['country'],
  region: ['region'],
  number: ['documentNumber'],
  surname: NAMES,
  given: NAMES,
  fullName: NAMES,
  birthDate: ['dateOfBirth'],
  expiryDate: ['expiryDate'],
  sex: ['sex'],
  nationality: ['nationality'],
  address: ['address'],
};

const labeller = await Labeller.open();
const tally: Record<string, Record<string, Counts>> = {};
let [spent, most] = [0, 0];
const documents = documentsIn(asked.lines!);
for (const document of documents) {
  const text = printedText(document.lines, document);
  const before = performance.now();
  const labelled = await labeller.read(text);
  const took = performance.now() - before;
  [spent, most] = [spent + took, Math.max(most, took)];
  judge(document, 'rules', readPrint(text, {}).source.fields);
  judge(document, 'labeller', alone(labelled));
  judge(document, 'both', readPrint(text, {}, labelled).source.fields);
}

function judge({ name, truth, group }: Read, way: string, fields: Said): void {
  const answer = said(fields);
  const verdicts = Object.entries(compare(truth, answer)) as [Field, Verdict][];
  for (const [key, verdict] of verdicts.filter(([key]) => group !== 'cards' || isJudged(key, truth, answer))) {
    for (const part of ['all', key]) count(`${group}, ${way}`, part)[verdict]++;
    if (way === 'both' && verdict !== 'missing') count(`${group}, ${doubtOn(key, fields)}`, 'all')[verdict]++;
    if (asked.misses !== way || verdict === 'right') continue;
    const isName = key === 'surname' || key === 'given' || key === 'fullName';
    const right = isName ? [truth.given, truth.surname].filter(Boolean).join(' ') : truth[key];
    process.stdout.write(`  ${name} ${key} ${verdict}: ${right} | ${isName ? answer.fullName : answer[key]}\n`);
  }
}

function doubtOn(key: Field, fields: Said): string {
  return PARTS[key].every((part) => fields[part]?.sure !== false) ? 'without doubt' : 'in doubt';
}

/** Drawn cards say nothing of titles, nor that they never end. */
function isJudged(key: Field, truth: TrueValues, answer: ReadValues): boolean {
  if (key === 'expiryDate') return truth.expiryDate !== null || answer.expiryDate !== UNLIMITED;
  return !['type', 'country', 'region'].includes(key);
}

function count(set: string, part: string): Counts {
  tally[set] ??= {};
  tally[set][part] ??= { right: 0, missing: 0, wrong: 0 };
  return tally[set][part];
}

for (const [set, parts] of Object.entries(tally).sort()) {
  const cells = ['all', ...FIELDS].map((part) => {
    const { right = 0, missing = 0, wrong = 0 } = parts[part] ?? {};
    const all = right + missing + wrong;
    return all === 0 ? '' : `${part} ${((100 * right) / all).toFixed(1)}·${((100 * wrong) / all).toFixed(1)}`;
  });
  process.stdout.write(
    `${set} (${Object.values(parts.all!).reduce((a, b) => a + b)}): ${cells.filter(Boolean).join('  ')}\n`,
  );
}
process.stdout.write(`labelling ${(spent / documents.length).toFixed(1)} ms, at most ${most.toFixed(0)} ms\n`);
process.exit(0);
