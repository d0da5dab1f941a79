/** How alike two words are by their letters, 0 to 1: pairs of neighbouring letters they share (Dice). */
export function alike(one: string, other: string): number {
  if (one.length < 3 || other.length < 3) return one === other ? 1 : 0;
  const own = pairsOf(one);
  const others = pairsOf(other);
  let shared = 0;
  for (const pair of own) if (others.has(pair)) shared++;
  return (2 * shared) / (own.size + others.size);
}

const remembered = new Map<string, ReadonlySet<string>>();

function pairsOf(word: string): ReadonlySet<string> {
  const known = remembered.get(word);
  if (known) return known;
  const pairs = new Set<string>();
  const edged = `^${word}`;
  for (let at = 0; at + 2 <= edged.length; at++) pairs.add(edged.slice(at, at + 2));
  remembered.set(word, pairs);
  return pairs;
}
