import { groupBy, numbersTo } from './number-list.ts';
import { INITIAL, LEGAL_FORM } from './weigh.ts';

/**
 * An order of the forms: those with the same commonest word stand together, sorted by their second commonest word. What
 * a search reads is then mostly near what it read last (Blandford and Blelloch 2002, on the order of documents). Forms
 * with the same two words keep their order.
 */
export function arrangement(slotStarts: Uint32Array, slots: Uint32Array, wordRole: Uint32Array): Uint32Array {
  const words = wordRole.length;
  const counts = new Uint32Array(words);
  for (let slot = 0; slot < slots.length; slot++) {
    const word = slots[slot]!;
    if (wordRole[word] !== INITIAL && wordRole[word] !== LEGAL_FORM) counts[word]!++;
  }
  const forms = slotStarts.length - 1;
  const commonest = new Uint32Array(forms);
  const next = new Uint32Array(forms);
  const isCommoner = (word: number, than: number) => than === words || counts[word]! > counts[than]!;
  for (let form = 0; form < forms; form++) {
    let first = words;
    let second = words;
    for (let slot = slotStarts[form]!; slot < slotStarts[form + 1]!; slot++) {
      const word = slots[slot]!;
      if (isCommoner(word, first)) {
        second = first;
        first = word;
      } else if (word !== first && isCommoner(word, second)) second = word;
    }
    commonest[form] = first;
    next[form] = second;
  }
  const byNext = groupBy(next, numbersTo(forms), words + 1).values;
  const owners = byNext.map((form) => commonest[form]!);
  return groupBy(owners, byNext, words + 1).values;
}

/** The places of equal keys together, in the order of the keys; those of one key in their own order. */
export function byGroup(keys: readonly string[]): Uint32Array {
  const groups = new Map([...new Set(keys)].sort().map((key, group) => [key, group]));
  const owners = Uint32Array.from(keys, (key) => groups.get(key)!);
  return groupBy(owners, numbersTo(keys.length), groups.size).values;
}
