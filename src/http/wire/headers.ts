/**
 * Headers of every answer. No cache keeps an answer, since it is personal data. Two years of HSTS (RFC 6797) stop
 * browsers from trying plain HTTP.
 */
export const STANDING_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
