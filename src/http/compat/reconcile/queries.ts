import type { FastifyRequest } from 'fastify';
import type { EvidencedMatch } from '../../../domain/match.ts';
import { TouchstoneError } from '../../../errors.ts';
import type { Services } from '../../services.ts';
import { Refusal } from '../../wire/failure.ts';
import { scoreOf, share } from '../explanations.ts';
import { readFilters } from '../filters.ts';
import { ftmEntity } from '../ftm-entity.ts';
import { askedName, readExample } from '../ftm-query.ts';
import { badRequest, Parameters } from '../input.ts';
import { type AskedName, checkBirth, listsInForce, screenAll } from '../screening.ts';
import { typeOf } from './model.ts';

const MAX_QUERIES = 100;
const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 100;
/** From here on a result is a match. Below it, people choose by hand. */
const THRESHOLD = 0.7;
const CUTOFF = 0.5;

interface Query {
  readonly asked: AskedName;
  readonly limit: number;
}

/**
 * Screens every query, as an example of `/match`. Throws 400 for all of them where one cannot be asked: OpenRefine
 * shows that at each row, and an empty result would look clean.
 */
export async function reconciled(services: Services, request: FastifyRequest, scope: string, text: string) {
  const filters = readFilters(listsInForce(services), scope, new Parameters({}));
  const queries = Object.entries(objectIn(text, 'queries'));
  if (queries.length === 0) throw badRequest('No queries provided.');
  if (queries.length > MAX_QUERIES) throw badRequest(`Too many queries in one batch (limit: ${MAX_QUERIES})`);
  const read = queries.map(([name, query]) => named(name, () => readQuery(query, services.now())));
  const from = { matches: scoreOf(THRESHOLD), results: scoreOf(CUTOFF) };
  const asked = read.map((one) => one.asked);
  const screened = await screenAll(services, request, asked, { from, filters });
  const results = screened.map((one, at) => {
    if (one instanceof TouchstoneError) throw badRequest(`${queries[at]![0]}: ${one.message}`);
    return { result: one.matches.slice(0, read[at]!.limit).map(candidate), notes: one.notes };
  });
  return Object.fromEntries(queries.map(([name], at) => [name, results[at]!]));
}

/** A JSON object in a member of a form. Throws 400 for anything else. */
export function objectIn(text: string, member: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw badRequest(`${member} must be a JSON object.`);
}

function named(name: string, read: () => Query): Query {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw badRequest(`${name}: ${error.errors.join(' ')}`);
    if (error instanceof TouchstoneError && error.code === 'validation') throw badRequest(`${name}: ${error.message}`);
    throw error;
  }
}

function readQuery(query: unknown, now: Date): Query {
  const { query: name, type, limit, properties = [] } = (query ?? {}) as Record<string, unknown>;
  if (name !== undefined && name !== null && typeof name !== 'string') throw badRequest('query must be a text.');
  const [schema = 'Thing'] = textsOf(type);
  if (!Array.isArray(properties)) throw badRequest('properties must be a list.');
  const values = new Map<string, string[]>(name ? [['name', [name]]] : []);
  for (const property of properties) {
    const { pid, v } = (property ?? {}) as { pid?: unknown; v?: unknown };
    // `Person:birthDate`, or `birthDate` alone.
    const of = String(pid).split(':').at(-1)!;
    values.set(of, [...(values.get(of) ?? []), ...textsOf(v)]);
  }
  const asked = askedName(readExample({ schema, properties: Object.fromEntries(values) }, ['query']));
  checkBirth(asked, now);
  return { asked, limit: readLimit(limit) };
}

/** At least one: an answer without candidates would look clean. */
function readLimit(limit: unknown): number {
  return Number.isInteger(limit) && Number(limit) > 0 ? Math.min(Number(limit), MAX_LIMIT) : DEFAULT_LIMIT;
}

/** Texts and numbers, of which a cell that is reconciled already has its id or name in an object. */
function textsOf(value: unknown): string[] {
  return [value ?? []].flat().flatMap((one: unknown) => {
    if (typeof one === 'string' || typeof one === 'number') return [String(one)];
    const { name, id } = (one ?? {}) as { name?: unknown; id?: unknown };
    return [name ?? id].filter((text) => typeof text === 'string');
  });
}

function candidate(match: EvidencedMatch) {
  const { id, caption, schema } = ftmEntity(match.facts, false);
  const type = typeOf(schema);
  const score = share(match.score);
  return { id, name: caption, description: type.description, type: [type], score, match: score >= THRESHOLD };
}
