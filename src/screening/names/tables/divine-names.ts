import { Recent } from '../../../recent.ts';
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

/** Whether two names of God are two, not two spellings of one: Abdulhakim and Abdulhalim are two men. */
export function isOtherDivineName(divine: string, other: string): boolean {
  // Egyptians say g for j.
  const keys = soundsOf(divine);
  return !soundsOf(other).some((key) => keys.includes(key));
}

const MAX_KNOWN = 1_000;
const sounds = new Recent<string, readonly string[]>(MAX_KNOWN);

const soundsOf = (name: string): readonly string[] =>
  sounds.get(name, () => [...phoneticKeys(name), ...phoneticKeys(name.replaceAll('g', 'j'))]);

/** Whether a folded token may stand after `Abd al-` in a compound name (Abd al-Rahman, Abdulaziz). */
export function isDivineName(text: string): boolean {
  return text.length > 2 && KEYS.has(phoneticKeys(text)[0] ?? '');
}
