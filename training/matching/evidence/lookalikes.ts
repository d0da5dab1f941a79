import type { EntryFacts } from '../../../src/domain/list-entry.ts';
import type { Random } from './random.ts';

const BEGINNING = 2;
const SHORTEST = 3;
/** Words that differ more in length hardly look alike. */
const MOST_LETTERS_MORE = 2;

/** Words of listed names, by the kind of their bearers, their place in the name and how they begin. */
export class Lookalikes {
  readonly #words = new Map<string, string[]>();

  add({ kind, names }: EntryFacts): void {
    for (const { full } of names) {
      const words = full.split(/\s+/);
      for (const [place, word] of words.entries()) {
        if (folded(word).length < SHORTEST) continue;
        const key = keyOf(kind, place, words);
        const known = this.#words.get(key);
        if (known) known.push(word);
        else this.#words.set(key, [word]);
      }
    }
  }

  /** The name with one word exchanged for another that begins as it does; undefined where none was drawn. */
  nameLike(words: readonly string[], kind: EntryFacts['kind'], random: Random): string | undefined {
    const place = random.below(words.length);
    const others = this.#words.get(keyOf(kind, place, words));
    if (!others) return undefined;
    const other = random.pick(others);
    const [here, there] = [folded(words[place]!), folded(other)];
    if (here === there || Math.abs(here.length - there.length) > MOST_LETTERS_MORE) return undefined;
    return words.with(place, other).join(' ');
  }
}

function keyOf(kind: string, place: number, words: readonly string[]): string {
  const where = place === 0 ? 'first' : place === words.length - 1 ? 'last' : 'between';
  return `${kind} ${where} ${folded(words[place]!).slice(0, BEGINNING)}`;
}

/** A name without marks, case and punctuation. */
export const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
