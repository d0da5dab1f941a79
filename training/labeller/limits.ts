import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printedText } from '../../src/documents/fields/printed-text.ts';
import { readPrint } from '../../src/documents/fields/visual-zone.ts';
import { type Issuer, issuerOf, type Limits, toldBy } from '../../src/documents/labeller/combined.ts';
import type { Judged } from '../../src/documents/labeller/doubts.ts';
import { Labeller } from '../../src/documents/labeller/labeller.ts';
import { documentsIn, type Read, verdictOn } from './cards.ts';

/*
 * Writes src/documents/labeller/model/limits.json: from which chance on a value of the labeller counts. It needs drawn
 * cards that trained nothing: node training/labeller/limits.ts --lines FILE.
 */

/** A wrong value is as bad as so many right ones are good. */
const WRONG = 6;
/** The same where a rule is to be doubted. */
const DOUBTED = 3;
/** Not less: drawn cards are easier than pictures. */
const STEPS = [0.9, 0.92, 0.94, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998];
/** A doubt tells nothing wrong. */
const DOUBT_STEPS = [0.5, 0.6, 0.7, 0.8, ...STEPS];
/** No chance reaches it. */
const NEVER = 2;

type Fate = -1 | 0 | 1;

interface Case {
  readonly chance: number;
  readonly hasRule: boolean;
  readonly rule: Fate;
  readonly labelled: Fate;
}

const { values: asked } = parseArgs({ options: { lines: { type: 'string' } } });
const labeller = await Labeller.open();
const cases: Record<Issuer, Map<Judged, Case[]>> = { american: new Map(), other: new Map() };
for (const document of documentsIn(asked.lines!)) {
  const text = printedText(document.lines, document);
  const rules = readPrint(text, {}).fields;
  const kept = cases[issuerOf(text.layout)];
  for (const { name, chance, rule, value } of toldBy(rules, await labeller.read(text))) {
    if (rule === value || name === 'issueDate') continue;
    const labelled = fate(document, name, value);
    const one = { chance, hasRule: rule !== null, rule: fate(document, name, rule), labelled };
    kept.set(name, [...(kept.get(name) ?? []), one]);
  }
}
const limits = { american: limitsOf(cases.american, false), other: limitsOf(cases.other, true) };
const path = new URL('../../src/documents/labeller/model/limits.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(limits, null, 2)}\n`);
process.exit(0);

/**
 * Limits by field. On drawn licences of North America the rules are right in 98 of 100 values. Only what they do not
 * tell is told by the labeller there.
 */
function limitsOf(kept: Map<Judged, Case[]>, mayDiffer: boolean): Partial<Record<Judged, Limits>> {
  const found: Partial<Record<Judged, Limits>> = {};
  for (const [name, all] of [...kept].sort()) {
    const [free, ruled] = [all.filter(({ hasRule }) => !hasRule), all.filter(({ hasRule }) => hasRule)];
    const alone = best(free, ({ labelled }) => worth(labelled, WRONG));
    const against = best(
      mayDiffer ? ruled : [],
      ({ labelled, rule }) => worth(labelled, WRONG) - Math.max(0, worth(rule, WRONG)),
    );
    const doubt = best(
      mayDiffer ? ruled : [],
      ({ rule, chance }) => (chance >= against ? 0 : -worth(rule, DOUBTED)),
      DOUBT_STEPS,
    );
    found[name] = { alone, against, doubt };
    const right = ruled.filter(({ rule }) => rule === 1).length;
    process.stdout.write(`${name}: ${free.length} without a rule, ${ruled.length} against one, ${right} times right\n`);
  }
  return found;
}

function worth(one: Fate, wrong: number): number {
  return one === -1 ? -wrong : one;
}

/** The limit from which on the cases are worth the most together. */
function best(all: readonly Case[], value: (one: Case) => number, steps = STEPS): number {
  let [limit, most] = [NEVER, 0];
  for (const step of [...steps].reverse()) {
    const sum = all.filter(({ chance }) => chance >= step).reduce((total, one) => total + value(one), 0);
    if (sum > most) [limit, most] = [step, sum];
  }
  return Number(limit.toFixed(3));
}

/** Whether a value is right, wrong, or none. */
function fate({ truth }: Read, name: Judged, value: string | null): Fate {
  if (value === null) return 0;
  return verdictOn(truth, name, value) === 'right' ? 1 : -1;
}
