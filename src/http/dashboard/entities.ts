import { describeChanges } from '../../alerts/entry-changes.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import { say } from '../../sentences.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import { alertRow } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import type { EntityPage, ListedFacts } from './wire.ts';

/** Alerts that a page shows; more stand behind a link. */
const MAX_ALERTS = 50;

/** One listed person or organisation: what every list says, and whom of ours it concerns. */
export function entityRoutes(app: App, services: Services): void {
  const { records, entities } = services;
  app.get('/entities/:key', async (request): Promise<EntityPage> => {
    const { accountId } = request.user!;
    const { key } = request.params as { key: string };
    const [listed, alerts, users] = await Promise.all([
      entities.entity(key, accountId),
      records.alerts.page(accountId, { limit: MAX_ALERTS, sort: 'newest', kind: 'match', entry: key }),
      records.users.emails(accountId),
    ]);
    const known = alerts.find(({ match }) => match)?.match;
    const facts = listed ?? known?.facts;
    if (!facts) throw notFound(say('refusal.no-entity', { id: key }));
    return {
      key,
      name: known?.name ?? facts[0]!.names[0]!.full,
      isListed: listed !== undefined,
      entries: facts.map(listedFacts),
      // What was known when it was seen last, against what the lists say now.
      changes: listed && known ? describeChanges(known.facts, listed) : [],
      alerts: alerts.map((alert) => alertRow(alert, users)),
    };
  });
}

function listedFacts(facts: EntryFacts): ListedFacts {
  const list = SOURCES.find(({ id }) => id === facts.source);
  return {
    ...facts,
    authority: list?.authority ?? null,
    category: list?.category ?? null,
    file: list?.address ?? null,
  };
}
