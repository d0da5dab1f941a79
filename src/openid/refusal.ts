/** Why an answer of the provider is not believed, or there is none. Stands in the audit log. */
export type ProviderFault =
  | 'state'
  | 'provider-refused'
  | 'code'
  | 'client'
  | 'issuer'
  | 'audience'
  | 'nonce'
  | 'signature'
  | 'expired'
  | 'events'
  | 'replayed'
  | 'answer'
  | 'withdrawn'
  | 'unconfirmed'
  | 'not-anew'
  | 'other-person'
  | 'away';

/** What the provider answered is refused, or it did not answer. The message is for the log alone. */
export class ProviderRefusal extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProviderRefusal';
    this.fault = fault;
  }
}

/** Claims of a token that are compared, and what is wrong where one differs. */
const COMPARED: Readonly<Record<string, ProviderFault>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  sub: 'other-person',
  exp: 'expired',
  iat: 'expired',
  nbf: 'expired',
  auth_time: 'not-anew',
};

interface Thrown {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly claim?: unknown;
  readonly header?: { readonly alg?: unknown };
  readonly cause?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
}

/** What openid-client and jose throw, as one of our refusals. Anything else is an answer that cannot be used. */
export function asProviderRefusal(error: unknown): ProviderRefusal {
  const chain = [...causes(error)];
  const ours = chain.find((one) => one instanceof ProviderRefusal);
  if (ours) return ours;
  const fault = chain.map(faultOf).find((one) => one !== undefined) ?? 'answer';
  return new ProviderRefusal(fault, String((error as Thrown)?.message ?? error), { cause: error });
}

function* causes(error: unknown): Generator<Thrown> {
  for (let one = error as Thrown | undefined, depth = 0; one && typeof one === 'object' && depth < 6; depth += 1) {
    yield one;
    one = one.cause as Thrown | undefined;
  }
}

/** How openid-client says that an answer comes from another issuer, or does not say from which (RFC 9207 §2.4). */
const ISSUER = /"iss" \(issuer\)|"iss" parameter/;

function faultOf({ code, error, claim, name, header, message }: Thrown): ProviderFault | undefined {
  if (name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return 'away';
  if (name === 'AuthorizationResponseError') return 'provider-refused';
  if (typeof error === 'string') return faultOfAnswer(error);
  if (typeof claim === 'string' && claim in COMPARED) return COMPARED[claim];
  if (code === 'OAUTH_INVALID_RESPONSE' && ISSUER.test(String(message))) return 'issuer';
  if (code === 'ERR_JWT_EXPIRED') return 'expired';
  if (code === 'OAUTH_UNSUPPORTED_OPERATION' || header?.alg !== undefined) return 'signature';
  if (typeof code === 'string' && /^ERR_(JWS|JWKS|JOSE)_/.test(code)) return 'signature';
  return undefined;
}

/** By the `error` of a token endpoint (RFC 6749 §5.2). */
function faultOfAnswer(error: string): ProviderFault {
  if (error === 'invalid_grant') return 'code';
  if (error === 'temporarily_unavailable' || error === 'server_error') return 'away';
  return /^(invalid|unauthorized)_client$/.test(error) ? 'client' : 'answer';
}
