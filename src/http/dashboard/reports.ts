import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { MatchOrigin } from '../../domain/monitoring.ts';
import { programVersion } from '../../program-version.ts';
import { say } from '../../sentences.ts';
import { alertRow } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { customerPage } from './customers.ts';
import { screeningRecord } from './screenings.ts';
import type { EvidenceReport, ReportedEntry } from './wire.ts';

/** Steps of an alert or record that a report names with their hashes. */
const MAX_ENTRIES = 200;

/** What an examiner gets on paper: one alert, customer or screening with lists, decisions and hashes. */
export function reportRoutes(app: App, services: Services): void {
  const { records } = services;

  app.get('/reports/alerts/:id', async (request): Promise<EvidenceReport> => {
    const { accountId } = request.user!;
    const id = recordIdIn(request, 'refusal.no-alert');
    const alert = await records.alerts.get(accountId, id);
    if (!alert) throw notFound(say('refusal.no-alert', { id: String(id) }));
    const row = alertRow(alert, await records.users.emails(accountId));
    const screening = alert.kind === 'match' && alert.record !== null ? alert.record : undefined;
    const evidence = row.match ?? row.reasons;
    const { origin } = alert;
    return report(services, request, { alerts: [row], screening, origin, evidence, subjects: [`alert:${alert.id}`] });
  });

  app.get('/reports/screenings/:id', async (request): Promise<EvidenceReport> => {
    const id = recordIdIn(request, 'refusal.no-screening');
    const made = await report(services, request, { alerts: [], screening: id, subjects: [`screening:${id}`] });
    if (!made.screening) throw notFound(say('refusal.no-screening', { id: String(id) }));
    return made;
  });

  app.get('/reports/customers/:reference', async (request): Promise<EvidenceReport> => {
    const { reference } = request.params as { reference: string };
    const page = await customerPage(services, request.user!.accountId, reference);
    const { alerts, screenings, verifications: _, proposal: __, history: ___, ...customer } = page;
    const subjects = [`customer:${customer.id}`, ...alerts.map(({ id }) => `alert:${id}`)];
    const evidence = alerts.map(({ match }) => match);
    return report(services, request, { customer, alerts, screening: screenings[0]?.id, evidence, subjects });
  });
}

interface Reported extends Pick<EvidenceReport, 'customer' | 'alerts'> {
  readonly screening: number | undefined;
  /** Of an alert that a run of monitoring saw last: its lists count, and not those of an earlier screening. */
  readonly origin?: MatchOrigin | null;
  /** What the hash is of; the matches of the screening where it is not said. */
  readonly evidence?: unknown;
  readonly subjects: readonly string[];
}

async function report(
  services: Services,
  request: FastifyRequest,
  { customer, alerts, screening: id, origin = null, evidence, subjects }: Reported,
): Promise<EvidenceReport> {
  const { records, now } = services;
  const { accountId, email } = request.user!;
  const [screening, compared, entries, account] = await Promise.all([
    id === undefined ? undefined : screeningRecord(services, accountId, id),
    origin ? records.snapshots.get(origin.snapshot) : undefined,
    records.audit.page(accountId, { limit: MAX_ENTRIES, subjects }),
    records.accounts.get(accountId),
  ]);
  const hashed = evidence ?? screening?.matches.map(({ alert: _, ...match }) => match) ?? [];
  const audit = entries.map(({ sequence, at, action, hash }): ReportedEntry => ({ sequence, at, action, hash }));
  return {
    madeAt: now().toISOString(),
    madeBy: email,
    account: account?.name ?? '',
    program: programVersion(),
    ...(customer && { customer }),
    alerts,
    screening: origin ? null : (screening ?? null),
    origin,
    audit: audit.reverse(),
    lists: (origin ? compared?.sources : screening?.lists) ?? [],
    evidenceHash: createHash('sha256').update(JSON.stringify(hashed)).digest('hex'),
  };
}
