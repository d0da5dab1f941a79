import {
  bestReading,
  type DocumentSource,
  type FieldReading,
  type Findings,
  MIN_CONTRADICTING,
  MIN_SAME_NAME,
  type SourcedReading,
  UNDOUBTED,
} from './document-source.ts';
import { type AlignedName, alignName } from './spelling.ts';
import { likeness, machineSpelling } from './transliteration.ts';

type NamePart = 'surname' | 'givenNames';

/** Diacritics are taken from print of at least this confidence. */
const MIN_SPELLING = 0.65;
/** No other source confirms what the zone cuts off, so the rest of a name needs print that was read well. */
const MIN_EXTENDING = 0.85;
/** Print that is longer than a truncated name by this many letters goes on; fewer may be misread. */
const MIN_LONGER = 2;

/**
 * `GIVEN SURNAME`, with the diacritics and the full length of the print where print and zone agree. Null rather than a
 * part of a name: where the zone cut it off and the print does not surely say the rest. Null, too, where only print
 * tells it and a letter or space is doubtful. Adds to `findings`.
 */
export function fullName(ranked: readonly DocumentSource[], findings: Findings): string | null {
  const visual = ranked.find(({ kind }) => kind === 'visual');
  const [given, surname] = [namePart(ranked, 'givenNames', findings), namePart(ranked, 'surname', findings)];
  if ((given.isOpen || surname.isOpen) && (visual?.isPrinted || showsName(visual?.fields))) {
    findings.doubtful.add('fullName');
    return null;
  }
  const whole = bestReading(ranked, 'fullName');
  const parts = [given.text, surname.text].filter(Boolean).join(' ');
  if (parts && !(given.isUnsure && surname.isUnsure && whole && saysSurely(whole.reading, parts))) return parts;
  if (!whole) return null;
  findings.origins.fullName = whole.kind;
  if (!whole.reading.sure) findings.doubtful.add('fullName');
  if (parts) for (const part of ['surname', 'givenNames'] as const) findings.doubtful.delete(part);
  return whole.reading.isDoubtful ? null : whole.reading.value;
}

/** Whether print without doubt says the same name as parts that were read with doubt, in whatever order. */
function saysSurely({ value, sure, confidence, isDoubtful }: FieldReading, parts: string): boolean {
  if (!sure || isDoubtful || confidence < UNDOUBTED) return false;
  const sorted = (name: string) => machineSpelling(name).split(' ').sort().join(' ');
  return likeness(sorted(value), sorted(parts)) >= MIN_SAME_NAME;
}

interface PartOfName {
  readonly text: string | undefined;
  /** The source cut it off or leaves a letter in doubt, and nothing says how it is. */
  readonly isOpen: boolean;
  /** No source says it surely. */
  readonly isUnsure: boolean;
}

function namePart(ranked: readonly DocumentSource[], part: NamePart, findings: Findings): PartOfName {
  const best = bestOf(ranked, part);
  if (!best) return { text: undefined, isOpen: false, isUnsure: false };
  const { reading } = best;
  findings.origins[part] = best.kind;
  if (!reading.sure) findings.doubtful.add(part);
  if (best.kind === 'visual') return { text: reading.value, isOpen: reading.isDoubtful ?? false, isUnsure: false };
  const printed = ranked.find(({ kind }) => kind === 'visual')?.fields[part];
  const text = printed && printedSpelling(best, printed, part, findings);
  if (text !== undefined) return { text, isOpen: false, isUnsure: false };
  const isOpen = isCutOff(ranked, best, part) || goesOn(printed, reading);
  return { text: reading.value, isOpen, isUnsure: !reading.sure };
}

/**
 * The best reading of a part of the name. Print that says quite another name than a zone whose letters were read well
 * says something else: a place, a label. Whether the zone's digits hold says nothing of its names.
 */
function bestOf(ranked: readonly DocumentSource[], part: NamePart): SourcedReading | undefined {
  const best = bestReading(ranked, part);
  const zone = ranked.find(({ kind }) => kind === 'mrz')?.fields[part];
  const isOther = zone && zone.confidence >= MIN_CONTRADICTING && best?.kind === 'visual';
  return isOther && likeness(best.reading.value, zone.value) < MIN_SAME_NAME ? { kind: 'mrz', reading: zone } : best;
}

/** The name as print and source have it together; undefined where the print does not help. */
function printedSpelling(
  { kind, reading }: SourcedReading,
  printed: FieldReading,
  part: NamePart,
  { origins, conflicts, doubtful }: Findings,
): string | undefined {
  const isExtending = (reading.truncated ?? false) && printed.confidence >= MIN_EXTENDING;
  const aligned = alignName(printed.value, reading.value, isExtending);
  if (isOtherName(printed, reading, aligned)) conflicts.add(part);
  if (!aligned || printed.confidence < MIN_SPELLING) return undefined;
  const isExact = aligned.misread === 0;
  if (isExact) doubtful.delete(part);
  // A barcode has its own hyphens and apostrophes, which readers of print lose more easily.
  const isWhole = kind === 'barcode' && !reading.truncated;
  if (isWhole && !(isExact && /[^\p{ASCII}]/u.test(aligned.name))) return reading.value;
  if (isExact) origins[part] = 'visual';
  return isExact || isExtending || !reading.truncated ? aligned.name : undefined;
}

/** Whether the print surely says another name: a quite different one, or another letter that was read without doubt. */
function isOtherName(printed: FieldReading, reading: FieldReading, aligned: AlignedName | null): boolean {
  const { value, confidence, sure } = printed;
  if (!sure || confidence < MIN_CONTRADICTING || aligned?.misread === 0) return false;
  if (likeness(value, reading.value) < MIN_SAME_NAME) return true;
  if (confidence < UNDOUBTED || !reading.sure) return false;
  // A single letter is what was left of a label.
  const words = value.replace(/(?<![\p{L}\p{M}'’-])\p{L}(?![\p{L}\p{M}'’-])/gu, '');
  return alignName(words, reading.value, reading.truncated ?? false)?.misread !== 0;
}

/** Whether the print goes on where the source cut off. Of two long names it may be the surname. */
function goesOn(printed: FieldReading | undefined, { value, truncated }: FieldReading): boolean {
  return Boolean(truncated && printed && printed.value.length >= value.length + MIN_LONGER);
}

/** A zone mostly ends in the given names, so a surname before them is complete. */
function isCutOff(ranked: readonly DocumentSource[], { kind, reading }: SourcedReading, part: NamePart): boolean {
  const fields = ranked.find((source) => source.kind === kind)?.fields;
  return (reading.truncated ?? false) && (part === 'givenNames' || !fields?.givenNames);
}

/** Whether what was understood of the print shows that a name stands there. */
function showsName(print: DocumentSource['fields'] | undefined): boolean {
  const beside = [print?.documentNumber, print?.expiryDate].some((reading) => reading?.sure);
  return beside || Boolean(print?.surname ?? print?.givenNames ?? print?.fullName ?? print?.dateOfBirth);
}
