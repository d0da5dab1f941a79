/** What stands between two names of one person or organisation. */
const BETWEEN = String.raw`a\.k\.a\.?|a/k/a|aka|also known as|alias|f\.k\.a\.?|f/k/a|fka|formerly known as|@`;
const WRITTEN_SMALL = new RegExp(String.raw`(?:^|\s+)(?:${BETWEEN})\s+`, 'u');
/** In capital letters `AKA` and `ALIAS` may be names of people. */
const IN_CAPITALS = new RegExp(String.raw`\s+(?:${BETWEEN.toUpperCase()})\s+`, 'u');
const TWO_WORDS = /\S\s+\S/;

/**
 * The names that a query gives together (`A alias B`, `A a.k.a. B`), then all their words as one name. Empty where it
 * gives one name.
 */
export function namesTogether(query: string): readonly string[] {
  const small = partsOf(query, WRITTEN_SMALL);
  const parts = small.length > 0 ? small : partsOf(query, IN_CAPITALS).filter((part) => TWO_WORDS.test(part));
  return parts.length > 1 ? [...parts, parts.join(' ')] : small;
}

/** Empty where nothing cuts the query. */
function partsOf(query: string, between: RegExp): string[] {
  const parts = query.split(between).map((part) => part.trim());
  return parts.length > 1 ? parts.filter((part) => part !== '') : [];
}
