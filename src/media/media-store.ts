import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { replaceFile, syncFolder } from '../durable-file.ts';
import { TouchstoneError } from '../errors.ts';
import { isMissing, makeDirectory } from '../file-failure.ts';
import { localFile } from '../watchlists/formats/list-file.ts';
import type { Article } from './article.ts';
import type { BarredNames } from './barring.ts';
import { DayEvents, type MediaEvent } from './events.ts';
import { linesOf } from './lines.ts';
import { dayOf, type Gap, type ListedFile } from './quarter-hours.ts';

/** What is known of the news as a whole. */
export interface MediaState {
  /** Stamps: the first file that was ever asked for, and the newest that the source had. */
  readonly since: string;
  readonly newest: string;
  /** ISO date-time of the last sync. */
  readonly checkedAt: string;
  /** ISO date-time at which the list of all files was last read. */
  readonly listedAt: string;
  /** Files that could not be had at the last try, by stamp. */
  readonly failed: Readonly<Record<string, string>>;
  /** Files that the source listed before it had them: the next sync asks again. */
  readonly awaited?: readonly ListedFile[];
  readonly gaps: readonly Gap[];
}

/** The head of a day's file. */
interface DayHead {
  /** Stamps of the files that are in it. */
  readonly files: readonly string[];
  readonly articles: number;
}

/** What is kept of one day. */
export interface DayCounts extends DayHead {
  readonly day: string;
  readonly bytes: number;
}

const EVENTS = 'events.jsonl.gz';
const STATE = 'state.json';
const QUARTER = /^(\d{14})\.jsonl\.gz$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
/** So many days before, an event may have begun that is told again. */
const EVENT_DAYS = 3;

/**
 * The news on disk. `<root>/<day>/<stamp>.jsonl.gz` are articles of one file, and `<root>/<day>/events.jsonl.gz` the
 * day's events. A file's articles go into the events and are removed then. Each file is there whole or not at all, and
 * the events say which files are in them. So a stop at any moment loses nothing and counts nothing twice.
 */
