import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { programVersion } from '../../program-version.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { readRecordId } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { alertRow } from './alert-view.ts';
import { screeningRecord } from './screenings.ts';
import type { EvidenceReport, ReportedEntry } from './wire.ts';

/** Steps of an alert or record that a report names with their hashes. */
const MAX_ENTRIES = 200;

/** What an examiner gets on paper: one alert or screening with lists, decisions and hashes. */
export function reportRoutes(app: App, services: Services): void {
  const { records } = services;

  app.get('/reports/alerts/:id', async (request): Promise<EvidenceReport> => {
    const { accountId } = request.user!;
    const { id: path } = request.params as { id: string };
    const id = readRecordId(path);
    const alert = id && (await records.alerts.get(accountId, id));
    if (!alert) throw notFound(say('refusal.no-alert', { id: path }));
    const row = alertRow(alert, await records.users.emails(accountId));
    const screening = alert.kind === 'match' && alert.record !== null ? alert.record : undefined;
    return report(services, request, { alert: row, screening, subject: `alert:${alert.id}` });
  });

  app.get('/reports/screenings/:id', async (request): Promise<EvidenceReport> => {
    const { id: path } = request.params as { id: string };
    const id = readRecordId(path);
    if (!id) throw notFound(say('refusal.no-screening', { id: path }));
    const made = await report(services, request, { alert: null, screening: id, subject: `screening:${id}` });
    if (!made.screening) throw notFound(say('refusal.no-screening', { id: path }));
    return made;
  });
}

interface Reported extends Pick<EvidenceReport, 'alert'> {
  readonly screening: number | undefined;
  readonly subject: string;
}

async function report(
  services: Services,
  request: FastifyRequest,
  { alert, screening: id, subject }: Reported,
): Promise<EvidenceReport> {
  const { records, now } = services;
  const { accountId, email } = request.user!;
  const [screening, entries, account] = await Promise.all([
    id === undefined ? undefined : screeningRecord(services, accountId, id),
    records.audit.page(accountId, { limit: MAX_ENTRIES, subject }),
    records.accounts.get(accountId),
  ]);
  const evidence = alert?.match ?? screening?.matches.map(({ alert: _, ...match }) => match) ?? alert?.reasons ?? [];
  const audit = entries.map(({ sequence, at, action, hash }): ReportedEntry => ({ sequence, at, action, hash }));
  return {
    ...{ madeAt: now().toISOString(), madeBy: email, account: account?.name ?? '', program: programVersion() },
    ...{ alert, screening: screening ?? null, audit: audit.reverse() },
    lists: screening?.lists ?? [],
    evidenceHash: createHash('sha256').update(JSON.stringify(evidence)).digest('hex'),
  };
}
