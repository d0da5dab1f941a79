import { Type } from 'typebox';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { reading, readRecordId, sendJson, undecidedId, verifying } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ListedVerification, RecordPath, ref, Verification } from '../wire/schemas.ts';
import { verifyHandler } from './verify.ts';

const MAX_LISTED = 1_000;

export function verificationRoutes(app: App, services: Services): void {
  // The form is read by the handler, whatever its type: everything else in the way would have to hold it in memory.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.post(
    '/api/IdVerification/verify',
    { schema: verifying(), validatorCompiler: () => () => true },
    verifyHandler(services),
  );
  app.get(
    '/api/IdVerification/list',
    {
      config: { maxRows: MAX_LISTED },
      schema: reading({
        operationId: 'listVerifications',
        tag: 'ID verification',
        summary: 'The verifications of the account, newest first, at most 1,000',
        success: Type.Array(ref(ListedVerification)),
      }),
    },
    async (request, reply) => {
      const { accountId } = request.caller!;
      const list = () => services.records.verifications.list(accountId, MAX_LISTED);
      return sendJson(reply, await services.listTurns.run(accountId, list));
    },
  );
  app.get(
    '/api/IdVerification/:id',
    {
      schema: reading({
        operationId: 'getVerification',
        tag: 'ID verification',
        summary: 'One verification with everything that was read from the document',
        params: RecordPath,
        success: ref(Verification),
      }),
      ...undecidedId,
    },
    async (request) => {
      const id = readRecordId(request.params.id);
      const record = id && (await services.records.verifications.get(request.caller!.accountId, id));
      if (!record) throw notFound(say('refusal.no-verification', { id: request.params.id }));
      return record;
    },
  );
}