export class MediaStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Keeps the articles of one file, which then counts as had. */
  async keepFile(stamp: string, articles: readonly Article[]): Promise<void> {
    const folder = join(this.root, dayOf(stamp));
    await makeDirectory(folder);
    await this.#write(join(folder, `${stamp}.jsonl.gz`), articles);
    await syncFolder(folder);
  }

  /** Stamps of all files that were had, by what the days say. */
  async stamps(): Promise<Set<string>> {
    const stamps = new Set<string>();
    for (const day of await this.days()) {
      for (const stamp of (await this.#head(day))?.files ?? []) stamps.add(stamp);
      for (const stamp of await this.#quarters(day)) stamps.add(stamp);
    }
    return stamps;
  }

  /** `YYYY-MM-DD`, in order. */
  async days(): Promise<string[]> {
    const found = await readdir(this.root).catch(missing);
    return (found ?? []).filter(isDay).sort();
  }

  /** Puts the articles of files that came since into the events of each day, and removes them as files. */
  async gatherEvents(barred: BarredNames): Promise<void> {
    for (const day of await this.days()) {
      const waiting = await this.#quarters(day);
      if (waiting.length > 0) await this.#gather(day, waiting, barred);
    }
  }

  /** Takes names out of the events of a day. */
  async removeNames(day: string, barred: BarredNames): Promise<void> {
    const head = await this.#head(day);
    const events: MediaEvent[] = [];
    for await (const event of this.events(day)) events.push(barred.without(event));
    if (head) await this.#write(this.eventsFile(day), [head, ...events]);
  }

  async countsOf(day: string): Promise<DayCounts> {
    const { files, articles } = (await this.#head(day)) ?? { files: [], articles: 0 };
    const names = await readdir(join(this.root, day));
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(this.root, day, name))).size));
    return { day, files, articles, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  /** What a day's events are known by: it changes with them. Undefined where they were not gathered yet. */
  async eventsState(day: string): Promise<string | undefined> {
    const file = await stat(this.eventsFile(day)).catch(missing);
    return file && `${file.size} ${Math.round(file.mtimeMs)}`;
  }

  /** Where the events of a day lie. */
  eventsFile(day: string): string {
    return join(this.root, day, EVENTS);
  }

  /** The events of a day. Throws `damaged` where the file is not as it was written. */
  async *events(day: string): AsyncIterable<MediaEvent> {
    let isHead = true;
    for await (const value of this.#lines(this.eventsFile(day))) {
      if (!isHead) yield value as MediaEvent;
      isHead = false;
    }
  }

  /** Removes days before `day`. */
  async removeBefore(day: string): Promise<number> {
    const old = (await this.days()).filter((one) => one < day);
    for (const one of old) await this.removeDay(one);
    return old.length;
  }

  async removeDay(day: string): Promise<void> {
    await rm(join(this.root, day), { recursive: true, force: true });
  }

  /** Makes a day's events those of a file that another node gathered. */
  async keepEvents(day: string, file: Uint8Array): Promise<void> {
    await makeDirectory(join(this.root, day));
    await replaceFile(this.eventsFile(day), file);
    await syncFolder(join(this.root, day));
  }

  /** Undefined before the first sync. Throws `damaged`. */
  async state(): Promise<MediaState | undefined> {
    const path = join(this.root, STATE);
    const text = await readFile(path, 'utf8').catch(missing);
    try {
      return text === undefined ? undefined : (JSON.parse(text) as MediaState);
    } catch (cause) {
      throw damaged(path, cause);
    }
  }

  async keepState(state: MediaState): Promise<void> {
    await makeDirectory(this.root);
    await replaceFile(join(this.root, STATE), JSON.stringify(state, null, 2));
    await syncFolder(this.root);
  }

  async #gather(day: string, waiting: readonly string[], barred: BarredNames): Promise<void> {
    const head = (await this.#head(day)) ?? { files: [], articles: 0 };
    const events = new DayEvents(day, await this.#eventsBefore(day));
    for await (const event of this.events(day)) events.keep(event);
    let added = 0;
    for (const stamp of waiting) {
      if (head.files.includes(stamp)) continue;
      for await (const article of this.#lines(join(this.root, day, `${stamp}.jsonl.gz`))) {
        added += 1;
        const kept = barred.articleWithout(article as Article);
        if (kept) events.add(kept);
      }
    }
    const files = [...new Set([...head.files, ...waiting])].sort();
    const newHead: DayHead = { files, articles: head.articles + added };
    await this.#write(join(this.root, day, EVENTS), [newHead, ...events.events]);
    for (const stamp of waiting) await rm(join(this.root, day, `${stamp}.jsonl.gz`), { force: true });
    await syncFolder(join(this.root, day));
  }

  async #eventsBefore(day: string): Promise<Pick<MediaEvent, 'id' | 'core'>[]> {
    const earlier: Pick<MediaEvent, 'id' | 'core'>[] = [];
    for (let back = EVENT_DAYS; back > 0; back -= 1) {
      const before = new Date(Date.parse(day) - back * DAY_MS).toISOString().slice(0, 10);
      for await (const { id, core } of this.events(before)) earlier.push({ id, core });
    }
    return earlier;
  }

  async #quarters(day: string): Promise<string[]> {
    const names = await readdir(join(this.root, day));
    return names.flatMap((name) => QUARTER.exec(name)?.[1] ?? []).sort();
  }

  async #head(day: string): Promise<DayHead | undefined> {
    for await (const head of this.#lines(this.eventsFile(day))) return head as DayHead;
    return undefined;
  }

  async #write(path: string, values: readonly unknown[]): Promise<void> {
    await replaceFile(path, await packed(values));
  }

  /** Nothing where there is no file. */
  async *#lines(path: string): AsyncIterable<unknown> {
    if (!(await stat(path).catch(missing))) return;
    try {
      for await (const line of linesOf(localFile(path))) yield JSON.parse(line!);
    } catch (cause) {
      throw damaged(path, cause);
    }
  }
}

/** Whether it is a day as the folders of the store are called. */
export const isDay = (text: string): boolean => DAY.test(text);

/** A line of JSON for each. The text of a day is large, so it is never whole in memory. */
async function packed(values: readonly unknown[]): Promise<Buffer> {
  const lines = function* () {
    for (const value of values) yield `${JSON.stringify(value)}\n`;
  };
  return buffer(Readable.from(lines()).pipe(createGzip()));
}

function damaged(path: string, cause: unknown): TouchstoneError {
  return new TouchstoneError('damaged', `${path} is damaged. Remove its folder, and sync again.`, { cause });
}

function missing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}
