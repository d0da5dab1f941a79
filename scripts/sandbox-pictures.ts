// Draws the specimen pictures of the sandbox, and writes what each shows: npm run sandbox:pictures
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { photograph } from '../specimens/photograph.ts';
import { selfie, stranger } from '../specimens/selfie.ts';
import { drawSpecimen, type SpecimenOptions } from '../specimens/specimen.ts';
import type { Holder, Truth } from '../specimens/truth.ts';
import type { ExtractedData } from '../src/domain/verification.ts';

const FOLDER = fileURLToPath(new URL('../src/sandbox/pictures/', import.meta.url));
const SEED = 'sandbox';
const [DOCUMENT_WIDTH, SELFIE_WIDTH, QUALITY] = [1000, 640, 60];
const TYPES: Readonly<Partial<Record<Truth['type'], string>>> = {
  passport: 'Passport',
  driving_licence: 'Driver License',
  national_id: 'National ID',
  residence_permit: 'Residence Permit',
};
const DOCUMENTS: Readonly<Record<string, SpecimenOptions>> = {
  passport: { kind: 'passport' },
  'driver-license': { kind: 'driving_licence' },
  'national-id': { kind: 'national_id' },
  'residence-permit': { kind: 'residence_permit' },
  'passport-expired': { kind: 'passport', expired: true },
  'passport-wrong-check-digit': { kind: 'passport', wrongCheckDigit: true },
};
/** Pictures that show nothing but what the sandbox does with them. */
const CARDS: Readonly<Record<string, string>> = {
  'document-blurry': 'Document: blurry',
  'document-without-portrait': 'Document: no portrait',
  'document-overload': 'Document: 503',
  'document-failure': 'Document: 500',
  'document-quota': 'Document: 429',
  'selfie-without-face': 'Selfie: no face',
  'selfie-several-faces': 'Selfie: several faces',
};

await mkdir(FOLDER, { recursive: true });
const { holder } = await drawSpecimen(SEED, { kind: 'passport' });
const shown: Record<string, ExtractedData> = {};
for (const [name, options] of Object.entries(DOCUMENTS)) {
  const specimen = await drawSpecimen(SEED, { ...options, holder });
  const { jpeg, truth } = photograph(specimen, SEED);
  await write(name, jpeg, DOCUMENT_WIDTH);
  shown[name] = dataOf(truth, holder);
}
await write('selfie-holder', selfie(holder, SEED), SELFIE_WIDTH);
await write('selfie-uncertain', selfie(holder, `${SEED} 2`), SELFIE_WIDTH);
await write('selfie-spoof', selfie(holder, `${SEED} 3`), SELFIE_WIDTH);
await write('selfie-liveness-uncertain', selfie(holder, `${SEED} 4`), SELFIE_WIDTH);
await write('selfie-somebody-else', selfie(stranger(holder), SEED), SELFIE_WIDTH);
for (const [name, text] of Object.entries(CARDS)) await write(name, card(text), SELFIE_WIDTH);
await writeFile(join(FOLDER, 'documents.json'), `${JSON.stringify(shown, null, 2)}\n`);

async function write(name: string, picture: Uint8Array, width: number): Promise<void> {
  const file = sharp(picture).resize({ width, withoutEnlargement: true }).jpeg({ quality: QUALITY, mozjpeg: true });
  await writeFile(join(FOLDER, `${name}.jpg`), await file.toBuffer());
}

function card(text: string): Buffer {
  const canvas = createCanvas(SELFIE_WIDTH, SELFIE_WIDTH / 2);
  const context = canvas.getContext('2d');
  context.fillStyle = '#dde3ea';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#223';
  context.font = '36px sans-serif';
  context.fillText(text, 40, 170);
  return canvas.toBuffer('image/png');
}

function dataOf(truth: Truth, { surname, given }: Holder): ExtractedData {
  return {
    documentType: TYPES[truth.type] ?? null,
    documentNumber: truth.number,
    fullName: `${truth.given ?? given.join(' ')} ${truth.surname ?? surname}`,
    dateOfBirth: truth.birthDate,
    expiryDate: truth.expiryDate,
    country: truth.country,
    region: truth.region,
    address: truth.address,
    nationality: truth.nationality,
    sex: truth.sex,
  };
}
