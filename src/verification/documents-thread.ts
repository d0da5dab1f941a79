import { DocumentReader } from '../documents/document-reader.ts';
import { readVisualZone } from '../documents/fields/visual-zone.ts';
import type { Photo } from '../imaging/decode.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { noteFromWorker, serveFromWorker } from '../threads/serve.ts';
import { type Pause, Slices } from '../threads/slices.ts';
import type { FieldPlace, SeenPage } from './renditions.ts';

/** Fields as the record has them, by what the print calls them; others are shown nowhere. */
const SHOWN: Readonly<Record<string, FieldPlace['field']>> = {
  documentType: 'documentType',
  documentNumber: 'documentNumber',
  surname: 'fullName',
  givenNames: 'fullName',
  fullName: 'fullName',
  dateOfBirth: 'dateOfBirth',
  expiryDate: 'expiryDate',
  country: 'country',
  region: 'region',
  address: 'address',
  nationality: 'nationality',
  sex: 'sex',
};

async function load() {
  const reader = await DocumentReader.open();
  const slices = new Slices({ spent: noteFromWorker });
  return {
    read: (account: number, photo: Photo) => slices.run(account, (pause) => reader.read(photo, pause)),
    /** Of a selfie whose document is read: no other document goes between the two. */
    texts: (account: number, pixels: Pixels) => slices.run(account, () => reader.texts(pixels), { short: true }),
    page: (account: number, pixels: Pixels) => slices.run(account, (pause) => pageOf(reader, pixels, pause)),
  };
}

/** A document as a reviewer looks at it, and where its fields stand. */
async function pageOf(reader: DocumentReader, pixels: Pixels, pause: Pause): Promise<SeenPage> {
  const { pixels: upright, lines, zone } = await reader.page(pixels, pause);
  const { fields } = readVisualZone(lines, upright);
  const places = Object.entries(fields).flatMap(([name, found]) => {
    const field = SHOWN[name];
    return found && field ? [{ field, quad: found.quad }] : [];
  });
  return { pixels: upright, fields: zone ? [...places, { field: 'zone', quad: zone.quad }] : places };
}

/** What the thread of documents can do. */
export type DocumentOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load(), { sideBySide: true });
