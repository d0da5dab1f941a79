/** A stable code for what is wrong with a request beyond the contract: its status, and its meaning for the guide. */
interface CodeMeaning {
  readonly status: number;
  readonly meaning: string;
}

/** Every code of a problem. `docs/errors.md` lists them all, which a test checks. A released code never changes. */
export const PROBLEM_CODES = {
  'invalid-request': { status: 400, meaning: 'A parameter or a member of the body is wrong; `errors` names each one.' },
  'invalid-upload': { status: 400, meaning: 'An image is over 10 MB, no JPEG or PNG, empty or damaged.' },
  'insufficient-image-quality': { status: 400, meaning: 'An image cannot be used; `errors` says why for each.' },
  'url-invalid': { status: 400, meaning: 'The `url` is no web address, or has a user, a password or a fragment.' },
  'url-not-https': { status: 400, meaning: 'The `url` does not begin with `https://`.' },
  'url-not-public': { status: 400, meaning: 'The `url` leads to an address that is not public.' },
  'url-unresolvable': { status: 400, meaning: 'The name in the `url` does not resolve to an address.' },
  unauthorized: { status: 401, meaning: 'The key is missing, invalid, expired or revoked.' },
  forbidden: { status: 403, meaning: 'The key does not allow the address, or a proxy did not say https.' },
  'scope-missing': { status: 403, meaning: 'The key may not do this: it lacks the scope that `detail` names.' },
  'second-factor-missing': {
    status: 403,
    meaning: 'A person of the dashboard has to show a second factor, or to make one, first. No key gets this.',
  },
  'not-found': { status: 404, meaning: 'There is nothing at this path.' },
  'screening-not-found': { status: 404, meaning: "No such screening, another account's, or deleted." },
  'verification-not-found': { status: 404, meaning: "No such verification, another account's, or deleted." },
  'session-not-found': { status: 404, meaning: "No such session, another account's, or no longer kept." },
  'batch-not-found': { status: 404, meaning: "No such batch, another account's, or over for more than 30 days." },
  'alert-not-found': { status: 404, meaning: "No such alert, another account's, or deleted." },
  'customer-not-found': { status: 404, meaning: "No such customer, another account's, or deleted." },
  'own-list-not-found': { status: 404, meaning: "No such own list, another account's, or deleted." },
  'own-entry-not-found': { status: 404, meaning: 'The own list has no such entry.' },
  'media-off': { status: 404, meaning: 'Adverse media is off on this service.' },
  'media-search-not-found': {
    status: 404,
    meaning: "No such search in the news, another account's, or no longer kept.",
  },
  'webhook-not-found': { status: 404, meaning: "No such webhook, another account's, or deleted." },
  'delivery-not-found': { status: 404, meaning: 'No such delivery of this webhook, or no longer kept.' },
  'sandbox-only': { status: 404, meaning: 'Only the sandbox has this.' },
  'method-not-allowed': { status: 405, meaning: 'The path does not take this method; `Allow` names those it takes.' },
  conflict: { status: 409, meaning: 'The state of the resource does not allow the request.' },
  'too-many-batches': { status: 409, meaning: 'The account has 100 batches, or 384 MiB of rows, that are not over.' },
  'own-list-taken': { status: 409, meaning: 'Another own list has the name.' },
  'own-list-full': { status: 409, meaning: 'The account has as many own lists, or entries, as it may have.' },
  'own-list-doubtful': {
    status: 409,
    meaning: 'The file has no entries, or far fewer or other ones than the list has; `force` takes it anyway.',
  },
  'import-under-way': { status: 409, meaning: 'Another file of the account is being imported.' },
  'too-many-webhooks': { status: 409, meaning: 'The account has as many webhooks as it may have. Delete one.' },
  'alert-undecidable': {
    status: 409,
    meaning: 'The state of the alert does not allow the decision, or a proposal waits for a second person.',
  },
  'own-escalation': { status: 409, meaning: 'Who escalated an alert does not dismiss it; somebody else has to.' },
  'idempotency-key-reused': { status: 409, meaning: 'The `Idempotency-Key` came before, with another request.' },
  'idempotency-key-in-use': {
    status: 409,
    meaning: 'The first request with this `Idempotency-Key` still runs, or its answer is lost.',
  },
  'precondition-failed': {
    status: 412,
    meaning: 'The resource is not as `If-Match` or `If-None-Match` asks for: it has changed, or is there already.',
  },
  'body-too-large': { status: 413, meaning: 'The body is over its limit.' },
  'quota-exhausted': { status: 429, meaning: 'The account has no unit of its quota left until the period ends.' },
  'rate-limited': { status: 429, meaning: 'Requests come too fast; `Retry-After` says when to go on.' },
  'internal-error': { status: 500, meaning: 'A defect; the log has the request id.' },
  unavailable: { status: 503, meaning: 'It cannot be done now; `Retry-After` says when to try again.' },
} as const satisfies Readonly<Record<string, CodeMeaning>>;

