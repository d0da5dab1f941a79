import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printedText } from '../../src/documents/fields/printed-text.ts';
import { toldByRules } from '../../src/documents/fields/visual-zone.ts';
import { UNLIMITED } from '../../src/documents/fusion/document-source.ts';
import { type Candidate, candidatesOf, type Kind, kindOf, likeliest } from '../../src/documents/labeller/combined.ts';
import { Labeller } from '../../src/documents/labeller/labeller.ts';
import { estimateWeights } from '../matching/evidence/fit.ts';
import { documentsIn, verdictOn } from './cards.ts';

/*
 * Writes src/documents/labeller/model/doubts.json: how often values of print are wrong, by what was seen of them.
 * npm run train:doubts -- --lines FILE… [--judge FILE…]. The files have drawn cards, or what the text reader read of
 * drawn pictures. None of them trained the labeller.
 */

/** Of values without doubt so many are wrong at most. */
const WRONG = 0.01;
/** An address that is as likely wrong as right is left out. */
const LEFT_OUT = 1 / 2;
/** Where no rule tells a value, or another one, a wrong one is as bad as three right ones are good. */
const UNSETTLED = 1 / 4;
/** Each is kept out once, so that the limit is that of values nobody was trained on. */
const PARTS = 5;

/** A value that rules or labeller tell of a document, and whether it is wrong. */
interface Case extends Candidate {
  readonly isWrong: boolean;
}
/** Of each document what is told of a field. */
type Cases = Map<Kind, Case[][]>;

/** The chance of an error that is told of a value, and whether it is one. */
interface Told {
  readonly chance: number;
  readonly isWrong: boolean;
}

const files = { type: 'string', multiple: true } as const;
const { values: asked } = parseArgs({ options: { lines: files, judge: files } });
const labeller = await Labeller.open();
const known = await casesIn(asked.lines ?? []);
const judging = await casesIn(asked.judge ?? []);
const weights = new Map([...known].sort().map(([kind, documents]) => [kind, fitted(documents)]));
const doubtful = limitOf([...known.values()].flatMap(apart));
const path = new URL('../../src/documents/labeller/model/doubts.json', import.meta.url);
const learned = { weights: Object.fromEntries(weights), doubtful, wrong: LEFT_OUT, unsettled: UNSETTLED };
writeFileSync(path, `${JSON.stringify(learned, null, 1)}\n`);
const judged = [...weights].map(
  ([kind, own]) => [kind, (judging.get(kind) ?? []).map((one) => toldOf(one, own))] as const,
);
for (const [kind, all] of judged) report(kind, all);
report(
  'all',
  judged.flatMap(([, all]) => all),
);
process.exit(0);

/** The values of all documents by field, with whether they are wrong. */
async function casesIn(files: readonly string[]): Promise<Cases> {
  const found: Cases = new Map();
  for (const { truth, lines, width, height } of files.flatMap(documentsIn)) {
    const text = printedText(lines, { width, height });
    const { rules, inLetters } = toldByRules(text, {});
    for (const [name, candidates] of candidatesOf(rules, await labeller.read(text), text, inLetters)) {
      const kind = kindOf(text.layout, name);
      const isOpen = candidates.some(({ value }) => value === UNLIMITED) && truth.expiryDate === null;
      if (isOpen) continue;
      const judged = candidates.map((one) => ({ ...one, isWrong: verdictOn(truth, name, one.value) !== 'right' }));
      found.set(kind, [...(found.get(kind) ?? []), judged]);
    }
  }
  return found;
}

/** A constant and a weight for each sign. */
function fitted(documents: readonly (readonly Case[])[]): number[] {
  const cases = documents.flat();
  const { base, weights: found } = estimateWeights(
    {
      width: cases[0]!.signs.length,
      features: cases.map(({ signs }) => Float64Array.from(signs)),
      isSame: cases.map(({ isWrong }) => isWrong),
      weights: cases.map(() => 1),
      asTheyAre: true,
    },
    [],
  );
  return [base, ...found].map((one) => Number(one.toFixed(4)));
}

function toldOf(cases: readonly Case[], learned: readonly number[]): Told {
  const { best, chance } = likeliest(cases, learned);
  return { chance, isWrong: (best as Case).isWrong };
}

/** What is told of each case by what the other parts teach. */
function apart(documents: readonly Case[][]): Told[] {
  const isOf = (part: number) => (_: Case[], at: number) => at % PARTS === part;
  return Array.from({ length: PARTS }, (_, part) => part).flatMap((part) => {
    const others = fitted(documents.filter((one, at) => !isOf(part)(one, at)));
    return documents.filter(isOf(part)).map((one) => toldOf(one, others));
  });
}

/** The highest chance of an error below which few enough values are wrong. */
function limitOf(all: readonly Told[]): number {
  let [limit, bad] = [0, 0];
  for (const [at, { chance, isWrong }] of [...all].sort((a, b) => a.chance - b.chance).entries()) {
    if (isWrong) bad += 1;
    if (bad <= WRONG * (at + 1)) limit = chance;
  }
  return Number(limit.toFixed(4));
}

function report(what: string, all: readonly Told[]): void {
  const sayOf = (group: string, own: readonly Told[]) =>
    `${group} ${own.length}, wrong ${own.filter(({ isWrong }) => isWrong).length}`;
  const cells = [
    sayOf(
      'without doubt',
      all.filter(({ chance }) => chance < doubtful),
    ),
    sayOf(
      'in doubt',
      all.filter(({ chance }) => chance >= doubtful && chance < LEFT_OUT),
    ),
    sayOf(
      'most likely wrong',
      all.filter(({ chance }) => chance >= LEFT_OUT),
    ),
  ];
  process.stdout.write(`${what}: ${cells.join('; ')}\n`);
}
