import anyAscii from 'any-ascii';

/** Entities whose names share words or pieces of words with a query, in Latin letters, the likeliest first. */
export class Overlap {
  readonly #postings = new Map<string, number[]>();
  readonly #owners: number[] = [];
  readonly #lengths: number[] = [];

  /** `names[i]` are the names of entity `i`. */
  constructor(names: readonly (readonly string[])[]) {
    for (const [entity, ofEntity] of names.entries()) {
      for (const name of new Set(ofEntity)) this.#add(entity, features(name));
    }
    for (const [name, length] of this.#lengths.entries()) this.#lengths[name] = Math.sqrt(Math.max(1, length));
  }

  /** At most `limit` numbers of entities. */
  nearest(query: string, limit: number): number[] {
    const shared = new Map<number, number>();
    for (const feature of features(query)) {
      const names = this.#postings.get(feature) ?? [];
      const rarity = Math.log(1 + this.#owners.length / (1 + names.length));
      for (const name of names) shared.set(name, (shared.get(name) ?? 0) + rarity);
    }
    const best = new Map<number, number>();
    for (const [name, weight] of shared) {
      const entity = this.#owners[name]!;
      best.set(entity, Math.max(best.get(entity) ?? 0, weight / this.#lengths[name]!));
    }
    return [...best]
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([entity]) => entity);
  }

  #add(entity: number, found: ReadonlySet<string>): void {
    const name = this.#owners.push(entity) - 1;
    this.#lengths.push(found.size);
    for (const feature of found) {
      const posting = this.#postings.get(feature);
      if (posting) posting.push(name);
      else this.#postings.set(feature, [name]);
    }
  }
}

/** Whole words and their runs of three letters, the ends marked. */
function features(name: string): Set<string> {
  const found = new Set<string>();
  for (const word of anyAscii(name)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []) {
    found.add(word);
    const marked = `^${word}$`;
    for (let start = 0; start + 3 <= marked.length; start++) found.add(marked.slice(start, start + 3));
  }
  return found;
}
