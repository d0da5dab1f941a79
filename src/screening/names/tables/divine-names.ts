import { readTable } from '../../../tables.ts';
import { phoneticKeys } from '../phonetic.ts';

const KEYS = new Set(readTable('names/divine-names.tsv', ['name']).map(([name]) => phoneticKeys(name)[0]!));

/** How compounds with Abd al- begin in the index. */
export const SERVANT = 'abdul';
/** How others write it: Abdukadir, Abdelkader. */
const WRITTEN_SERVANT = /^abd(?:[aeu]l|u)(?=.{3})/;

/** The name of God in `abdulrahman` or `rahman`; undefined in other names. */
export function divineName(text: string): string | undefined {
  const bare = text.replace(WRITTEN_SERVANT, '');
  return isDivineName(bare) ? bare : undefined;
}

/** Whether two names of God, given how they sound, are two and not one: Abdulhakim and Abdulhalim are two men. */
export function areOtherDivineNames(one: readonly string[], other: readonly string[]): boolean {
  return !other.some((key) => one.includes(key));
}

/** How a name of God sounds. Egyptians say g for j. */
export function divineSounds(name: string): readonly string[] {
  return [...phoneticKeys(name), ...phoneticKeys(name.replaceAll('g', 'j'))];
}

/** Whether a folded token may stand after `Abd al-` in a compound name (Abd al-Rahman, Abdulaziz). */
export function isDivineName(text: string): boolean {
  return text.length > 2 && KEYS.has(phoneticKeys(text)[0] ?? '');
}
