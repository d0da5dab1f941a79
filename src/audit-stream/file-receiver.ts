import { type FileHandle, open, stat } from 'node:fs/promises';
import { fileFailure } from '../file-failure.ts';
import { NotReceived, type StreamedEntry, type StreamReceiver } from './receiver.ts';

/** Longer than any line. */
const TAIL_BYTES = 256 * 1024;

/**
 * A file that only grows. It is opened for each batch, so that another program may put an empty one in its place. A
 * line that a full disk or a kill left half-written is completed, and what arrived before is not written twice.
 */
export class FileReceiver implements StreamReceiver {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async deliver(entries: readonly StreamedEntry[]): Promise<void> {
    try {
      await this.#refuseOthers();
      const file = await open(this.#path, 'a+', 0o600);
      try {
        const text = missing(await tailOf(file), entries);
        if (text === '') return;
        await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof NotReceived) throw error;
      throw new NotReceived(`The file cannot be written: ${fileFailure(error)}.`, { cause: error });
    }
  }

  async close(): Promise<void> {}

  /** To open a pipe that nobody reads would hold up a thread. */
  async #refuseOthers(): Promise<void> {
    const found = await stat(this.#path).catch(() => undefined);
    if (found && !found.isFile()) throw new NotReceived('The file is no regular file.');
  }
}

/** The last line that is whole, and what stands behind it. */
interface Tail {
  readonly last: string;
  readonly begun: string;
}

async function tailOf(file: FileHandle): Promise<Tail> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
  await file.read(buffer, 0, buffer.length, size - buffer.length);
  const lines = buffer.toString('latin1').split('\n');
  const begun = lines.pop()!;
  return { last: lines.pop() ?? '', begun };
}

/** What has to be written so that all entries stand there once. */
function missing({ last, begun }: Tail, entries: readonly StreamedEntry[]): string {
  const there = entries.findIndex(({ line }) => line === last) + 1;
  const text = entries
    .slice(there)
    .map(({ line }) => `${line}\n`)
    .join('');
  if (begun === '') return text;
  if (text.startsWith(begun)) return text.slice(begun.length);
  // Somebody else's, or of another version: it stays a line of its own.
  return `\n${text}`;
}
