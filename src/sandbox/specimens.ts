import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtractedData } from '../domain/verification.ts';

const FOLDER = fileURLToPath(new URL('./pictures/', import.meta.url));

/** What the sandbox does with a picture of a document, whatever the selfie. */
export type DocumentSpecimen =
  | { readonly kind: 'read'; readonly data: ExtractedData; readonly mrz: 'valid' | 'failed' | null }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'overload' | 'failure' | 'quota' };

/** What it does with a selfie. Scores are from 0 to 100. */
export type SelfieSpecimen =
  | { readonly kind: 'face'; readonly confidence: number; readonly liveness: number }
  | { readonly kind: 'refused'; readonly text: string };

const DATA = JSON.parse(readFileSync(join(FOLDER, 'documents.json'), 'utf8')) as Record<string, ExtractedData>;

/** By name; `npm run sandbox:pictures` draws the pictures. */
export const DOCUMENTS: Readonly<Record<string, DocumentSpecimen>> = {
  passport: read('passport', 'valid'),
  'driver-license': read('driver-license', null),
  'national-id': read('national-id', 'valid'),
  'residence-permit': read('residence-permit', 'valid'),
  'passport-expired': read('passport-expired', 'valid'),
  'passport-wrong-check-digit': read('passport-wrong-check-digit', 'failed'),
  'document-blurry': { kind: 'refused', text: 'the picture is too blurred to be read; hold the camera still.' },
  'document-without-portrait': { kind: 'refused', text: 'no portrait found on the document' },
  'document-overload': { kind: 'overload' },
  'document-failure': { kind: 'failure' },
  'document-quota': { kind: 'quota' },
};

export const SELFIES: Readonly<Record<string, SelfieSpecimen>> = {
  'selfie-holder': { kind: 'face', confidence: 99.5, liveness: 96 },
  'selfie-uncertain': { kind: 'face', confidence: 75, liveness: 96 },
  'selfie-liveness-uncertain': { kind: 'face', confidence: 99.5, liveness: 75 },
  'selfie-spoof': { kind: 'face', confidence: 99.5, liveness: 12 },
  'selfie-somebody-else': { kind: 'face', confidence: 3.5, liveness: 96 },
  'selfie-without-face': { kind: 'refused', text: 'no face was found; show one face, well lit.' },
  'selfie-several-faces': { kind: 'refused', text: 'several faces were found; show one face alone.' },
};

/** Every picture by its file name. */
export const PICTURES: ReadonlyMap<string, Buffer> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => [file, readFileSync(join(FOLDER, file))]),
);

const NAMES = new Map([...PICTURES].map(([file, bytes]) => [digest(bytes), file.replace(/\.jpg$/, '')]));

/** The name of a specimen picture; undefined for any other file. */
export function specimenName(bytes: Uint8Array): string | undefined {
  return NAMES.get(digest(bytes));
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function read(name: string, mrz: 'valid' | 'failed' | null): DocumentSpecimen {
  return { kind: 'read', data: DATA[name]!, mrz };
}
