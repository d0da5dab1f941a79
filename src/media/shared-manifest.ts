import { TouchstoneError } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { isDay, type MediaState } from './media-store.ts';
import { MEDIA_SOURCES, type MediaSource } from './news-folder.ts';
import { isStamp } from './quarter-hours.ts';

/** The day files that are there, and what each is checked by. */
export interface SharedSource {
  readonly state: MediaState | null;
  /** By day, the SHA-256 of its file. */
  readonly days: Readonly<Record<string, string>>;
}

export type SharedManifest = Readonly<Partial<Record<MediaSource, SharedSource>>>;

/** Where the bucket says which files count. */
export const MANIFEST = 'media/news.json';
const HASH = /^[0-9a-f]{64}$/;

/**
 * The description of the shared news. Days, hashes and stamps in it become paths and addresses. Whoever may write to
 * the bucket could have written it, so each must have its form. Throws `damaged` for any other.
 */
export function readSharedManifest(text: string): SharedManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {}
  const isRight = isObject(manifest) && MEDIA_SOURCES.every((source) => isShared(manifest[source], source));
  if (isRight) return manifest as SharedManifest;
  throw new TouchstoneError('damaged', `The object ${MANIFEST} of the object store is not what was shared.`);
}

function isShared(shared: unknown, source: MediaSource): boolean {
  if (shared === undefined) return true;
  if (!isObject(shared) || !isObject(shared.days)) return false;
  const isFile = ([day, sha256]: [string, unknown]) => isDay(day) && typeof sha256 === 'string' && HASH.test(sha256);
  if (!Object.entries(shared.days).every(isFile)) return false;
  return shared.state === null || (isObject(shared.state) && hasStamps(shared.state, source));
}

/** Feeds are known by their addresses, and have no list of files. */
function hasStamps({ since, newest, failed, awaited = [], gaps }: JsonObject, source: MediaSource): boolean {
  const inLists = [awaited, gaps].every((list) => Array.isArray(list) && list.every(isObject));
  if (!inLists || !isObject(failed) || ![since, newest].every(isStamp)) return false;
  const stamps = (awaited as JsonObject[])
    .map(({ stamp }) => stamp)
    .concat(source === 'feeds' ? [] : Object.keys(failed));
  return stamps.every(isStamp);
}
