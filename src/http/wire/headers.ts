/**
 * Headers of every answer. What the API returns is personal data, so no cache keeps it; two years of HSTS (RFC 6797)
 * keep a browser from ever trying plain HTTP.
 */
export const STANDING_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
