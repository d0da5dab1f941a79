import { readGroups, readTable } from '../../tables.ts';
import { UNDOUBTED } from '../fusion/document-source.ts';
import type { VisualField } from './field.ts';

const SIGNS: Readonly<Record<string, string>> = { A: '[A-Z]', '9': '\\d', X: '[A-Z\\d]' };

/** What numbers look like, by issuer and type of document. */
const FORMATS = new Map<string, RegExp[]>();

for (const [issuer, type, format] of readTable('documents/number-formats.tsv', ['issuer', 'type', 'format'])) {
  const source = format.replace(/([A9X])(\{[\d,]+\})?/g, (_, sign: string, times = '') => SIGNS[sign]! + times);
  const key = keyOf(issuer, type);
  FORMATS.set(key, [...(FORMATS.get(key) ?? []), new RegExp(`^${source}$`)]);
}

/**
 * Whether a number has a format that its issuer publishes; undefined where none is known. `issuer`: ISO 3166-1 alpha-3,
 * with a hyphen and the province for Canadian licences.
 */
export function hasPublishedFormat(issuer: string, type: string, number: string): boolean | undefined {
  const bare = number.toUpperCase().replace(/[\s/-]/g, '');
  return FORMATS.get(keyOf(issuer, type))?.some((format) => format.test(bare));
}

function keyOf(issuer: string, type: string): string {
  return `${issuer} ${type}`;
}

/** Shapes by state, of states that start their numbers with letters: A a letter, 9 a digit. */
const SHAPES = readGroups('documents/licence-number-shapes.tsv', ['state', 'shape']);

const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};
const AS_LETTER: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 5: 'S', 8: 'B', 6: 'G' };

/**
 * A licence number in the shape of its state. Where exactly one character looks like what the shape wants there, it
 * becomes that. Null where the number fits already, the state is unknown, or more than one character differs.
 */
function reshaped(number: string, region: string): string | null {
  const shapes = SHAPES.get(region);
  if (!shapes) return null;
  const places = [...number].flatMap((letter, at) => (/[A-Z0-9]/.test(letter) ? [at] : []));
  const repairs = new Set<string>();
  for (const shape of shapes) {
    if (shape.length !== places.length) continue;
    const wrong = places.filter((at, index) => !(shape[index] === 'A' ? /[A-Z]/ : /[0-9]/).test(number[at]!));
    if (wrong.length === 0) return null;
    if (wrong.length > 1) continue;
    const [at] = wrong as [number];
    const letter = (shape[places.indexOf(at)] === 'A' ? AS_LETTER : AS_DIGIT)[number[at]!];
    if (letter) repairs.add(number.slice(0, at) + letter + number.slice(at + 1));
  }
  return repairs.size === 1 ? [...repairs][0]! : null;
}

/** What a licence number of a state looks like without hyphens and spaces. */
const BY_STATE = new Map(
  Array.from(readGroups('documents/licence-number-formats.tsv', ['state', 'format']), ([state, formats]) => {
    const source = formats.map((format) =>
      format.replace(/([A9])(\{[\d,]+\})?/g, (_, sign, times = '') => (sign === 'A' ? '[A-Z]' : '\\d') + times),
    );
    return [state, new RegExp(`^(?:${source.join('|')})$`)];
  }),
);

/** What is printed before a number and read as a part of it. */
const GLUED = /^(?:DLN?|LIC|LN|NO)(?=[A-Z0-9])/;

/** The code of the next field, read as the end of a number. */
const NEXT_CODE = /4[ABD]$/;

/**
 * The part of a text that is a licence number of the state. It is all of the text, some of its groups, or what follows
 * a label that was read as a part of it. Undefined where the state's numbers are unknown, null where no part is one.
 */
export function numberOfState(text: string, state: string): string | null | undefined {
  const format = BY_STATE.get(state);
  if (!format) return undefined;
  // The state's code before digits is that of an address.
  if (new RegExp(`\\b${state}[\\s.,]\\d{5}`).test(text)) return null;
  const groups = text.split(/[ :#]/);
  const runs = groups.flatMap((_, from) =>
    groups.slice(from).map((__, more) => groups.slice(from, from + more + 1).join(' ')),
  );
  const parts = [...runs, text.replace(GLUED, ''), ...runs.map((run) => run.replace(NEXT_CODE, ''))];
  const fitting = parts.filter(
    (part) => /^[A-Z0-9].*[A-Z0-9]$/.test(part) && format.test(part.replace(/[^A-Z0-9]/g, '')),
  );
  // No state parts the groups of its numbers by full stops: those are hyphens or dots of the background.
  // The code 4d loses its letter.
  const [longest] = fitting.sort((a, b) => b.length - a.length);
  const bare = longest?.replace(/^4 /, '');
  return (bare && fitting.includes(bare) ? bare : longest)?.replaceAll('.', ' ') ?? null;
}

/** Shorter numbers are too much alike. */
const MIN_CUT_OFF = 9;

/** Whether a text is the beginning of a number of the state, of which the last digit or two were not read. */
function isCutOff(text: string, state: string): boolean {
  const bare = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return bare.length >= MIN_CUT_OFF && ['0', '00'].some((rest) => numberOfState(bare + rest, state));
}

/** What is left of the sureness of a number of which a character was put right. */
const REPAIRED = 0.8;

/**
 * A number in the format of its state. A repaired number is less certain than one that was read so. A number in another
 * format counts only with a label and where every character is clear.
 */
export function inFormatOfState(found: VisualField | null, region: string | null): VisualField | null {
  if (!found || !region) return found;
  const repaired = reshaped(found.value, region);
  if (repaired) return { ...found, value: repaired, confidence: found.confidence * REPAIRED };
  const number = numberOfState(found.value, region);
  if (number) return { ...found, value: number };
  const clear = found.from === 'label' && found.confidence >= UNDOUBTED && !isCutOff(found.value, region);
  return number === undefined || clear ? found : null;
}
