import { parseArgs } from 'node:util';
import { printedText } from '../../src/documents/fields/printed-text.ts';
import { readPrint } from '../../src/documents/fields/visual-zone.ts';
import { Labeller } from '../../src/documents/labeller/labeller.ts';
import { upright } from '../../src/documents/page/orientation.ts';
import { TextReader } from '../../src/documents/text/text-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { compare, FIELDS, type Field, type ReadValues, type Verdict } from './compare.ts';
import { drawnPictures, type Picture, sharedPictures } from './pictures.ts';

/*
 * What the printed text alone says, without zone, barcode and fusion.
 * `npm run bench:fields -- [--misses] [--drawn N] [--seed N]`. The sets are the photos of the benchmark data, without a
 * zone and with one. `--drawn` adds N drawn documents, and N with held-out layouts, fonts and languages.
 */
const { values } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    drawn: { type: 'string', default: '0' },
    seed: { type: 'string', default: '200000' },
  },
});

type Tally = Record<Field, Record<Verdict, number>>;

const reader = await TextReader.open();
const labeller = await Labeller.open();
const shared = sharedPictures();
if (shared.length === 0) process.stdout.write('The benchmark data is not at hand (TOUCHSTONE_BENCH_DATA).\n');
else {
  await measure(
    'photos without a zone',
    shared.filter(({ mrz }) => mrz === null),
  );
  await measure(
    'photos with a zone',
    shared.filter(({ mrz }) => mrz !== null),
  );
}
const [drawn, seed] = [Number(values.drawn), Number(values.seed)];
if (drawn > 0) {
  await measure('drawn', drawnPictures([], drawn, seed));
  await measure('drawn, held out', drawnPictures([], drawn, seed, { heldOut: true }));
}
process.exit(0);

async function measure(set: string, pictures: Iterable<Picture> | AsyncIterable<Picture>): Promise<void> {
  const tally = Object.fromEntries(FIELDS.map((field) => [field, { right: 0, missing: 0, wrong: 0 }])) as Tally;
  const misses: string[] = [];
  for await (const picture of pictures) {
    const said = await read(picture);
    for (const [field, verdict] of Object.entries(compare(picture.truth, said)) as [Field, Verdict][]) {
      tally[field][verdict]++;
      if (verdict !== 'right') misses.push(`${picture.name}: ${field} ${verdict}: ${shown(picture, said, field)}`);
    }
  }
  report(set, tally);
  if (values.misses) process.stdout.write(misses.map((miss) => `  ${miss}\n`).join(''));
}

async function read({ bytes }: Picture): Promise<ReadValues> {
  const { pixels } = await decodePhoto(bytes);
  const view = await upright(pixels, await reader.detect(pixels), reader);
  const text = printedText(await reader.recognise(view.pixels, view.boxes), view.pixels);
  const { fields } = readPrint(text, {}, await labeller.read(text)).source;
  const value = (field: keyof typeof fields) => fields[field]?.value ?? null;
  const isDoubtful = [fields.givenNames, fields.surname, fields.fullName].some((name) => name?.isDoubtful);
  const parts = [value('givenNames'), value('surname')].filter((part) => part !== null);
  return {
    type: value('documentType'),
    country: value('country'),
    region: value('region'),
    number: value('documentNumber'),
    fullName: isDoubtful ? null : parts.length > 0 ? parts.join(' ') : value('fullName'),
    birthDate: value('dateOfBirth'),
    expiryDate: value('expiryDate'),
    sex: value('sex'),
    nationality: value('nationality'),
    address: value('address'),
  };
}

function shown({ truth }: Picture, said: ReadValues, field: Field): string {
  const named = field === 'fullName' || field === 'surname' || field === 'given';
  const expected = field === 'fullName' ? [truth.given, truth.surname].filter(Boolean).join(' ') : truth[field];
  return `${expected ?? '—'} | ${said[named ? 'fullName' : field] ?? '—'}`;
}

function report(set: string, tally: Tally): void {
  process.stdout.write(`\n| ${set} | right | missing | wrong |\n| --- | --- | --- | --- |\n`);
  const all = { right: 0, missing: 0, wrong: 0 };
  for (const [field, { right, missing, wrong }] of Object.entries(tally)) {
    if (right + missing + wrong === 0) continue;
    all.right += right;
    all.missing += missing;
    all.wrong += wrong;
    process.stdout.write(`| ${field} | ${right} | ${missing} | ${wrong} |\n`);
  }
  const total = Math.max(1, all.right + all.missing + all.wrong);
  const share = (part: number) => `${((100 * part) / total).toFixed(1)} %`;
  process.stdout.write(`| all | ${share(all.right)} | ${share(all.missing)} | ${share(all.wrong)} |\n`);
}
