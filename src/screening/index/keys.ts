import { Recent } from '../../recent.ts';

/*
 * Keys under which a text of the dictionary is found: the text, its remainders after deletions, its phonetic keys and
 * its consonant skeleton. The remainders follow the symmetric delete method: two texts within k edits share a remainder
 * after at most k deletions on each side. All keys are hashed into one table, with a salt for each kind.
 */

export const EXACT = 0x1b873593;
const REMAINDER = 0x2545f491;
export const PHONETIC = 0x3c6ef372;
export const SKELETON = 0x510e527f;
export const EQUIVALENT = 0x6a09e667;
const NEAR_SOUND = 0x1f83d9ab;
const BEGINNING = 0x5be0cd19;
/** Not of a text, but of an entry's key. */
export const ENTRY = 0x9b05688c;
/** Of a name's letters. */
export const LETTERS = 0x5851f42d;
/** Of a document's number. */
export const NUMBER = 0x5bd1e995;

/** Deletions look at so many letters from the beginning; what comes later is compared when a candidate is verified. */
const PREFIX = 7;
const MIN_WITH_DELETION_LENGTH = 3;
const MIN_WITH_TWO_LENGTH = 7;
/** Remainders of less than two letters would gather half of the dictionary. */
const MIN_REMAINDER_LENGTH = 2;

export function hashText(text: string, salt: number): number {
  let hash = salt;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return finish(hash);
}

/** The hashes (`hashText`) of the beginnings of a text, by their length. */
export function hashesOfBeginnings(text: string, salt: number): Uint32Array {
  const hashes = new Uint32Array(text.length + 1);
  let hash = salt;
  hashes[0] = finish(hash);
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hashes[index + 1] = finish(hash);
  }
  return hashes;
}

/** Adds the hashes of what remains of the text after up to one or, for longer texts, two deletions. */
export function remainderHashes(text: string, into: number[]): void {
  const length = Math.min(text.length, PREFIX);
  into.push(remainder(text, length, -1, -1));
  if (text.length < MIN_WITH_DELETION_LENGTH || length - 1 < MIN_REMAINDER_LENGTH) return;
  const two = text.length >= MIN_WITH_TWO_LENGTH;
  for (let first = 0; first < length; first++) {
    // Deleting any letter of a run leaves the same remainder.
    if (first > 0 && text.charCodeAt(first) === text.charCodeAt(first - 1)) continue;
    into.push(remainder(text, length, first, -1));
    if (!two) continue;
    for (let second = first + 1; second < length; second++) into.push(remainder(text, length, first, second));
  }
}

/** Consonants of which one may be missing: three have to be left. */
const MIN_NEAR_LENGTH = 4;

/** How a key shows that the name begins with a vowel. */
const VOWEL = 'a';

/**
 * Adds the hashes of a phonetic key's remainders after no deletion and after one: of a first vowel (Stuart, استوارت) or
 * of a consonant inside. Two names share a remainder where one has an extra consonant or a different one (Murkowski and
 * مارکوزکی). A consonant at either end finds hardly a name more, and a third more to compare.
 */
export function nearSoundHashes(key: string, into: number[]): void {
  if (key.length < MIN_REMAINDER_LENGTH) return;
  into.push(hashText(key, NEAR_SOUND));
  if (key.length < MIN_NEAR_LENGTH) return;
  const first = key.startsWith(VOWEL) ? 0 : 1;
  for (let at = first; at < key.length - 1; at++) {
    // Deleting any letter of a run leaves the same remainder.
    if (at === first || key[at] !== key[at - 1]) into.push(hashText(key.slice(0, at) + key.slice(at + 1), NEAR_SOUND));
  }
}

/** Letters of a short form (`Niko` for `Nikolaus`), and how many it leaves out at least. */
export const MIN_FORM_LENGTH = 3;
export const MAX_FORM_LENGTH = 5;
const MIN_LEFT_OUT = 2;

/** Ends of names that are made from another person's: Ivanov and Ivanovich are not Ivan, but his children. */
const DESCENDED =
  /(?:ich|[oe]vic|[ou]vna|evna|ov|ev|ova|eva|enko|s[eo]n|zad[ea]h?|oglu|sk[iy]|ska|skaya|wicz|shvili|adze)$/;

/** The beginnings of a text that may stand for it. */
export function shortForms(text: string): string[] {
  if (DESCENDED.test(text)) return [];
  const forms: string[] = [];
  const longest = Math.min(MAX_FORM_LENGTH, text.length - MIN_LEFT_OUT);
  for (let length = MIN_FORM_LENGTH; length <= longest; length++) forms.push(text.slice(0, length));
  return forms;
}

