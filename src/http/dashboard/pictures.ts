import { Type } from 'typebox';
import { say } from '../../sentences.ts';
import { lookAtPictures } from '../../use-cases/review-pictures.ts';
import type { App } from '../app-type.ts';
import { Problem, refusedField } from '../extensions/problems.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import type { PicturesView } from './wire.ts';

const MAX_REASON = 200;
const Look = Type.Object({ reason: Type.String({ maxLength: 4 * MAX_REASON }) });

/** Pictures of a verification, for a reviewer; no API key gets here. Each look needs a reason and is audited. */
export function pictureRoutes(app: App, services: Services): void {
  app.post(
    '/verifications/:id/pictures',
    { schema: { body: Look }, config: { may: 'pictures' } },
    async (request): Promise<PicturesView> => {
      const { accountId, id: userId, email } = request.user!;
      const verificationId = recordIdIn(request, 'refusal.no-verification');
      const reason = reasonIn(request.body.reason);
      const seen = await lookAtPictures(services, { accountId, userId, email, verificationId, reason });
      if (seen.kind === 'off') throw new Problem('pictures-off', say('refusal.pictures-off'));
      if (seen.kind === 'missing') throw notFound(say('refusal.no-verification', { id: String(verificationId) }));
      if (seen.kind === 'gone') throw notFound(say('refusal.pictures-gone'));
      const pictures = seen.pictures.map(({ name, jpeg, width, height, places }) => {
        const data = Buffer.from(jpeg).toString('base64');
        return { name, data, width, height, places };
      });
      return { at: seen.at, viewer: email, pictures, damaged: seen.damaged };
    },
  );
}

/** One line for the audit log. Throws 400 where it is none. */
function reasonIn(given: string): string {
  const reason = given.trim();
  const length = [...reason].length;
  if (length > 0 && length <= MAX_REASON && !/\p{Cc}/u.test(reason)) return reason;
  throw refusedField('reason-required', 'reason', say('refusal.look-reason'));
}
