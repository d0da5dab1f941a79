import { readTable } from '../../../tables.ts';

const NAMES: ReadonlyMap<string, string> = new Map(readTable('names/short-given-names.tsv', ['short', 'name']));

/** The given name that a folded word is written short for (Wm., Chas.), else `undefined`. */
export const writtenShort = (text: string): string | undefined => NAMES.get(text);
