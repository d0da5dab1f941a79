import { write, writeSync } from 'node:fs';
import { printableJson } from './printable.ts';

/** Lines are written together: one write for each would cost more than the rest of a short answer. */
const FLUSH_LENGTH = 4096;
const FLUSH_MS = 250;
/** What may wait for a slow reader or a full disk, in characters; further lines are lost and counted. */
const MAX_WAITING = 16 * 1024 * 1024;
/** A stop waits so long for a reader of the log that is slow. */
const PATIENCE_MS = 1_000;

/**
 * Writes the log behind the event loop's back, so that a slow reader of it holds no request up. What cannot be written,
 * such as to a full disk, is tried again and never ends the service or keeps it from ending.
 */
export class LogOutput {
  readonly #file: number;
  #waiting: string[] = [];
  #length = 0;
  /** What is being written, or was not written to its end. */
  #chunk: Buffer | undefined;
  #writing = false;
  #lost = 0;
  /** Nobody reads any more. */
  #closed = false;
  #flushed: (() => void)[] = [];

  constructor(file: number) {
    this.#file = file;
    setInterval(() => this.#pump(), FLUSH_MS).unref();
    process.once('exit', () => this.#end());
  }

  write(line: string): void {
    if (this.#closed) return;
    if (this.#length + line.length > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    const shown = printableJson(line);
    this.#waiting.push(shown);
    this.#length += shown.length;
    if (this.#length >= FLUSH_LENGTH) this.#pump();
  }

  /** Calls `done` once everything is written, or cannot be written just now. */
  flush(done: () => void): void {
    const timer = setTimeout(() => this.#settle(), PATIENCE_MS);
    this.#flushed.push(() => {
      clearTimeout(timer);
      done();
    });
    this.#pump();
  }

  #pump(): void {
    if (this.#writing) return;
    const chunk = this.#next();
    if (!chunk) {
      this.#settle();
      return;
    }
    this.#writing = true;
    write(this.#file, chunk, 0, chunk.length, null, (error, written) => {
      this.#writing = false;
      if (error) return this.#failed(error);
      this.#chunk = written < chunk.length ? chunk.subarray(written) : undefined;
      if (this.#chunk || this.#flushed.length > 0 || this.#length >= FLUSH_LENGTH) this.#pump();
    });
  }

  #next(): Buffer | undefined {
    if (this.#chunk || this.#waiting.length === 0) return this.#chunk;
    const lost = this.#lost > 0 ? [lostLine(this.#lost)] : [];
    this.#chunk = Buffer.from([...this.#waiting, ...lost].join(''));
    this.#waiting = [];
    this.#length = 0;
    this.#lost = 0;
    return this.#chunk;
  }

  /** The next flush tries again. */
  #failed({ code }: NodeJS.ErrnoException): void {
    if (code === 'EAGAIN') return;
    if (code === 'EPIPE') {
      this.#closed = true;
      this.#chunk = undefined;
      this.#waiting = [];
    }
    this.#settle();
  }

  #settle(): void {
    for (const done of this.#flushed.splice(0)) done();
  }

  /** The process ends: what still waits is tried once. */
  #end(): void {
    try {
      for (let chunk = this.#next(); chunk; chunk = this.#next()) {
        const written = writeSync(this.#file, chunk);
        this.#chunk = written < chunk.length ? chunk.subarray(written) : undefined;
      }
    } catch {
      // There is nowhere left to say it.
    }
  }
}

function lostLine(lines: number): string {
  const entry = { level: 'warn', time: new Date().toISOString(), lines, msg: 'lines of the log were lost' };
  return `${JSON.stringify(entry)}\n`;
}
