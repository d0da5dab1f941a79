import { Type } from 'typebox';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Idempotency } from '../extensions/idempotency.ts';
import { listFilters, sendPage, word } from '../list-filters.ts';
import { reading, readRecordId, sendJson, undecided, verifying } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ListedVerification, RecordPath, ref, Verification } from '../wire/schemas.ts';
import { verifiedAgain, verifyHandler } from './verify.ts';

const MAX_LISTED = 1_000;
const FILTERS = listFilters(['createdAt', 'matchConfidence', 'name'], {
  status: word('Verified', 'Not Verified', 'Manual Review Required'),
  documentType: word('Passport', 'Driver License', 'National ID', 'Residence Permit'),
});

export function verificationRoutes(app: App, services: Services, idempotency: Idempotency): void {
  app.addHook('onSend', idempotency.end);
  // The form is read by the handler, whatever its type: everything else in the way would have to hold it in memory.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post(
    '/api/IdVerification/verify',
    {
      schema: verifying(),
      validatorCompiler: () => () => true,
      config: {
        scopes: ['verification'],
        idempotent: true,
        again: (request, { made }) => verifiedAgain(services, request.caller!.accountId, made),
      },
    },
    verifyHandler(services, idempotency),
  );
  app.get(
    '/api/IdVerification/list',
    {
      config: { maxRows: MAX_LISTED, scopes: ['verification:read'] },
      ...undecided,
      schema: reading({
        operationId: 'listVerifications',
        tag: 'ID verification',
        summary: 'The verifications of the account, newest first, at most 1,000',
        description:
          'With a filter, `page` or `pageSize` it is one page: `X-Total-Count` and `Link` lead through them.',
        query: FILTERS.schema,
        success: Type.Array(ref(ListedVerification)),
      }),
    },
    async (request, reply) => {
      const { accountId } = request.caller!;
      const filters = FILTERS.read(request);
      if (filters)
        return sendPage(
          request,
          reply,
          filters,
          await services.records.verifications.filtered(accountId, filters.query),
        );
      return sendJson(reply, await services.records.verifications.list(accountId, MAX_LISTED));
    },
  );
  app.get(
    '/api/IdVerification/:id',
    {
      config: { scopes: ['verification:read'] },
      schema: reading({
        operationId: 'getVerification',
        tag: 'ID verification',
        summary: 'One verification with everything that was read from the document',
        description: 'As it was stored. Its images are never returned.',
        params: RecordPath,
        success: ref(Verification),
      }),
      ...undecided,
    },
    async (request) => {
      const id = readRecordId(request.params.id);
      const record = id && (await services.records.verifications.get(request.caller!.accountId, id));
      if (!record) throw notFound(say('refusal.no-verification', { id: request.params.id }), 'verification-not-found');
      const { reference, ...members } = record;
      return reference === null ? members : { ...members, reference };
    },
  );
}