export const isShortForm = (form: string, text: string): boolean =>
  form.length >= MIN_FORM_LENGTH &&
  form.length <= MAX_FORM_LENGTH &&
  text.length - form.length >= MIN_LEFT_OUT &&
  text.startsWith(form) &&
  !DESCENDED.test(text);

/** Under which the texts that begin so are found. */
export const beginningHash = (form: string): number => hashText(form, BEGINNING);

function remainder(text: string, length: number, first: number, second: number): number {
  let hash = REMAINDER;
  for (let index = 0; index < length; index++) {
    if (index !== first && index !== second) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return finish(hash);
}

/** Mixes the bits, so that the upper ones can choose a bucket (the finaliser of MurmurHash3). */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Sorted by bucket (the upper bits of a hash). Within a bucket the lower eight bits of the hash distinguish entries.
 */
export interface KeyTable {
  readonly starts: Uint32Array;
  readonly fragments: Uint8Array;
  readonly ids: Uint32Array;
}

const PAIRS_A_BUCKET = 4;
const MAX_BUCKET_BITS = 24;

/**
 * The table has place for millions of pairs: in the order given, each would be written far from the one before. They
 * are put apart by the upper bits of their hashes first, so that what is written next is near.
 */
export function buildKeyTable(allHashes: Uint32Array, allIds: Uint32Array): KeyTable {
  const { hashes, ids } = partitioned(allHashes, allIds);
  const wanted = Math.ceil(Math.log2(Math.max(2, hashes.length / PAIRS_A_BUCKET)));
  const bits = Math.min(MAX_BUCKET_BITS, wanted);
  const shift = 32 - bits;
  const starts = new Uint32Array((1 << bits) + 1);
  // The iterator of an array would make an object for each of millions of numbers.
  for (let index = 0; index < hashes.length; index++) starts[(hashes[index]! >>> shift) + 1]!++;
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket]! += starts[bucket - 1]!;
  const next = starts.slice();
  const fragments = new Uint8Array(hashes.length);
  const sorted = new Uint32Array(hashes.length);
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index]!;
    const place = next[hash >>> shift]!++;
    fragments[place] = hash & 0xff;
    sorted[place] = ids[index]!;
  }
  return { starts, fragments, ids: sorted };
}

const PARTITION_BITS = 8;

/** The pairs by the upper bits of their hashes; those of one partition in the order given. */
function partitioned(hashes: Uint32Array, ids: Uint32Array): { hashes: Uint32Array; ids: Uint32Array } {
  const next = new Uint32Array((1 << PARTITION_BITS) + 1);
  const shift = 32 - PARTITION_BITS;
  for (let index = 0; index < hashes.length; index++) next[(hashes[index]! >>> shift) + 1]!++;
  for (let partition = 1; partition < next.length; partition++) next[partition]! += next[partition - 1]!;
  const parted = { hashes: new Uint32Array(hashes.length), ids: new Uint32Array(ids.length) };
  for (let index = 0; index < hashes.length; index++) {
    const hash = hashes[index]!;
    const place = next[hash >>> shift]!++;
    parted.hashes[place] = hash;
    parted.ids[place] = ids[index]!;
  }
  return parted;
}

/** Calls back with every id under the hash, and with few others: the caller verifies. At most `most` ids. */
export function lookUp(table: KeyTable, hash: number, most: number, found: (id: number) => void): void {
  const { starts, fragments, ids } = table;
  const bucket = bucketOf(hash, starts);
  const fragment = hash & 0xff;
  const end = starts[bucket + 1]!;
  let left = most;
  for (let place = starts[bucket]!; place < end; place++) {
    if (fragments[place] !== fragment) continue;
    found(ids[place]!);
    if (--left === 0) return;
  }
}

/** By the upper bits of the hash. There is a power of two of buckets, and `starts` has one more. */
export function bucketOf(hash: number, starts: Uint32Array): number {
  return hash >>> (Math.clz32(starts.length - 1) + 1);
}

const PLAIN_SURFACE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** A name as it is written, but for case, punctuation and white space: equal surfaces are the same name. */
export function surfaceOf(name: string): string {
  // Most names are ASCII words with single spaces, which need no normalisation.
  if (PLAIN_SURFACE.test(name)) return name.toLowerCase();
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export function surfaceHash(name: string): number {
  return hashText(surfaceOf(name), EXACT);
}

/** The readings of a query are of few names, in each index. */
const asked = new Recent<string, number>(64);

/** The same of a query, or another name that it may be. */
export function surfaceHashOfAsked(name: string): number {
  return asked.get(name, surfaceHash);
}
