import { Type } from 'typebox';
import { say } from '../../../sentences.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { Problem } from '../problems.ts';
import { extensionRoute } from '../route.ts';
import { ScreeningExplanation, VerificationExplanation } from './schemas.ts';
import { explainedScreening } from './screening-view.ts';
import { explainedVerification } from './verification-view.ts';

const params = { id: Type.Integer({ minimum: 1, description: 'Id of the record.' }) };

/** Why a record says what it says. */
export function explanationRoutes(app: App, { records, lists }: Services): void {
  const noScreening = (id: string | number) =>
    new Problem('screening-not-found', say('refusal.no-screening', { id: String(id) }));
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Screening/:id/explanation',
      operationId: 'explainScreening',
      scopes: ['screening:read'],
      tag: 'Screening',
      summary: 'Why each match of a screening is one',
      description:
        'From what the record keeps, so that it says the same years later: subject, lists and alerts are those of then.',
      kind: 'resource',
      params,
      missing: noScreening,
      codes: ['screening-not-found'],
      success: {
        200: { description: 'The reasons.', schema: ScreeningExplanation },
      },
    },
    async ({ accountId, params: { id } }) => {
      const record = await records.screenings.evidence(accountId, id);
      if (!record) throw noScreening(id);
      const [snapshot, alerts, { sources }] = await Promise.all([
        records.snapshots.get(record.snapshot),
        records.alerts.ofScreening(accountId, id),
        lists.view(),
      ]);
      const known = sources.map(({ source }) => source);
      return explainedScreening(record, snapshot, known, alerts);
    },
  );

  const noVerification = (id: string | number) =>
    new Problem('verification-not-found', say('refusal.no-verification', { id: String(id) }));
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/IdVerification/:id/explanation',
      operationId: 'explainVerification',
      scopes: ['verification:read'],
      tag: 'ID verification',
      summary: 'Why a verification has its status, and what was looked at',
      description: 'From what the record keeps. The checks never claim that a document is genuine.',
      kind: 'resource',
      params,
      missing: noVerification,
      codes: ['verification-not-found'],
      success: {
        200: { description: 'The reasons.', schema: VerificationExplanation },
      },
    },
    async ({ accountId, params: { id } }) => {
      const [record, evidence] = await Promise.all([
        records.verifications.get(accountId, id),
        records.verifications.evidence(accountId, id),
      ]);
      if (!record || !evidence) throw noVerification(id);
      return explainedVerification(record, evidence);
    },
  );
}
