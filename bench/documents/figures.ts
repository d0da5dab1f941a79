import type { DocumentReader, DocumentReading } from '../../src/documents/document-reader.ts';
import { decodePhoto, PictureError } from '../../src/imaging/decode.ts';
import { inWords } from '../../src/sentences.ts';
import { compare, countMarks, FIELDS, type Field, type Marks, type Verdict, valuesOf } from './compare.ts';
import type { Picture } from './pictures.ts';

/** What was counted over a set of pictures. */
export interface Figures {
  readonly set: string;
  pictures: number;
  readonly refused: string[];
  /** Zones that are printed valid, and how many of them were read with every line exact. */
  zones: number;
  exact: number;
  /** Zones reported as valid, and those of them that are not exactly what is printed. */
  accepted: number;
  readonly acceptedWrong: string[];
  barcodes: number;
  barcodesRead: number;
  readonly fields: Map<Field, Record<Verdict, number>>;
  /** The same for documents with a zone and without. */
  readonly withZone: Record<Verdict, number>;
  readonly withoutZone: Record<Verdict, number>;
  readonly marks: Marks;
  readonly mistakes: string[];
  readonly milliseconds: number[];
  readonly stages: Map<string, number[]>;
}

export async function measure(
  set: string,
  pictures: Iterable<Picture> | AsyncIterable<Picture>,
  reader: DocumentReader,
): Promise<Figures> {
  const figures = empty(set);
  for await (const picture of pictures) {
    figures.pictures++;
    const start = performance.now();
    const reading = await readOrRefuse(picture, reader, figures);
    figures.milliseconds.push(performance.now() - start);
    count(figures, picture, reading);
  }
  return figures;
}

async function readOrRefuse(
  picture: Picture,
  reader: DocumentReader,
  figures: Figures,
): Promise<DocumentReading | null> {
  try {
    const reading = await reader.read(await decodePhoto(picture.bytes));
    if (reading.refusal === null) return reading;
    figures.refused.push(`${picture.name}: ${inWords(reading.refusal)}`);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    figures.refused.push(`${picture.name}: ${error.message}`);
  }
  return null;
}

function count(figures: Figures, picture: Picture, reading: DocumentReading | null): void {
  countZone(figures, picture, reading);
  if (picture.barcode !== null) {
    figures.barcodes++;
    if (reading?.barcode && (reading.barcode.text ?? picture.barcode) === picture.barcode) figures.barcodesRead++;
  }
  const data = reading?.extractedData;
  const verdicts = compare(picture.truth, valuesOf(data));
  countMarks(figures.marks, picture.truth, data?.fullName ?? null);
  const kind = picture.mrz ? figures.withZone : figures.withoutZone;
  for (const [field, verdict] of Object.entries(verdicts) as [Field, Verdict][]) {
    figures.fields.get(field)![verdict]++;
    kind[verdict]++;
    if (verdict !== 'right')
      figures.mistakes.push(`${picture.name}: ${field} ${verdict}: ${shown(picture, data, field)}`);
  }
  for (const [stage, time] of Object.entries(reading?.timings ?? {})) {
    figures.stages.set(stage, [...(figures.stages.get(stage) ?? []), time]);
  }
}

function countZone(figures: Figures, picture: Picture, reading: DocumentReading | null): void {
  const same = picture.mrz !== null && reading?.mrz?.lines.join('|') === picture.mrz.join('|');
  if (picture.mrz && picture.mrzValid && !picture.mock) {
    figures.zones++;
    if (same) figures.exact++;
    else
      figures.mistakes.push(
        `${picture.name}: zone\n      ${picture.mrz.join('|')}\n      ${reading?.mrz?.lines.join('|') ?? '—'}`,
      );
  }
  if (!reading?.mrz?.valid) return;
  figures.accepted++;
  if (!same || !picture.mrzValid) figures.acceptedWrong.push(`${picture.name}: ${reading.mrz.lines.join('|')}`);
}

const MEMBERS: Readonly<Record<Field, string>> = {
  type: 'documentType',
  country: 'country',
  region: 'region',
  number: 'documentNumber',
  surname: 'fullName',
  given: 'fullName',
  fullName: 'fullName',
  birthDate: 'dateOfBirth',
  expiryDate: 'expiryDate',
  sex: 'sex',
  nationality: 'nationality',
  address: 'address',
};

function shown({ truth }: Picture, data: object | undefined, field: Field): string {
  const expected = field === 'fullName' ? [truth.surname, truth.given].join(' ') : truth[field];
  return `${expected ?? '—'} | ${(data as Record<string, string | null> | undefined)?.[MEMBERS[field]] ?? '—'}`;
}

function empty(set: string): Figures {
  const none = () => ({ right: 0, missing: 0, wrong: 0 });
  return {
    set,
    pictures: 0,
    refused: [],
    zones: 0,
    exact: 0,
    accepted: 0,
    acceptedWrong: [],
    barcodes: 0,
    barcodesRead: 0,
    fields: new Map(FIELDS.map((field) => [field, none()])),
    withZone: none(),
    withoutZone: none(),
    marks: { marked: 0, exact: 0, plain: 0, falsely: 0 },
    mistakes: [],
    milliseconds: [],
    stages: new Map(),
  };
}