/** Codes that the dashboard's own pages alone get, with their status. */
const DESK_CODES = {
  'reason-required': 400,
  /** The account lets nobody look at pictures. */
  'pictures-off': 409,
  'current-wrong': 400,
  'proof-wrong': 400,
  'code-wrong': 400,
  /** A code that is neither current nor a recovery code, for a session that began without a second factor. */
  'factor-wrong': 400,
  'password-short': 400,
  'password-long': 400,
  'password-common': 400,
  'password-pattern': 400,
  'password-personal': 400,
  'sign-in-wrong': 401,
  /** The password was right, and a one-time code is asked for. */
  'code-required': 401,
  /** The password was right, and a passkey or a recovery code is asked for. */
  'passkey-required': 401,
  /** A passkey that is nobody's here, or whose answer does not hold. */
  'passkey-refused': 401,
  /** Its authenticator counted back. */
  'passkey-copied': 401,
  /** What a browser made cannot be taken. */
  'passkey-unusable': 400,
  /** It took too long, or came twice. */
  'passkey-late': 400,
  /** The authenticator has a passkey of the person already. */
  'passkey-known': 409,
  'passkey-full': 409,
  /** The service is reached by an IP address. */
  'passkey-unavailable': 409,
  /** The address of a one-time link signs in to another account. */
  'address-taken': 409,
  /** The account has no passwords: its people sign in by the provider. */
  'password-off': 403,
  /** The provider of sign-in does not answer. */
  'provider-away': 503,
  /** It signed nobody in, or somebody else. */
  'provider-refused': 403,
  /** Its answer cannot be trusted. */
  'provider-answer': 400,
  /** It signed somebody in who has no access here. */
  'no-access': 403,
  /** No sign-in of this browser, or one that took too long. */
  'sign-in-unknown': 400,
  'too-many-attempts': 429,
} as const;

/** Codes that the page of capture alone gets, with their status; `quota-exhausted` is one of all. */
const CAPTURE_CODES = {
  'session-unknown': 401,
  'session-expired': 410,
  'session-cancelled': 410,
  'session-ended': 410,
  'other-device': 409,
  'wrong-step': 409,
  'too-many-frames': 429,
  'upload-refused': 400,
  'try-later': 503,
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;
/** Of pages that are no part of the API. */
export type DeskCode = keyof typeof DESK_CODES | keyof typeof CAPTURE_CODES;

const OF_PAGES: Readonly<Record<DeskCode, number>> = { ...DESK_CODES, ...CAPTURE_CODES };

export function statusOf(code: ProblemCode | DeskCode): number {
  return code in OF_PAGES ? OF_PAGES[code as DeskCode] : PROBLEM_CODES[code as ProblemCode].status;
}

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  412: 'precondition-failed',
  413: 'body-too-large',
  429: 'rate-limited',
  503: 'unavailable',
};

/** The code of a refusal that has none of its own. */
export function codeOf(status: number): ProblemCode {
  return BY_STATUS[status] ?? 'internal-error';
}
