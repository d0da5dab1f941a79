import type { RereadingReason } from '../types.ts';
import { holdersOf } from './holders.ts';
import { type Reader, withInitialsApart } from './joined-initials.ts';
import { type WithLetters, withLostLetters } from './lost-letters.ts';

/** Another text that a query may be meant as. */
export interface Rereading extends Partial<Pick<WithLetters, 'spellings'>> {
  readonly text: string;
  readonly reason: RereadingReason;
}

/**
 * What else a query may be meant as, beside what is written: each of several holders, its initials apart, letters for
 * question marks. Empty for nearly all queries.
 */
export function rereadingsOf(name: string, reader: Reader): Rereading[] {
  const holders = reader.isPerson ? holdersOf(name) : [];
  const found: Rereading[] = holders.map((text) => ({ text, reason: 'read-holder' }));
  return [...found, ...[name, ...holders].flatMap((text) => rereadingsOfOne(text, reader))];
}

function rereadingsOfOne(text: string, reader: Reader): Rereading[] {
  const found: Rereading[] = [];
  const letters = withLostLetters(text, reader);
  if (letters) found.push({ ...letters, reason: 'read-lost-letters' });
  const apart = reader.isPerson ? withInitialsApart(text, reader) : undefined;
  if (apart !== undefined) found.push({ text: apart, reason: 'read-initials' });
  return found;
}
