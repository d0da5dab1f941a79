import { Type } from 'typebox';
import { dayOf } from '../../domain/date-of-birth.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import { TouchstoneError } from '../../errors.ts';
import { readQuery } from '../../screening/query.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import { alertRow } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { CURSOR_QUERY, cursorPage, MAX_PAGE, readCursor } from '../extensions/cursor.ts';
import type { Services } from '../services.ts';
import { customerRow } from './customers.ts';
import { queried } from './page-request.ts';
import type { AlertRow, Found, FoundEntry, Page } from './wire.ts';

/** Of each kind; more stand behind a link. */
const MAX_FOUND = 6;
const MAX_TEXT = 200;
/** The score from which a listed name is like what was typed: one of two words reaches it. */
const LIKE = 65;

/** One field for everything, and the dismissals that also hold for others. */
export function searchRoutes(app: App, services: Services): void {
  const { records } = services;
  const query = queried({ text: Type.Optional(Type.String({ maxLength: MAX_TEXT })) });
  app.get('/search', query, async (request): Promise<Found> => {
    const { accountId } = request.user!;
    const text = request.query.text?.trim();
    if (!text) return { customers: [], alerts: [], screenings: [], entries: [] };
    const page = { limit: MAX_FOUND, text };
    const [customers, alerts, screenings, entries, users] = await Promise.all([
      records.customers.page(accountId, page),
      records.alerts.page(accountId, { ...page, sort: 'newest' }),
      records.screenings.page(accountId, { ...page, sort: 'newest' }),
      entriesFor(services, accountId, text),
      records.users.emails(accountId),
    ]);
    return {
      customers: customers.map(customerRow),
      alerts: alerts.map((alert) => alertRow(alert, users)),
      screenings,
      entries,
    };
  });

  const list = { config: { maxRows: MAX_PAGE }, ...queried(CURSOR_QUERY) };
  app.get('/dismissals', list, async (request): Promise<Page<AlertRow>> => {
    const { accountId } = request.user!;
    const { limit, after } = readCursor(request.query, 'dismissals', [0]);
    const before = after?.[0] as number | undefined;
    const alerts = await records.alerts.remembered(accountId, { limit: limit + 1, before });
    const users = await records.users.emails(accountId);
    return cursorPage(
      alerts,
      { limit, list: 'dismissals' },
      ({ id }) => [id],
      (alert) => alertRow(alert, users),
    );
  });
}

/** Listed by this id, else by a name like this one. Nothing of it is kept: it looks up what the lists say. */
async function entriesFor(services: Services, accountId: number, text: string): Promise<FoundEntry[]> {
  const { entities } = services;
  const keys = text.includes(':') ? [text] : SOURCES.map(({ id }) => `${id}:${text}`);
  const byId = await Promise.all(keys.map((key) => entities.entity(key.trim(), accountId)));
  const found = byId.flatMap((facts, place) => (facts ? [{ facts, key: keys[place]!.trim() }] : []));
  if (found.length > 0) {
    return found.slice(0, MAX_FOUND).map(({ facts, key }) => {
      const [source = '', id = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
      return foundEntry(source, id, facts);
    });
  }
  if (!services.search.snapshot) return [];
  const alike = await entriesLike(services, accountId, text);
  return alike.length > 0 ? alike : entriesWithWords(services, accountId, text);
}

/** One common word is like no whole name, and still in many. */
async function entriesWithWords({ entities, now }: Services, accountId: number, text: string): Promise<FoundEntry[]> {
  const asked = { text, limit: MAX_FOUND, today: dayOf(now()) };
  const found = await entities.withWords(asked, accountId);
  return found.entities.map((facts) => foundEntry(facts[0]!.source, facts[0]!.id, facts));
}

function foundEntry(source: string, id: string, facts: readonly EntryFacts[]): FoundEntry {
  return { source, id, name: facts[0]!.names[0]!.full, lists: facts.map(({ sourceName }) => sourceName) };
}

async function entriesLike({ search, now }: Services, accountId: number, text: string): Promise<FoundEntry[]> {
  try {
    const types = ['Individual', 'Organization'] as const;
    const queries = types.map((entityType) => readQuery({ name: text, entityType }, LIKE, MAX_FOUND, now()));
    const answers = await Promise.all(queries.map((query) => search.search(query, accountId)));
    const matches = answers.flatMap(({ evidence }) => JSON.parse(evidence) as EvidencedMatch[]);
    return matches
      .sort((one, other) => other.score - one.score)
      .slice(0, MAX_FOUND)
      .map(({ name, sources, entries: [first] }) => ({ source: first!.source, id: first!.id, name, lists: sources }));
  } catch (error) {
    // A text that is no name has no entry that is like it.
    if (error instanceof TouchstoneError && error.code === 'validation') return [];
    throw error;
  }
}
