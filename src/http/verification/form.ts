import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { RECORD_REFERENCE, REFERENCE_FORM } from '../../domain/record-reference.ts';
import { MAX_PICTURE_BYTES } from '../../imaging/headers.ts';
import { invalid, Refusal } from '../wire/failure.ts';

/** The parts of the form that are read, by the image they hold. */
export const FIELDS = { document: 'IdCardImage', selfie: 'SelfieImage' } as const;

type ImageName = keyof typeof FIELDS;

/** Whatever is sent beyond this is not waited for: the answer goes out and the connection closes. */
const MAX_BODY_BYTES = 32 * 1024 ** 2;
const MAX_PARTS = 100;
const CLOSE = { connection: 'close' };
/** The part with what the caller calls the record by. */
const REFERENCE = 'Reference';

/** A part of the form as it arrived. */
type Part = { readonly bytes: Buffer } | { readonly text: string } | { readonly problem: string };

/** What a form says. */
export interface VerificationForm {
  readonly images: Record<ImageName, Buffer>;
  readonly reference: string | null;
}

const TOO_LARGE: Part = { problem: 'the file is over 10 MB; send at most 10 × 1024² bytes.' };

/** A form whose images cannot be used: missing ones are a failed validation, wrong ones an invalid upload. */
export function invalidUpload(errors: readonly string[]): Refusal {
  return new Refusal(400, 'envelope', 'Invalid upload.', errors, {}, 'invalid-upload');
}

/**
 * Reads the two images of a form with its reference, and ignores other parts. Throws a Refusal that names every file
 * that is missing, too large, sent twice or no file at all. Throws the reason of `signal` once that ends the reading.
 */
export async function readForm(request: IncomingMessage, signal: AbortSignal): Promise<VerificationForm> {
  signal.throwIfAborted();
  const parser = await openParser(request, signal);
  const parts = await readParts(request, parser, signal);
  const names = Object.keys(FIELDS) as ImageName[];
  const missing = names.filter((name) => !parts.has(FIELDS[name]));
  if (missing.length > 0) throw invalid(missing.map((name) => `${FIELDS[name]} is missing.`));
  const reference = referenceIn(parts.get(REFERENCE));
  const problems = problemsOf(parts);
  if (problems.length > 0) throw invalidUpload(problems);
  const bytes = (name: ImageName) => (parts.get(FIELDS[name]) as { bytes: Buffer }).bytes;
  return { images: { document: bytes('document'), selfie: bytes('selfie') }, reference };
}

/** Null where none was sent. Throws the refusal of one that cannot be kept. */
function referenceIn(part: Part | undefined): string | null {
  if (!part) return null;
  const said = 'problem' in part ? part.problem : `must be ${REFERENCE_FORM}.`;
  if ('text' in part && RECORD_REFERENCE.test(part.text)) return part.text;
  throw invalid([`${REFERENCE}: ${said}`]);
}

function readParts(
  request: IncomingMessage,
  parser: InstanceType<typeof Busboy>,
  signal: AbortSignal,
): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>();
  const wanted = new Set<string>(Object.values(FIELDS));
  const keep = (name: string, part: Part): void => {
    const known = parts.get(name);
    parts.set(name, known && known !== part ? { problem: 'sent more than once.' } : part);
  };
  return new Promise((resolve, reject) => {
    const files: Promise<void>[] = [];
    let received = 0;
    const stop = (refusal: Error): void => {
      request.unpipe(parser);
      request.off('data', count);
      // Whoever sends too much, or holds a place that another one needs, learns it at once.
      if (received > MAX_BODY_BYTES || signal.aborted) {
        request.resume();
        reject(refusal);
      } else dropRest(request, received, signal).then(() => reject(refusal), reject);
    };
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > MAX_BODY_BYTES) stop(tooMuch(parts));
    };
    const tooLarge = (name: string) => () => {
      if (!parts.has(name)) parts.set(name, TOO_LARGE);
    };
    parser.on('file', (name: string, file: Readable) => {
      file.on('error', () => stop(malformed()));
      if (name === REFERENCE) keep(name, { problem: 'must be a text.' });
      if (!wanted.has(name)) return void file.resume();
      const read = readFile(file, tooLarge(name)).then((part) => keep(name, part));
      // A file that breaks off is told by the stream's own error above.
      read.catch(() => {});
      files.push(read);
    });
    parser.on('field', (name: string, text: string) => {
      if (name === REFERENCE) keep(name, { text: text.trim() });
      if (wanted.has(name)) keep(name, { problem: 'must be a file with a file name.' });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => stop(invalid([`The form may have at most ${MAX_PARTS} parts.`])));
    }
    parser.on('error', () => stop(malformed()));
    parser.on('finish', () => Promise.all(files).then(() => resolve(parts), reject));
    signal.addEventListener('abort', () => stop(signal.reason as Error));
    request.on('aborted', () => reject(malformed()));
    request.on('data', count);
    request.pipe(parser);
  });
}

/** Throws a Refusal for a body that is no form, once it is over. */
async function openParser(request: IncomingMessage, signal: AbortSignal): Promise<InstanceType<typeof Busboy>> {
  const limits = {
    fileSize: MAX_PICTURE_BYTES + 1,
    // Fields that are no file are not read, so nothing of them is held.
    fieldSize: 1024,
    parts: MAX_PARTS,
    headerPairs: 100,
    headerSize: 16 * 1024,
  };
  const type = request.headers['content-type'] ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  try {
    if (isForm) return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    // Without a boundary, as where a program sets the header by hand.
  }
  await dropRest(request, 0, signal);
  throw isForm ? malformed() : invalid(['The Content-Type must be multipart/form-data.']);
}

/**
 * Reads and drops what is still sent, so that a client that sends all before it listens finds the answer. Resolves when
 * that is over, or is more than is waited for. Throws the reason of `signal` once that ends the reading.
 */
function dropRest(request: IncomingMessage, received: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let all = received;
    request.on('data', (chunk: Buffer) => {
      all += chunk.length;
      if (all > MAX_BODY_BYTES) resolve();
    });
    for (const over of ['end', 'close'] as const) request.once(over, resolve);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    if (request.complete && request.readableEnded) resolve();
    request.resume();
  });
}

/** `tooLarge` is told at once of a file that is, because the rest of it may be more than is waited for. */
async function readFile(file: Readable, tooLarge: () => void): Promise<Part> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest of a file that is too large is read and dropped, so that the answer finds a client that listens.
    if (size <= MAX_PICTURE_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MAX_PICTURE_BYTES) tooLarge();
  }
  if (size > MAX_PICTURE_BYTES) return TOO_LARGE;
  if (size === 0) return { problem: 'the file is empty.' };
  return { bytes: Buffer.concat(chunks) };
}

/** Whoever sends so much learns what is known by then: which file is too large, or else that the form is. */
function tooMuch(parts: ReadonlyMap<string, Part>): Refusal {
  const errors = problemsOf(parts);
  const whole = ['The form is over 32 MB; a file may have at most 10 MB.'];
  return new Refusal(400, 'envelope', 'Invalid upload.', errors.length > 0 ? errors : whole, CLOSE, 'invalid-upload');
}

function problemsOf(parts: ReadonlyMap<string, Part>): string[] {
  return Object.values(FIELDS).flatMap((field) => {
    const part = parts.get(field);
    return part && 'problem' in part ? [`${field}: ${part.problem}`] : [];
  });
}

/** A body that is no form, or that ended before it was complete. */
export function malformed(): Refusal {
  return new Refusal(400, 'envelope', 'Validation failed.', ['The body is not valid multipart/form-data.']);
}
