import { TouchstoneError } from '../../errors.ts';
import { type CodeOf, say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';

const MIB = 2 ** 20;

/*
 * What the readers of lists take at most. Official lists stay far below: their longest text has 40 thousand characters,
 * their largest entry 200 KiB. A file beyond a bound is refused with a sentence before it takes memory or time.
 */

/** Characters of one text, and of whatever else does not end: a tag, a comment, a line of blanks. */
export const MAX_TEXT = MIB;
/** Characters of one entry: an XML record, or a line of JSON. */
export const MAX_ENTRY = 16 * MIB;
/** Elements, or values of JSON, in one entry: empty ones take far more memory than characters. */
export const MAX_PARTS = 250_000;
export const MAX_DEPTH = 200;
/** Names that the elements and attributes of one file have. */
export const MAX_NAMES = 10_000;
/** Lines, elements or texts of one file, blank ones as well: each takes its time. */
export const MAX_ITEMS = 10_000_000;
/** Characters and values of a file of JSON that is read as one value. */
export const MAX_JSON = 48 * MIB;
export const MAX_JSON_VALUES = 3_000_000;

/** What a list may have over all its files; far more than the list has now. */
export interface ListSize {
  /** Bytes of its files, unpacked. */
  readonly unpacked: number;
  readonly entries: number;
  /** Bytes of its entries as they are stored. */
  readonly stored: number;
}

const USUAL: ListSize = { unpacked: 512 * MIB, entries: 150_000, stored: 128 * MIB };
const LARGE: ListSize = { unpacked: 2048 * MIB, entries: 3_000_000, stored: 2048 * MIB };

export function sizeLimits({ large }: { readonly large?: true }): ListSize {
  return large ? LARGE : USUAL;
}

/** The refusal of a file beyond a bound. `most` is the bound, in MiB where it is one of size. */
export function beyond(
  { name: file }: Pick<ListFile, 'name'>,
  place: { readonly line: number } | 'whole',
  bound: CodeOf<'list-bound'>,
  most: number,
): TouchstoneError {
  const what = say(`list-bound.${bound}`, { most: most >= MIB && most % MIB === 0 ? most / MIB : most });
  if (place === 'whole') return new TouchstoneError('list-unusable', say('list-file.too-much', { file, what }));
  const values = { file, line: place.line, what };
  return new TouchstoneError('list-unusable', say('list-file.too-much-in-line', values));
}
