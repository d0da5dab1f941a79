import type { DocumentReading } from '../documents/document-reader.ts';
import { TouchstoneError } from '../errors.ts';
import { inWords } from '../sentences.ts';
import type { Command } from './command.ts';
import { pictureFile } from './pictures.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'read',
  summary: 'Reads one image of an identity document without storing anything',
  usage: '  FILE  a JPEG or PNG of at most 10 MB',
  options: {},
  native: true,
  async run({ positionals, print }) {
    const [file] = positional(positionals, this.name, ['FILE']);
    const [{ DocumentReader }, { decodePhoto }, bytes] = await Promise.all([
      import('../documents/document-reader.ts'),
      import('../imaging/decode.ts'),
      pictureFile(file!),
    ]);
    const photo = await decodePhoto(bytes);
    const reader = await DocumentReader.open();
    const reading = await reader.read(photo);
    print(printed(reading), asText(reading));
    if (reading.refusal) throw new TouchstoneError('validation', inWords(reading.refusal));
  },
};

function printed({ extractedData, mrz, barcode, sources: _, ...rest }: DocumentReading) {
  const { origins, conflicts, doubtful, quality, refusal, timings } = rest;
  return {
    extractedData,
    mrz: mrz && {
      format: mrz.format,
      lines: mrz.lines,
      valid: mrz.valid,
      checks: mrz.checks,
      doubts: mrz.doubts.map(inWords),
    },
    barcode: barcode && {
      symbology: barcode.symbology,
      text: barcode.text,
      aamva: barcode.aamva && { ...barcode.aamva, doubts: barcode.aamva.doubts.map(inWords) },
    },
    origins,
    conflicts,
    doubtful,
    quality: { ...quality, refusal: quality.refusal && inWords(quality.refusal) },
    refusal: refusal && inWords(refusal),
    timings,
  };
}

function asText({ extractedData, origins, mrz, conflicts, doubtful, refusal }: DocumentReading): string {
  const lines = Object.entries(extractedData).map(([field, value]) => {
    const origin =
      field === 'fullName' ? (origins.surname ?? origins.fullName) : origins[field as keyof typeof origins];
    return `${field.padEnd(15)} ${value ?? '–'}${value !== null && origin ? `  (${origin})` : ''}`;
  });
  if (mrz) {
    const failed = mrz.checks.filter(({ ok }) => !ok);
    const digits = failed.length === 0 ? 'every check digit holds' : 'a check digit does not hold';
    lines.push(
      '',
      `${mrz.format}, ${mrz.checks.length === 0 ? 'without check digits' : digits}`,
      ...mrz.lines,
      ...failed.map(
        ({ name, expected, printed: found }) => `check digit of ${name}: printed ${found}, should be ${expected}`,
      ),
      ...mrz.doubts.map(inWords),
    );
  }
  if (conflicts.length > 0) lines.push('', `parts of the document disagree on: ${conflicts.join(', ')}`);
  if (doubtful.length > 0) lines.push('', `read with doubt: ${doubtful.join(', ')}`);
  if (refusal) lines.push('', `not usable: ${inWords(refusal)}`);
  return lines.join('\n');
}
