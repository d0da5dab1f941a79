/** What stands between two names of one person or organisation. */
const BETWEEN = String.raw`a\.k\.a\.?|a/k/a|aka|also known as|alias|f\.k\.a\.?|f/k/a|fka|formerly known as|@`;
const WRITTEN_SMALL = new RegExp(String.raw`(?:^|\s+)(?:${BETWEEN})\s+`, 'u');
/** In capital letters `AKA` and `ALIAS` may be names of people. */
const IN_CAPITALS = new RegExp(String.raw`\s+(?:${BETWEEN.toUpperCase()})\s+`, 'u');
const TWO_WORDS = /\S\s+\S/;

/** A nickname in quotation marks. Single ones may be Arabic letters, above all at the beginning: 'Abdallah Rabi'. */
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”«»]|(?<=\s)['‘’]([^'‘’]+)['’](?=\s|$)/u;

/**
 * The names that a query gives together (`A alias B`, `A a.k.a. B`), then all their words as one name. Empty where it
 * gives one name.
 */
export function namesTogether(query: string): readonly string[] {
  const small = partsOf(query, WRITTEN_SMALL);
  const parts = small.length > 0 ? small : partsOf(query, IN_CAPITALS).filter((part) => TWO_WORDS.test(part));
  return parts.length > 1 ? [...parts, parts.join(' ')] : small;
}

/**
 * A person's name without the nickname that it has in quotation marks, and both as one name. Of a name that is one word
 * without it, a nickname of several words. Empty where nothing stands in quotation marks.
 */
export function namesBesideNickname(query: string): readonly string[] {
  const found = QUOTED.exec(query);
  if (!found) return [];
  const nickname = (found[1] ?? found[2])!.trim();
  const name = query.replace(found[0], ' ').replace(/\s+/gu, ' ').trim();
  const alone = [name, nickname].find((one) => TWO_WORDS.test(one));
  return alone === undefined ? [query] : [alone, query];
}

/** Empty where nothing cuts the query. */
function partsOf(query: string, between: RegExp): string[] {
  const parts = query.split(between).map((part) => part.trim());
  return parts.length > 1 ? parts.filter((part) => part !== '') : [];
}
