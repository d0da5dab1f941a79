import { type EntryFacts, entryKey } from '../../../domain/list-entry.ts';
import type { Services } from '../../services.ts';
import { ftmEntity } from '../ftm-entity.ts';
import { entryOf } from '../ids.ts';
import { badRequest } from '../input.ts';
import { COUNTRIES, labelOf } from './model.ts';
import { objectIn } from './queries.ts';

const MAX_IDS = 100;
const MAX_PROPERTIES = 50;

interface AskedProperty {
  readonly id: string;
  /** The most values; 0 for all. */
  readonly limit: number;
  /** As they are stored; else for people. */
  readonly isRaw: boolean;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** What the lists say of entities, by their ids and by property (Reconciliation Service API 0.2, §7.2). */
export async function extended({ entities }: Services, accountId: number, text: string) {
  const { ids, properties } = objectIn(text, 'extend');
  if (!Array.isArray(ids) || !Array.isArray(properties)) throw badRequest('extend has the lists ids and properties.');
  if (ids.length > MAX_IDS) throw badRequest(`Too many queries in one batch (limit: ${MAX_IDS})`);
  if (properties.length > MAX_PROPERTIES) throw badRequest(`Too many properties (limit: ${MAX_PROPERTIES})`);
  const asked = properties.map(readProperty).filter(({ id }) => labelOf(id) !== undefined);
  const rows = await Promise.all(
    ids.map(String).map(async (id) => {
      const entry = entryOf(id);
      const facts = entry && (await entities.entity(entryKey(entry), accountId));
      return [id, facts ? rowOf(facts, asked) : {}] as const;
    }),
  );
  return { meta: asked.map(({ id }) => ({ id, name: labelOf(id)! })), rows: Object.fromEntries(rows) };
}

function readProperty(property: unknown): AskedProperty {
  const { id, settings } = (property ?? {}) as { id?: unknown; settings?: { limit?: unknown; render?: unknown } };
  const limit = Number(settings?.limit ?? 0);
  return { id: String(id).split(':').at(-1)!, limit: limit > 0 ? limit : 0, isRaw: settings?.render === 'raw' };
}

function rowOf(facts: readonly EntryFacts[], asked: readonly AskedProperty[]) {
  const { properties } = ftmEntity(facts, false);
  const cells = asked.map(({ id, limit, isRaw }) => {
    const values = (properties[id] ?? []).filter((value) => typeof value === 'string');
    const some = limit > 0 ? values.slice(0, limit) : values;
    return [id, some.map((value) => ({ str: isRaw || !COUNTRIES.has(id) ? value : countryName(value) }))] as const;
  });
  return Object.fromEntries(cells);
}

function countryName(code: string): string {
  return /^[a-z]{2}$/.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code;
}
