import { QuotaExhausted } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import { foldText } from '../screening/names/fold-text.ts';
import { say } from '../sentences.ts';
import type { NameSearch } from '../use-cases/ports.ts';
import type { Verifier } from '../verification/verifier.ts';
import { specimenOutcome } from './verifications.ts';

/** Names that ask for an error, folded, by the status that they bring about. */
export const ERROR_NAMES = { 429: 'sandbox quota', 500: 'sandbox failure', 503: 'sandbox overload' } as const;

/** What every message says. */
export const SANDBOX_SENTENCE = say('note.sandbox');

/** A verifier as a request sees it. */
type RequestedVerifier = Pick<
  Verifier,
  'verify' | 'readDocument' | 'readFrame' | 'renditions' | 'secondsToWait' | 'hasRoom' | 'retryAfterSeconds'
>;

/** The search, with names that ask for an error. */
export function sandboxSearch(search: NameSearch, now: () => Date): NameSearch {
  return {
    get snapshot() {
      return search.snapshot;
    },
    async search(query, accountId) {
      const name = foldText(query.name);
      if (name === ERROR_NAMES[429]) throw new QuotaExhausted(now());
      if (name === ERROR_NAMES[500]) throw new Error('a failure that the sandbox was asked for');
      if (name === ERROR_NAMES[503]) throw new TouchstoneError('busy', 'Too many searches are waiting, as asked for.');
      return search.search(query, accountId);
    },
  };
}

/** Turns a verifier into one that knows the specimen pictures; others it reads as usual. */
export function withSpecimens(verifier: RequestedVerifier, now: () => Date): RequestedVerifier {
  return {
    verify: async (request) => specimenOutcome(request, now()) ?? (await verifier.verify(request)),
    readDocument: (request) => verifier.readDocument(request),
    readFrame: (request) => verifier.readFrame(request),
    renditions: (request) => verifier.renditions(request),
    secondsToWait: (accountId) => verifier.secondsToWait(accountId),
    hasRoom: (accountId) => verifier.hasRoom(accountId),
    get retryAfterSeconds() {
      return verifier.retryAfterSeconds;
    },
  };
}
