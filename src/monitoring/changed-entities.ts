import type { SnapshotEntity } from '../domain/snapshot.ts';
import type { Engine } from '../screening/engine.ts';
import { smallIndex } from '../screening/index/small-index.ts';
import type { IndexView } from '../screening/index/view.ts';
import { askedNumbers } from '../screening/numbers/number-evidence.ts';
import type { Query } from '../screening/query.ts';
import { askedOf } from '../screening/query-readings.ts';
import { Searcher } from '../screening/search.ts';
import { FirstLook } from './first-look.ts';

/**
 * A small index knows fewer words like a query's than the whole one. What they have in common therefore seems rarer
 * there, and a score higher. It can be lower where the query's other words seem rarer too: by less than this.
 */
const SLACK = 8;
/** Below this, words in common are no condition of a match. */
const LEAST_SCORE = 30;

/**
 * A few entities of a snapshot as an index of their own. It tells for which queries a search of the whole snapshot can
 * find one of them, and is a fraction of its work. How rare words are is taken from the whole snapshot.
 */
export class ChangedEntities {
  readonly #engine: Engine;
  readonly #searcher: Searcher;
  readonly #firstLook: FirstLook;
  readonly #view: IndexView;

  constructor(engine: Engine, entities: Iterable<SnapshotEntity>) {
    this.#engine = engine;
    const view = smallIndex(entities, (text) => engine.rarity(text));
    this.#view = view;
    this.#searcher = new Searcher(view);
    this.#firstLook = new FirstLook(view, this.#searcher.finder);
  }

  /** Whether one of them may match; where not, no search of the whole snapshot finds one. Throws as a search does. */
  mayMatch(query: Query): boolean {
    const numbers = askedNumbers(query);
    if (numbers.some(({ number }) => this.#view.entitiesWithNumber(number).length > 0)) return true;
    const minScore = query.minScore - SLACK;
    if (minScore < LEAST_SCORE) return true;
    const rarityOf = (text: string) => this.#engine.rarity(text);
    const { asked } = askedOf(query, rarityOf);
    const inCommon = this.#firstLook.inCommon(asked.readings);
    if (inCommon === 'nothing') return false;
    const apart = inCommon === 'words';
    const { candidates } = this.#searcher.search({ ...asked, minScore, rarityOf, apart });
    return candidates.length > 0;
  }
}
