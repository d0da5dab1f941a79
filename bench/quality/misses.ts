import type { EntityType } from '../../src/domain/entity-type.ts';
import type { Explanation } from '../../src/domain/match.ts';
import type { Engine } from '../../src/screening/engine.ts';
import { analyseName } from '../../src/screening/names/analyse.ts';
import { readEntities } from './index.ts';
import { type RetrievalFigures, THRESHOLD } from './measure.ts';
import type { RetrievalSet } from './sets.ts';

/** Why the true entry of a query was missed, by the name of it that is most like the query. */
export interface MissKinds {
  /** No word of any of its names is like one of the query's, in spelling or in sound. */
  readonly nothing: number;
  /** All that they share is initials, legal forms, titles and words that many entries of the list have. */
  readonly commonOnly: number;
  /** Compared by itself, the name is less than ten points under the threshold. */
  readonly near: number;
  /** Compared by itself, it reaches the threshold: a weak alias, or one that the search did not reach. */
  readonly reaching: number;
  readonly rest: number;
}

const NEAR = THRESHOLD - 10;
/** Share of a list's entries from which a word is common. */
const COMMON = 0.005;
/** Words less similar than this resemble each other by chance. */
const ALIKE = 0.68;

export async function missKinds(set: RetrievalSet, figures: RetrievalFigures, engine: Engine): Promise<MissKinds> {
  const { names, entriesWith } = await namesOf(set);
  const common = Math.max(2, COMMON * names.size);
  const isCommon = (text: string) => (entriesWith.get(text) ?? 0) >= common;
  const kinds = { nothing: 0, commonOnly: 0, near: 0, reaching: 0, rest: 0 };
  for (const { query } of figures.misses) {
    const compared = [...query.truth]
      .flatMap((entry) => names.get(entry) ?? [])
      .map((name) => engine.compare(query.name, name, query.entityType));
    const best = Math.max(0, ...compared.map(({ score }) => score));
    const shared = compared.flatMap(({ explanation }) => sharedWords(explanation, query.entityType));
    if (best >= THRESHOLD) kinds.reaching++;
    else if (best >= NEAR) kinds.near++;
    else if (compared.every(({ explanation }) => explanation.pairs.every(({ similarity }) => similarity < ALIKE)))
      kinds.nothing++;
    else if (shared.every(isCommon)) kinds.commonOnly++;
    else kinds.rest++;
  }
  return kinds;
}

/** The names of a list's entries, and in how many entries each word stands. */
async function namesOf({ lists }: RetrievalSet) {
  const names = new Map<string, string[]>();
  const entriesWith = new Map<string, number>();
  for (const { source, paths } of lists) {
    for (const { entries } of await readEntities(source, paths)) {
      for (const entry of entries) {
        const own = entry.names.map(({ full }) => full);
        names.set(`${source}:${entry.id}`, own);
        const kind = entry.kind === 'person' ? 'person' : 'organization';
        const words = new Set(own.flatMap((name) => meaningful(name, kind)));
        for (const word of words) entriesWith.set(word, (entriesWith.get(word) ?? 0) + 1);
      }
    }
  }
  return { names, entriesWith };
}

/** Words of the entry that pair with a word of the query, but for initials, legal forms and titles. */
function sharedWords({ pairs }: Explanation, entityType: EntityType): string[] {
  const kind = entityType === 'Individual' ? 'person' : 'organization';
  return pairs
    .filter(({ similarity, evidence }) => similarity >= ALIKE && evidence !== 'initial' && evidence !== 'legal-form')
    .flatMap(({ entry }) => meaningful(entry, kind));
}

function meaningful(name: string, kind: 'person' | 'organization'): string[] {
  const tokens = analyseName(name, kind).readings[0]?.tokens ?? [];
  return tokens.filter(({ role }) => role === 'word' || role === 'generic' || role === 'body').map(({ text }) => text);
}
