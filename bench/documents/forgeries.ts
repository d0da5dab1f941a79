import { tmpdir } from 'node:os';
import { copied, onScreen, otherZone, pasted, photocopy, stamped } from '../../specimens/forgery.ts';
import { photograph } from '../../specimens/photograph.ts';
import { Random } from '../../specimens/random.ts';
import { canvasOf } from '../../specimens/sheet.ts';
import { drawSpecimen, type SpecimenOptions } from '../../specimens/specimen.ts';
import type { Specimen } from '../../specimens/truth.ts';
import type { DocumentReader } from '../../src/documents/document-reader.ts';
import type { ExtractedData } from '../../src/domain/verification.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { AUTHENTICITY_IDS, type AuthenticityId, authenticity } from '../../src/verification/authenticity.ts';
import { FaceAnalyst } from '../../src/verification/face-analyst.ts';
import { sharedPictures } from './pictures.ts';

/** Checks that say what is so on the published specimens of the benchmark data: they are no false alarms there. */
const TRUE_OF_SPECIMENS: readonly AuthenticityId[] = ['specimen-wording', 'check-digits', 'portrait-size'];

type Alarms = readonly AuthenticityId[];

const NOTHING: ExtractedData = {
  documentType: null,
  documentNumber: null,
  fullName: null,
  dateOfBirth: null,
  expiryDate: null,
  country: null,
  region: null,
  address: null,
  nationality: null,
  sex: null,
};

/** Prints how often each check of authenticity speaks against genuine pictures, and how often it finds a forgery. */
export async function printForgeries(count: number, from: number, reader: DocumentReader): Promise<void> {
  const faces = await FaceAnalyst.open({ liveness: 'off', installedModel: '', faceModel: undefined, cache: tmpdir() });
  const alarmsOf = async (bytes: Buffer): Promise<Alarms> => {
    const { pixels, ...photo } = await decodePhoto(bytes);
    const read = await reader.read({ pixels, ...photo });
    const portrait = await faces.portrait(pixels);
    const { mrz, barcode, conflicts, agreements, specimenWords, signs } = read;
    const face = portrait.refusal === null ? { portraitSure: portrait.sure, secondPortrait: portrait.second } : {};
    const document = { mrz, barcode, conflicts, agreements, specimenWords, signs };
    const found = authenticity({ face, document }, read.extractedData, new Date().toISOString().slice(0, 10));
    return found.filter(({ outcome }) => outcome === 'failed' || outcome === 'doubtful').map(({ id }) => id);
  };
  const sets: [string, (seed: number) => Promise<Buffer>, AuthenticityId | null][] = [
    ['genuine, drawn', (seed) => drawn(seed, 'national_id', 'none'), null],
    ['date altered in print', (seed) => drawn(seed, 'passport', 'zone'), 'zone-against-print'],
    ['screen photographed', (seed) => drawn(seed, 'passport', 'screen'), 'screen-or-sheet'],
    ['photocopy', (seed) => drawn(seed, 'national_id', 'copy'), 'screen-or-sheet'],
    ['photocopy on a desk, photographed', (seed) => drawn(seed, 'national_id', 'sheet'), 'screen-or-sheet'],
    ['specimen wording', (seed) => drawn(seed, 'passport', 'words'), 'specimen-wording'],
  ];
  process.stdout.write('| pictures | number | found by its check | alarms of others |\n|---|---|---|---|\n');
  const genuine: Alarms[] = [];
  for (const { name, bytes, mock } of sharedPictures()) {
    // A drawing of somebody's own making is no genuine document.
    if (mock) continue;
    const alarms = (await alarmsOf(bytes)).filter((id) => !TRUE_OF_SPECIMENS.includes(id));
    if (alarms.length > 0) process.stderr.write(`${name}: ${alarms.join(', ')}\n`);
    genuine.push(alarms);
  }
  print('genuine, photos', genuine, null);
  print('portrait replaced, photos', await replacedPortraits(faces), 'second-portrait');
  for (const [name, draw, check] of sets) {
    const alarms: Alarms[] = [];
    for (let seed = from; seed < from + count; seed++) alarms.push(await alarmsOf(await draw(seed)));
    print(name, alarms, check);
  }
}

/** Photos with a second portrait, the first replaced by that of the photo before. Drawn faces are too much alike. */
async function replacedPortraits(faces: FaceAnalyst): Promise<Alarms[]> {
  const alarms: Alarms[] = [];
  let before: { pixels: Pixels; box: FaceBox } | null = null;
  for (const { bytes } of sharedPictures()) {
    const { pixels } = await decodePhoto(bytes);
    const found = await faces.portrait(pixels);
    if (found.refusal !== null) continue;
    if (found.second !== null && before) {
      const forged = await faces.portrait(pasted(pixels, found.box, before.pixels, before.box));
      const second = forged.refusal === null ? forged.second : null;
      const checks = authenticity({ face: { secondPortrait: second } }, NOTHING, '2026-01-01');
      alarms.push(checks.filter(({ outcome }) => outcome === 'doubtful').map(({ id }) => id));
    }
    before = { pixels, box: found.box };
  }
  return alarms;
}

type Forgery = 'none' | 'zone' | 'screen' | 'copy' | 'sheet' | 'words';

/** The specimen as it is printed. */
async function forged(
  genuine: Specimen,
  how: Forgery,
  seed: number,
  layout: SpecimenOptions,
  random: Random,
): Promise<Specimen> {
  if (how === 'zone') return otherZone(genuine, seed, layout);
  if (how === 'words') return stamped(genuine, random);
  return how === 'sheet' ? copied(genuine, random) : genuine;
}

/** A document as it is, or forged in one way, as a camera sees it. */
async function drawn(seed: number, kind: 'passport' | 'national_id', how: Forgery): Promise<Buffer> {
  const random = new Random(`forgery ${seed} ${how}`);
  const layout = { kind };
  const genuine = await drawSpecimen(seed, layout);
  const specimen = await forged(genuine, how, seed, layout, random);
  const { pixels } = photograph(specimen, seed, [], { sides: 'front', scan: how !== 'sheet' && random.chance(0.3) });
  const taken = how === 'copy' ? photocopy(pixels, random) : how === 'screen' ? onScreen(pixels, random) : pixels;
  return canvasOf(taken).toBuffer('image/jpeg', random.whole(78, 93));
}

function print(name: string, alarms: readonly Alarms[], check: AuthenticityId | null): void {
  const found = check ? `${alarms.filter((ids) => ids.includes(check)).length} by ${check}` : '–';
  const others = AUTHENTICITY_IDS.filter((id) => id !== check)
    .map((id) => [id, alarms.filter((ids) => ids.includes(id)).length] as const)
    .filter(([, times]) => times > 0)
    .map(([id, times]) => `${id} ${times}`);
  const any = alarms.filter((ids) => ids.some((id) => id !== check)).length;
  process.stdout.write(
    `| ${name} | ${alarms.length} | ${found} | ${any}${others.length > 0 ? `: ${others.join(', ')}` : ''} |\n`,
  );
}
