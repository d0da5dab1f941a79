import type { Static } from 'typebox';
import type { ScreenedHolder } from '../../domain/screening.ts';
import type { Verification, VerificationEvidence } from '../../domain/verification.ts';
import type { VerificationsQuery } from '../../records/queries.ts';
import { say } from '../../sentences.ts';
import { screenHolder } from '../../use-cases/verifications.ts';
import { alertState } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { explainedVerification } from '../extensions/explanations/verification-view.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound, type Refusal } from '../wire/failure.ts';
import { choice, pageOf, readTable, tableRoute } from './page-request.ts';
import type { Page, VerificationRecord, VerificationRow } from './wire.ts';

export const VERIFICATIONS_TABLE = tableRoute(['newest', 'oldest', 'confidence'], {
  result: choice('Verified', 'Not Verified', 'Manual Review Required'),
});

/** Verifications, and screenings of the names that their documents gave. */
export function verificationRoutes(app: App, services: Services): void {
  const { records } = services;
  app.get('/verifications', VERIFICATIONS_TABLE, async (request): Promise<Page<VerificationRow>> => {
    const query = readVerificationsQuery(request.query);
    const rows = await records.verifications.page(request.user!.accountId, { ...query, limit: query.limit + 1 });
    return pageOf(rows, query, ({ matchConfidence }) => matchConfidence);
  });

  app.get('/verifications/:id', async (request): Promise<VerificationRecord> => {
    const { accountId } = request.user!;
    const id = recordIdIn(request, 'refusal.no-verification');
    const [record, evidence, alert, screening, users, account] = await Promise.all([
      records.verifications.get(accountId, id),
      records.verifications.evidence(accountId, id),
      records.alerts.ofVerification(accountId, id),
      records.screenings.ofVerification(accountId, id),
      records.users.emails(accountId),
      records.accounts.get(accountId),
    ]);
    if (!record || !evidence) throw missing(id);
    return {
      ...recordView(record, evidence),
      review: alert ? alert.state : null,
      alert: alert ? alertState(alert, users) : null,
      screening: screening ?? null,
      reviewPictures: account?.reviewPictures ?? false,
    };
  });

  app.post('/verifications/:id/screening', async (request, reply): Promise<ScreenedHolder> => {
    const { accountId } = request.caller!;
    const id = recordIdIn(request, 'refusal.no-verification');
    const record = await records.verifications.get(accountId, id);
    if (!record) throw missing(id);
    const holder = { verificationId: record.id, extractedData: record.extractedData };
    await screenHolder(services, request.caller!, holder);
    reply.code(201);
    return (await records.screenings.ofVerification(accountId, record.id))!;
  });
}

/** The filters of a request. Throws 400 where a value is none. */
export function readVerificationsQuery(asked: unknown): VerificationsQuery {
  const { result, ...query } = asked as Static<typeof VERIFICATIONS_TABLE.schema.querystring>;
  return { ...readTable(query, 'newest'), ...(result && { result }) };
}

function recordView(record: Verification, kept: VerificationEvidence) {
  const { reasons, keyName: madeBy } = kept;
  const { thresholds, authenticity } = explainedVerification(record, kept);
  return { ...record, reasons, evidence: JSON.parse(kept.evidence), thresholds, authenticity, madeBy };
}

function missing(id: number): Refusal {
  return notFound(say('refusal.no-verification', { id: String(id) }));
}
