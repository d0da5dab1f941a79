import { inFormatOfState } from '../fields/document-numbers.ts';
import { BY_LAYOUT, type VisualField, type VisualFields } from '../fields/field.ts';
import type { Names } from '../fields/holder-names.ts';
import { isGivenName } from '../fields/known-names.ts';
import type { Layout, PrintedText } from '../fields/printed-text.ts';
import type { LabelledFields } from './decode.ts';
import {
  chanceOfError,
  digitShare,
  isSame,
  isUsual,
  type Judged,
  LEARNED,
  type Opinion,
  SINGLE,
  signsOf,
  surroundingsOf,
} from './doubts.ts';

const NAMES = ['surname', 'givenNames', 'fullName'] as const;

/** North America's licences are printed otherwise than other documents, and read by other rules. */
export type Kind = `${'american' | 'other'} ${Judged}`;

/** A value that rules or the labeller tell. */
interface Told extends Opinion {
  readonly fields: Partial<VisualFields>;
}

/** The same with what was seen of it. */
export interface Candidate extends Told {
  readonly signs: readonly number[];
}

/** Whose way of printing a document has. */
export function kindOf({ numbering }: Layout, name: Judged): Kind {
  return `${numbering === 'aamva' ? 'american' : 'other'} ${name}`;
}

/** What the rules tell of each field, and what the labeller tells otherwise; names in the letters of the print. */
export function candidatesOf(
  rules: VisualFields,
  labelled: LabelledFields,
  text: PrintedText,
  inLetters: (names: Names) => Names,
): Map<Judged, Candidate[]> {
  const found = Object.fromEntries(Object.entries(labelled).map(([name, one]) => [name, one.found]));
  const both = { ...rules, ...found };
  const areNamesDoubtful = NAMES.some((part) => rules[part]?.isDoubtful);
  const around = surroundingsOf(text);
  const all = new Map<Judged, Candidate[]>();
  for (const name of areNamesDoubtful ? SINGLE : ([...SINGLE, 'names'] as const)) {
    const rule = byRules(name, rules);
    const own = name === 'names' ? namesBy(labelled, inLetters) : byLabeller(name, labelled, text.layout, rules.region);
    const isSettled = rule && own && areOne(name, rule, own, labelled);
    const told = [rule, isSettled ? null : own].filter((one) => one !== null);
    const formOf = (one: Told) => formBy(name, one.value, one === rule ? rules : both);
    const born = both.dateOfBirth?.value ?? null;
    const seen = told.map((one) => ({
      ...one,
      signs: signsOf(name, one, rule?.value ?? null, own, text, formOf(one), born, around),
    }));
    if (seen.length > 0) all.set(name, seen);
  }
  return all;
}

/** Whether both were read alike. Two that are the same only since both were put right settle nothing. */
function areOne(name: Judged, rule: Told, own: Told, labelled: LabelledFields): boolean {
  const read = name === 'names' ? own.value : (labelled[name]?.found.value ?? own.value);
  return isSame(name, read, rule.value);
}

/** A number about the form of a value, by its field. */
function formBy(name: Judged, value: string, dates: VisualFields): number {
  if (name === 'names') return Number(value.split(/[\s-]+/).some(isGivenName));
  return name === 'dateOfBirth' || name === 'expiryDate' ? isUsual(dates) : digitShare(value);
}

/** Of the candidates the one that is least likely wrong, with the chance of that, 0 to 1. */
export function likeliest(
  candidates: readonly Candidate[],
  weights: readonly number[],
): { readonly best: Candidate; readonly chance: number } {
  const [first, ...others] = candidates.map((best) => ({ best, chance: chanceOfError(weights, best.signs) }));
  return others.reduce((least, one) => (one.chance < least.chance ? one : least), first!);
}

/**
 * The fields of the rules and the labeller, each with whether hardly any such value is wrong. A value that is too
 * likely wrong is left out. Beside a zone or barcode, `isBeside`, whether it is sure is left open.
 */
