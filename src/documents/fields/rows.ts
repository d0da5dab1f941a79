import type { Point, Quad } from '../../imaging/pixels.ts';
import type { TextLine } from '../text/text-reader.ts';
import { codeAt, letterAt, type Numbering } from './field-numbers.ts';
import { LABELS, type Label, type Role } from './labels.ts';
import { type CompactText, compact, isParticle, Phrases, phraseEnd } from './phrases.ts';
import { piecesAllOver } from './state-names.ts';

/** A line of text on a page that stands straight; lengths in pixels. */
export interface Row {
  readonly text: string;
  readonly confidence: number;
  readonly characters: readonly number[];
  /** Places in `text` of letters and spaces that may be others, or none. */
  readonly doubts: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Near the middle of the first character: the box may hold something before it that was not read. */
  readonly begins: number;
  readonly quad: Quad;
}

/** Part of a row: a label, or what stands between labels. */
export interface Piece extends Row {
  /** Null: a value, or text of no kind that is known. */
  readonly role: Role | null;
  /** Number or letter code of a field, not words. */
  readonly coded: boolean;
  readonly row: number;
  readonly place: number;
}

const ALL_LABELS = labelPhrases(LABELS);
const AMERICAN_LABELS = labelPhrases(LABELS.filter(({ american }) => american));
const MIN_CONFIDENCE = 0.5;
/** A code of the AAMVA DL/ID Card Design Standard before its word, run into the value before. */
const NEXT_FIELD = /^4\s?[abd6]\.?\s?(?:iss|lss|exp)/i;
/** Labels of so few letters are words, not abbreviations of several. */
const SHORT = 3;
/** Words that are no abbreviation of a label. */
const CAPITALS = /^\p{Lu}[\p{Lu}\s,.'’-]+\p{Lu}{3}$/u;
/** A box reaches less far into the next one beside it than this, and stands no higher or lower, in its heights. */
const OVERLAP = 0.8;
const LEVEL = 0.3;
/** Taller than wide by this: text that runs downwards. */
const DOWNWARDS = 1.3;

/** Rows from top to bottom, turned so that they lie level. */
export function rowsOf(lines: readonly TextLine[]): Row[] {
  const legible = lines.filter(({ text, confidence, box }) => {
    const [left, right] = extent(box.quad.map(({ x }) => x));
    const [top, bottom] = extent(box.quad.map(({ y }) => y));
    const lies = bottom - top < (right - left) * DOWNWARDS || text.length <= 2;
    return text.trim() !== '' && confidence >= MIN_CONFIDENCE && lies;
  });
  const isAllOver = piecesAllOver(legible.map(({ text }) => text));
  const angle = skewOf(legible.filter(({ text }) => !isAllOver(text)));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const level = ({ x, y }: Point): Point => ({ x: x * cos + y * sin, y: y * cos - x * sin });
  const rows = legible.map(({ text, confidence, characters, doubts = [], box, start = 0 }) => {
    // Single letters are taller than wide: their corners begin anywhere.
    const corners = box.quad.map(level);
    const [left, right] = extent(corners.map(({ x }) => x));
    const [top, bottom] = extent(corners.map(({ y }) => y));
    const begins = left + start * (bottom - top);
    return { text, confidence, characters, doubts, left, right, top, bottom, begins, quad: box.quad };
  });
  return withInitials(rows.sort((one, other) => one.top + one.bottom - other.top - other.bottom));
}

/** Rows in capitals with the single letter right behind them, which the finder of lines took for a line of its own. */
function withInitials(rows: readonly Row[]): Row[] {
  const initials = rows.filter(({ text }) => /^\p{Lu}$/u.test(text));
  const joined = new Map<Row, Row>();
  for (const initial of initials) {
    const name = rows.find((row) => CAPITALS.test(row.text) && isTouching(row, initial));
    if (name) joined.set(name, initial);
  }
  const taken = new Set(joined.values());
  return rows.filter((row) => !taken.has(row)).map((row) => (joined.has(row) ? ended(row, joined.get(row)!) : row));
}

/** Whether the box of a single letter reaches into the end of a row. */
function isTouching(row: Row, { left, top, bottom }: Row): boolean {
  const height = row.bottom - row.top;
  const isLevel = Math.abs(top + bottom - row.top - row.bottom) / 2 < height * LEVEL;
  return isLevel && left <= row.right && row.right - left < height * OVERLAP;
}

function ended(row: Row, { text, characters, right }: Row): Row {
  return { ...row, text: `${row.text} ${text}`, characters: [...row.characters, 1, ...characters], right };
}

/** Cuts rows into labels and what stands between them. `whole` rows are left as they are. */
export function piecesOf(rows: readonly Row[], numbering: Numbering, whole: ReadonlySet<Row>): Piece[] {
  return rows.flatMap((row, index) => {
    const cuts = whole.has(row) ? wholeCuts(row, numbering) : withTranslations(cutsOf(row.text, numbering), row.text);
    return cuts
      .map((cut, place) => ({ ...part(row, cut), role: cut.role, coded: cut.coded, row: index, place }))
      .filter(({ text, role }) => role !== null || text !== '');
  });
}

/** Part of a row between two places of its text. */
export function part(row: Row, { from, to }: { from: number; to: number }): Row {
  const raw = row.text.slice(from, to);
  const start = from + (raw.length - raw.replace(/^[\s:;.,/|\-–>*#)]+/, '').length);
  const text = row.text.slice(start, to).replace(/[\s:;,/|\-–<(]+$/, '');
  const step = (row.right - row.left) / row.text.length;
  const [left, right] = [row.left + start * step, row.left + (start + Math.max(1, text.length)) * step];
  const characters = row.characters.slice(start, start + text.length);
  // Narrow spaces are guessed more often than read: they say nothing of how well the rest was read.
  const printed = characters.filter((_, at) => text[at] !== ' ');
  const confidence = printed.length === 0 ? row.confidence : printed.reduce((a, b) => a + b, 0) / printed.length;
  const begins = start === 0 ? row.begins : left;
  const doubts = row.doubts.map((at) => at - start).filter((at) => at >= 0 && at < text.length);
  return { ...row, text, left, right, begins, characters, doubts, confidence };
}

/** The means of the two smaller and of the two larger of four numbers. */
function extent(four: readonly number[]): [number, number] {
  const [a, b, c, d] = [...four].sort((one, other) => one - other) as [number, number, number, number];
  return [(a + b) / 2, (c + d) / 2];
}

interface Cut {
  readonly role: Role | null;
  readonly coded: boolean;
  readonly from: number;
  readonly to: number;
}

/** Only a code may go before. */
function wholeCuts(row: Row, numbering: Numbering): Cut[] {
  const code = codeAt(row.text, numbering);
  const rest: Cut = { role: null, coded: false, from: code?.to ?? 0, to: row.text.length };
  return code ? [{ role: code.role, coded: true, from: 0, to: code.to }, rest] : [rest];
}

/**
 * Text beside a label that belongs to it: the same label in an unknown language. It stands before the first label of a
 * row, or a slash joins it.
 */
function withTranslations(cuts: readonly Cut[], text: string): Cut[] {
  return cuts.map((cut, at) => {
    if (cut.role !== null) return cut;
    const [before, after] = [cuts[at - 1], cuts[at + 1]];
    const said = text.slice(cut.from, cut.to);
    const worded = !/\d/.test(said.replace(/^\W*\d{1,2}(?=\W)/, ''));
    if (before && before.role !== null && !before.coded && worded && /^\s?[/|]/.test(said))
      return { ...cut, role: before.role };
    const joined = /[/|]\s?$/.test(said) || !before;
    return after && after.role !== null && !after.coded && worded && joined ? { ...cut, role: after.role } : cut;
  });
}

/** Cuts a text before and behind every label and code in it. */
function cutsOf(text: string, numbering: Numbering): Cut[] {
  const small = compact(text);
  const cuts: Cut[] = [];
  let value = 0;
  let afterLabel = true;
  for (let at = 0; at < small.letters.length; ) {
    if (!starts(small, at, text)) {
      at++;
      continue;
    }
    const mark = markAt(small, at, text, numbering, afterLabel);
    if (mark) {
      cuts.push(...valueBetween(text, value, mark.cut.from), mark.cut);
      value = mark.cut.to;
    }
    at = mark?.next ?? at + 1;
    afterLabel = mark !== null;
  }
  return [...cuts, ...valueBetween(text, value, text.length)];
}

/** The label or code that begins at a letter, and the letter behind it. */
function markAt(
  small: CompactText,
  at: number,
  text: string,
  numbering: Numbering,
  afterLabel: boolean,
): { cut: Cut; next: number } | null {
  const from = small.at[at]!;
  const letter = letterAt(text, from);
  const code = letter ?? codeAt(text.slice(from), numbering);
  const words = code ? count(small, from + code.to) : at;
  const label = labelAt(
    small,
    words,
    text,
    afterLabel || code !== null || nearStart(small, at),
    numbering === 'aamva' ? AMERICAN_LABELS : ALL_LABELS,
  );
  if (label) {
    const to = label.end >= small.at.length ? text.length : small.at[label.end - 1]! + 1;
    return { cut: cut(label.label.role, from, to), next: label.end };
  }
  // Inside a line only the codes 4a to 4d and those before words that explain them are codes.
  if (!code || !(afterLabel || from === 0 || code.strong)) return null;
  const to = from + code.to;
  return { cut: { role: code.role, coded: letter === null, from, to }, next: count(small, to) };
}

/** What stands between two labels, unless it is signs alone. */
function valueBetween(text: string, from: number, to: number): Cut[] {
  return /[\p{L}\p{N}]/u.test(text.slice(from, to)) ? [cut(null, from, to)] : [];
}

function cut(role: Role | null, from: number, to: number): Cut {
  return { role, coded: false, from, to };
}

/** Before a label stand at most the remains of another that was not read. */
function nearStart(small: CompactText, at: number): boolean {
  return at <= 3 && !/\d/.test(small.letters.slice(0, at));
}

/** How many letters and digits stand before a place. */
function count(small: CompactText, place: number): number {
  const at = small.at.findIndex((one) => one >= place);
  return at < 0 ? small.at.length : at;
}

/** A word starts at the beginning, after anything that is no letter, and where digits or small letters end. */
function starts(small: CompactText, at: number, text: string): boolean {
  if (at === 0) return true;
  const [before, here] = [small.at[at - 1]!, small.at[at]!];
  if (NEXT_FIELD.test(text.slice(here, here + 12))) return true;
  if (here > before + 1) return true;
  const [a, b] = [text[before]!, text[here]!];
  return /\d/.test(a) !== /\d/.test(b) || (/\p{Ll}/u.test(a) && /\p{Lu}/u.test(b));
}

function labelPhrases(labels: readonly Label[]): Phrases<Label> {
  return new Phrases(labels, ({ phrase }) => phrase);
}

function labelAt(
  small: CompactText,
  at: number,
  text: string,
  first: boolean,
  labels: Phrases<Label>,
): { label: Label; end: number } | undefined {
  let misread: { label: Label; end: number } | undefined;
  for (const label of labels.at(small.letters, at)) {
    // LICENSE NO is no misread LICENSE NR.
    if (misread && label.phrase.length < misread.label.phrase.length) break;
    if (label.leading && !first) continue;
    if (label.phrase.length > small.letters.length - at + 2) continue;
    const end = phraseEnd(small.letters, at, label.phrase);
    if (end === undefined || !ends(small, at, end, text, label)) continue;
    if (small.letters.startsWith(label.phrase, at)) return { label, end };
    misread ??= { label, end };
  }
  return misread;
}

/** Long labels and a few short ones may run into their values: print readers lose the space. */
function ends(small: CompactText, start: number, end: number, text: string, { phrase, role }: Label): boolean {
  // LAST NAME, SUFFIX: a comma inside parts words that are no label.
  const inside = text.slice(small.at[start], small.at[end - 1]);
  // NO. M042 is no NOM, L D131 no ID, and D:D622 no DD.
  if (inside.includes(',') || (phrase.length <= SHORT && /[\s:]/.test(inside))) return false;
  if (end >= small.at.length) return true;
  // DEL RÍO is a name, and no délivré.
  if (isParticle(phrase) && /^\s\p{L}{2}/u.test(text.slice(small.at[end - 1]! + 1))) return false;
  const isName = phrase === 'LN' || phrase === 'FN';
  if (isName && /^\d/.test(text.slice(small.at[end]))) return false;
  // SURNAME, GIVEN are two words of a value or of a longer heading.
  if (starts(small, end, text)) return !/^\s?,\s?\p{L}/u.test(text.slice(small.at[end - 1]! + 1));
  const rest = small.letters.slice(end);
  if (role === 'sex') return /^[MFX]([^A-Z]|$)/.test(rest);
  if (isName) return text.startsWith(phrase) && /^[A-Z]{2}/.test(rest);
  return phrase.length >= 9 && /^[A-Z]{3}/.test(rest);
}

/** Angle of the text to the horizontal in radians: the median, long lines counting more. */
function skewOf(lines: readonly TextLine[]): number {
  const angles = lines
    .map(({ box: { quad } }) => {
      const [a, b, c, d] = quad;
      const [x, y] = [b.x + c.x - a.x - d.x, b.y + c.y - a.y - d.y];
      return { angle: Math.atan2(y, x), weight: Math.hypot(x, y) };
    })
    .filter(({ angle }) => Math.abs(angle) < Math.PI / 4)
    .sort((one, other) => one.angle - other.angle);
  let left = angles.reduce((sum, { weight }) => sum + weight, 0) / 2;
  for (const { angle, weight } of angles) {
    left -= weight;
    if (left <= 0) return angle;
  }
  return 0;
}
