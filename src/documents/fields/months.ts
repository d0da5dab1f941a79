import { readTable } from '../../tables.ts';
import { fold } from './phrases.ts';

/** Names and abbreviations of months in the languages of documents, in capitals without marks. */
const MONTHS = new Map<string, number>();
for (const [month, word] of readTable('documents/months.tsv', ['month', 'word'])) MONTHS.set(word, Number(month));

/** What print readers take letters for: 0CT, 5EP. */
const MISREAD: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S' };

/**
 * The month, 1 to 12, that a word or two words of a bilingual document (`FEV/FEB`) name. Null where they name none, or
 * two.
 */
export function monthNamed(words: string): number | null {
  const parts = fold(words.replace(/[015]/g, (digit) => MISREAD[digit]!))
    .split(/[^A-Z]+/)
    .filter(Boolean);
  const found = new Set(parts.map(single).filter((month) => month !== null));
  return found.size === 1 ? [...found][0]! : null;
}

/** The month of one word. A letter may differ in long ones. */
function single(word: string): number | null {
  const exact = MONTHS.get(word);
  if (exact) return exact;
  if (word.length < 5) return null;
  for (const [name, month] of MONTHS) {
    if (name.length !== word.length) continue;
    let differing = 0;
    for (let at = 0; at < name.length; at++) if (name[at] !== word[at]) differing++;
    if (differing === 1) return month;
  }
  return null;
}