export function withLabelled(
  rules: VisualFields,
  labelled: LabelledFields,
  text: PrintedText,
  inLetters: (names: Names) => Names,
  isBeside: boolean,
): VisualFields {
  const told: Record<string, VisualField | null> = { ...rules };
  for (const [name, candidates] of candidatesOf(rules, labelled, text, inLetters)) {
    const weights = LEARNED.weights[kindOf(text.layout, name)];
    if (!weights) continue;
    const counting = countingOf(name, candidates, weights, text.layout);
    const { best, chance } = likeliest(counting, weights);
    const isOut = chance >= limitOf(name, counting);
    // What has two readings is in doubt, however sure either is.
    const isSure = candidates.length === 1 && chance < LEARNED.doubtful;
    for (const part of name === 'names' ? NAMES : [name]) {
      const found = best.fields[part] ?? null;
      told[part] = isOut ? leftOut(name, rules[part]) : weighed(found, isSure, isBeside);
    }
  }
  return told as unknown as VisualFields;
}

/**
 * The candidates that count. Rules of North America were measured on licences of every state. In their place only what
 * is without doubt counts, and no address, since that has no format. A number has its state's format whoever tells it.
 */
function countingOf(
  name: Judged,
  candidates: readonly Candidate[],
  weights: readonly number[],
  { numbering }: Layout,
): readonly Candidate[] {
  const isHeld = numbering === 'aamva' && name !== 'documentNumber' && candidates[0]!.chance === null;
  const isOpen = name !== 'address' && likeliest(candidates, weights).chance < LEARNED.doubtful;
  return isHeld && !isOpen ? candidates.slice(0, 1) : candidates;
}

/** From which chance of an error on a value is left out. An address has no format, and nothing else confirms it. */
function limitOf(name: Judged, candidates: readonly Candidate[]): number {
  if (candidates.length > 1 || candidates[0]!.chance !== null) return LEARNED.unsettled;
  return name === 'address' ? LEARNED.wrong : Infinity;
}

/** Beside a zone what may be wrong has the confidence of what its place alone tells, so it contradicts no zone. */
function weighed(found: VisualField | null, isSure: boolean, isBeside: boolean): VisualField | null {
  if (!found || (isBeside && isSure)) return found;
  return isBeside ? { ...found, from: 'layout', confidence: found.confidence * BY_LAYOUT } : { ...found, isSure };
}

function byRules(name: Judged, rules: VisualFields): Told | null {
  if (name !== 'names')
    return rules[name] && { value: rules[name].value, chance: null, rival: 0, fields: { [name]: rules[name] } };
  const { surname, givenNames, fullName } = rules;
  const value = wholeOf(rules);
  return value === null ? null : { value, chance: null, rival: 0, fields: { surname, givenNames, fullName } };
}

function byLabeller(
  name: (typeof SINGLE)[number],
  labelled: LabelledFields,
  { numbering }: Layout,
  region: VisualField | null,
): Told | null {
  // Licences by the AAMVA DL/ID Card Design Standard have no nationality.
  const one = name === 'nationality' && numbering === 'aamva' ? undefined : labelled[name];
  const isNumber = name === 'documentNumber' && region !== null;
  const found = one && ((isNumber && inFormatOfState(one.found, region.value)) || one.found);
  return found ? { value: found.value, chance: one.chance, rival: one.rival ?? 0, fields: { [name]: found } } : null;
}

/** Both parts of the name, or the whole, whichever is surer. */
function namesBy({ surname, givenNames, fullName }: LabelledFields, inLetters: (names: Names) => Names): Told | null {
  const surely = (one: typeof surname) => one?.part ?? one?.chance ?? 0;
  const isApart = Boolean(surname && givenNames) && Math.min(surely(surname), surely(givenNames)) >= surely(fullName);
  const own = isApart ? [surname!, givenNames!] : [fullName].filter((one) => one !== undefined);
  const names: Names = isApart
    ? { surname: surname!.found, givenNames: givenNames!.found, fullName: null }
    : { surname: null, givenNames: null, fullName: fullName?.found ?? null };
  const fields = inLetters(names);
  const value = wholeOf(fields);
  const chance = Math.min(...own.map((one) => one.chance));
  return value === null ? null : { value, chance, rival: Math.max(...own.map(({ rival = 0 }) => rival)), fields };
}

/** A name in one, null where a part lacks. */
function wholeOf({ surname, givenNames, fullName }: Names): string | null {
  if (surname && givenNames) return `${givenNames.value} ${surname.value}`;
  return fullName?.value ?? null;
}

/** Nothing, or the rules' own name in doubt: it spells out what another part of the document says. */
function leftOut(name: Judged, found: VisualField | null): VisualField | null {
  return name === 'names' && found ? { ...found, isDoubtful: true } : null;
}
