import { readFileSync } from 'node:fs';
import { BY_LAYOUT, type VisualField, type VisualFields } from '../fields/field.ts';
import type { Names } from '../fields/holder-names.ts';
import { fold } from '../fields/phrases.ts';
import type { Layout } from '../fields/printed-text.ts';
import type { LabelledFields } from './decode.ts';

const SINGLE = ['documentNumber', 'dateOfBirth', 'issueDate', 'expiryDate', 'nationality', 'sex'] as const;

/** A field by itself, or the names of the holder together. */
type Told = (typeof SINGLE)[number] | 'names';

/** Less sure values are taken as if their place alone told them: they contradict no zone. */
const SURE = 0.98;

/** Chances of the labeller from which on its values count. */
export interface Limits {
  /** Where no rule gives a value. */
  readonly alone: number;
  /** Where a rule gives another one. */
  readonly against: number;
  /** From here on the other one is in doubt, and neither is told. */
  readonly doubt: number;
}

/** Limits of licences of North America and of other documents, whose rules differ in how often they are right. */
export type Issuer = 'american' | 'other';

type AllLimits = Readonly<Record<Issuer, Readonly<Partial<Record<Told, Limits>>>>>;

/** Written by `training/labeller/limits.ts`. */
const LIMITS = JSON.parse(readFileSync(new URL('./model/limits.json', import.meta.url), 'utf8')) as AllLimits;
const NONE: Limits = { alone: 2, against: 2, doubt: 2 };

/** Whose way of printing a document has. */
export function issuerOf({ numbering }: Layout): Issuer {
  return numbering === 'aamva' ? 'american' : 'other';
}

/** What the labeller tells beside a rule; names are written in one. */
interface Opinion {
  readonly name: Told;
  readonly chance: number;
  readonly rule: string | null;
  readonly value: string;
}

/** What the labeller tells of a document, beside what the rules tell. */
export function toldBy(rules: VisualFields, labelled: LabelledFields): Opinion[] {
  const single = SINGLE.flatMap((name) => {
    const one = labelled[name];
    return one ? [{ name, chance: one.chance, rule: rules[name]?.value ?? null, value: one.found.value }] : [];
  });
  const { names, chance } = namesOf(labelled);
  const value = wholeOf(names);
  return value ? [...single, { name: 'names', chance, rule: wholeOf(rules), value }] : single;
}

/**
 * The fields of the rules, with those of the labeller where it is surer. A value is left out where both differ and
 * neither is sure. `inLetters` brings names to the letters that the document is printed in.
 */
export function withLabelled(
  rules: VisualFields,
  labelled: LabelledFields,
  issuer: Issuer,
  inLetters: (names: Names) => Names,
): VisualFields {
  const fields: Record<string, VisualField | null> = { ...rules };
  for (const opinion of toldBy(rules, labelled)) {
    const { name } = opinion;
    const choice = choose(opinion, LIMITS[issuer][name] ?? NONE);
    if (choice === 'rule') continue;
    if (name !== 'names') fields[name] = choice === 'labelled' ? weighed(labelled[name]!.found, opinion) : null;
    else if (choice === 'neither') Object.assign(fields, inDoubt(rules));
    else {
      const { surname, givenNames, fullName } = namesOf(labelled).names;
      const [last, rest, whole] = [surname, givenNames, fullName].map((one) => one && weighed(one, opinion));
      Object.assign(fields, inLetters({ surname: last!, givenNames: rest!, fullName: whole! }));
    }
  }
  return fields as unknown as VisualFields;
}

function weighed(found: VisualField, { chance }: Opinion): VisualField {
  return chance >= SURE ? found : { ...found, from: 'layout', confidence: found.confidence * BY_LAYOUT };
}

/** Whose value counts, or neither's. */
function choose({ chance, rule, value }: Opinion, { alone, against, doubt }: Limits): 'rule' | 'labelled' | 'neither' {
  if (rule === null) return chance >= alone ? 'labelled' : 'rule';
  if (isSame(rule, value)) return 'rule';
  if (chance >= against) return 'labelled';
  return chance >= doubt ? 'neither' : 'rule';
}

/** Both parts of the name, or the whole, whichever is surer. */
export function namesOf({ surname, givenNames, fullName }: LabelledFields): { names: Names; chance: number } {
  const parts = surname && givenNames ? Math.min(surname.chance, givenNames.chance) : 0;
  const whole = fullName?.chance ?? 0;
  return parts >= whole
    ? {
        names: { surname: surname?.found ?? null, givenNames: givenNames?.found ?? null, fullName: null },
        chance: parts,
      }
    : { names: { surname: null, givenNames: null, fullName: fullName!.found }, chance: whole };
}

/** A name in one, null where a part lacks. */
export function wholeOf({ surname, givenNames, fullName }: Names): string | null {
  if (surname && givenNames) return `${givenNames.value} ${surname.value}`;
  return fullName?.value ?? null;
}

/** Whether both say the same, in whatever order. Rules of numbers and of names tell letters from digits. */
export function isSame(one: string, other: string): boolean {
  const words = (text: string) =>
    fold(text)
      .split(/[^A-Z0-9]+/)
      .filter(Boolean)
      .sort()
      .join(' ');
  return words(one) === words(other);
}

function inDoubt({ surname, givenNames, fullName }: Names): Names {
  const doubtful = (name: VisualField | null) => name && { ...name, isDoubtful: true };
  return { surname: doubtful(surname), givenNames: doubtful(givenNames), fullName: doubtful(fullName) };
}
