import { bestFirst, type EvidencedMatch } from '../../domain/match.ts';
import { type AskedWords, Engine, type EntitiesWithWords } from '../engine.ts';
import type { Query } from '../query.ts';
import type { SearchResult } from '../search-result.ts';
import { bytesOf, dayNumber, type Overlay, type Part } from './part.ts';

/** What a thread keeps open: bytes of the parts that were searched last, and how many. */
const MAX_OPEN_BYTES = 64 * 2 ** 20;
const MAX_OPEN = 24;

interface OpenPart {
  readonly engine: Engine;
  readonly bytes: number;
  gone: Uint8Array | undefined;
}

/** The parts beside one snapshot that a thread searched last, ready to be searched again. */
export class PartsBeside {
  readonly #world: Engine;
  readonly #open = new Map<number, OpenPart>();
  #bytes = 0;

  constructor(world: Engine) {
    this.#world = world;
  }

  /** How many parts are ready to be searched. */
  get openParts(): number {
    return this.#open.size;
  }

  /** What is found in the snapshot and in the parts together. The snapshot's own matches are as without them. */
  search(query: Query, overlay: Overlay): SearchResult {
    const read = this.#world.readForAll(query);
    const listed = this.#world.search(query, read);
    const own = overlay.map((part) => this.#opened(part).engine.search(query, read));
    return together(listed, own, query.limit);
  }

  /** What is found in the parts alone. */
  searchParts(query: Query, overlay: Overlay): EvidencedMatch[] {
    const read = this.#world.readForAll(query);
    return overlay.flatMap((part) => this.#opened(part).engine.search(query, read).matches).sort(bestFirst);
  }

  /** The entities with all words of a text: those of the parts, then those of the snapshot. */
  withWords(asked: AskedWords, overlay: Overlay): EntitiesWithWords {
    const own = overlay.map((part) => this.#opened(part).engine.withWords(asked));
    const all = [...own, this.#world.withWords(asked)];
    return {
      entities: all.flatMap(({ entities }) => entities).slice(0, asked.limit),
      count: all.reduce((sum, { count }) => sum + count, 0),
    };
  }

  /** All entries of the entity with the entry of this key (`entryKey`); undefined where none has. */
  entity(key: string, overlay: Overlay) {
    for (const part of overlay) {
      const { engine, gone } = this.#opened(part);
      const found = engine.entity(key);
      if (found && !(gone && engine.placesOf(key).some((place) => gone[place] === 1))) return found;
    }
    return undefined;
  }

  #opened(part: Part): OpenPart {
    const known = this.#open.get(part.id);
    const open = known ?? this.#opening(part);
    open.gone = part.gone && new Uint8Array(part.gone);
    // The newest stand last.
    this.#open.delete(part.id);
    this.#open.set(part.id, open);
    this.#letGo();
    return open;
  }

  #opening(part: Part): OpenPart {
    const ends = new Uint32Array(part.ends);
    const bytes = bytesOf(part);
    this.#bytes += bytes;
    const open: OpenPart = {
      bytes,
      gone: undefined,
      engine: Engine.beside(this.#world, part, (entity, today) => {
        if (open.gone?.[entity] === 1) return false;
        const end = ends[entity]!;
        return end === 0 || today === undefined || end >= dayNumber(today);
      }),
    };
    return open;
  }

  #letGo(): void {
    for (const [id, { bytes }] of this.#open) {
      if (this.#open.size <= 1 || (this.#bytes <= MAX_OPEN_BYTES && this.#open.size <= MAX_OPEN)) return;
      this.#open.delete(id);
      this.#bytes -= bytes;
    }
  }
}

function together(listed: SearchResult, own: readonly SearchResult[], limit: number): SearchResult {
  const found = own.filter(({ qualifying, otherTypes = [] }) => qualifying > 0 || otherTypes.length > 0);
  if (found.length === 0) return listed;
  const all = [listed, ...found];
  return {
    ...listed,
    matches: all
      .flatMap(({ matches }) => matches)
      .sort(bestFirst)
      .slice(0, limit),
    otherTypes: [...new Set(all.flatMap(({ otherTypes = [] }) => otherTypes))],
    qualifying: all.reduce((sum, { qualifying }) => sum + qualifying, 0),
  };
}
