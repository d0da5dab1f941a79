import type { Logger } from 'pino';
import { finishLeftCaptures } from './finish.ts';
import type { PersonCaptures } from './person.ts';
import type { CapturePorts } from './ports.ts';

/** A session is kept so long after its end, unless its verification goes before. */
const KEPT_MS = 90 * 86_400_000;
/** The page asks for the verification itself; who closed it before is seen to after so long. */
const LEFT_MS = 60_000;
/** Verifications that one turn makes: others wait for the models, too. */
const LEFT_AT_ONCE = 4;

/**
 * Makes verifications that the page did not ask for, ends sessions whose time is over, deletes their pictures, and
 * forgets old ones. One process of those that share the records does so. Throws nothing: what was not reached is due at
 * the next turn.
 */
export async function keepUpCaptures(
  ports: CapturePorts,
  captures: PersonCaptures,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
): Promise<void> {
  const { records, images, now } = ports;
  try {
    if (!(await records.leads('captures'))) return;
    const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
    await finishLeftCaptures(ports, captures, { before: before(LEFT_MS), limit: LEFT_AT_ONCE }).catch((err: unknown) =>
      log.warn({ err }, 'a verification from a link could not be made; it is tried again'),
    );
    const expired = await records.captures.expire();
    // The sweeper of images finds what is left where this ends early.
    for (const { recordId } of expired) if (recordId !== null) await images.delete(recordId);
    if (expired.length > 0) log.info({ sessions: expired.length }, 'links to verify oneself expired');
    await records.captures.forget(before(KEPT_MS));
  } catch (error) {
    log.error({ err: error }, 'links to verify oneself could not be seen to; it is tried again');
  }
}
