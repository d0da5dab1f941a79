import type { Dispatcher } from 'undici';

/** What of an answer tells why a program gets no list. */
type AnswerHead = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>;

/** Sign-in pages of authorities, by host; EU Login is the European Commission's (ECAS until 2018). */
const SIGN_IN_HOSTS: readonly (readonly [host: RegExp, name: string])[] = [
  [/^(ecas|eulogin)(\.\w+)*\.europa\.eu$/, 'EU Login'],
  [/^login\.microsoftonline\.com$/, 'a Microsoft account'],
];
const SIGN_IN_PATH = /\/(cas\/login|login|signin|sign-in|saml2?|oauth2?\/authorize)(\/|$)/i;

/**
 * Marks of web application firewalls that want a browser. AWS WAF Developer Guide, "CAPTCHA and Challenge".
 * Cloudflare docs, "Detect a challenge page response". DataDome and Imperva mark whatever passes them.
 */
const FIREWALLS: readonly (readonly [header: string, value: RegExp, name: string])[] = [
  ['x-amzn-waf-action', /^(challenge|captcha)$/i, 'AWS WAF'],
  ['cf-mitigated', /^challenge$/i, 'Cloudflare'],
  ['x-datadome', /./, 'DataDome'],
  ['x-iinfo', /./, 'Imperva'],
];
const CHALLENGE_PAGE =
  /_Incapsula_Resource|\/cdn-cgi\/challenge-platform\/|awsWafCookieDomainList|captcha-delivery\.com/;
const SIGN_IN_PAGE = /<input\b[^>]*\btype\s*=\s*["']?password\b/i;

/** Says that a firewall wants a browser, where the answer has its mark. Trying again at once does not help. */
export function challengeOf({ statusCode, headers }: AnswerHead): string | undefined {
  if (statusCode === 200) return undefined;
  const firewall = FIREWALLS.find(([header, value]) => value.test(String(headers[header] ?? '')));
  return firewall && challenged(firewall[2], statusCode);
}

/** Why an answer other than 200 is no list. */
export function obstacleOf(answer: AnswerHead): string {
  const { statusCode, headers } = answer;
  const challenge = challengeOf(answer);
  if (challenge) return challenge;
  if (statusCode === 401) return 'it asks for a sign-in (status 401)';
  if (statusCode === 403) return 'it refuses programs that are no browser, or this network (status 403)';
  const reason = String(headers['x-ms-error-code'] ?? '');
  return `it answered ${statusCode}${/^\w{1,60}$/.test(reason) ? ` (${reason})` : ''}`;
}

/** Whose sign-in a redirect leads to; undefined where it leads to none. */
export function signInAt(address: string): string | undefined {
  const { hostname, pathname } = new URL(address);
  const known = SIGN_IN_HOSTS.find(([host]) => host.test(hostname));
  if (known) return `it asks for ${known[1]}`;
  return SIGN_IN_PATH.test(pathname) ? `it asks for a sign-in at ${hostname}` : undefined;
}

/** What a web page in the place of the list is, by its beginning. */
export function obstacleInPage(beginning: string): string {
  return knownObstacleInPage(beginning) ?? 'it answered with a web page instead of the list';
}

/** What a web page asks for, by its beginning, where a web page is what is wanted. Undefined: nothing. */
export function knownObstacleInPage(beginning: string): string | undefined {
  if (CHALLENGE_PAGE.test(beginning)) return challenged(undefined, 200);
  if (SIGN_IN_PAGE.test(beginning)) return 'it answered with a page that asks for a sign-in instead of the list';
  return undefined;
}

function challenged(firewall: string | undefined, status: number): string {
  const whose = firewall === undefined ? '' : `${firewall}, `;
  return `a firewall asks for a challenge that only a browser can answer (${whose}status ${status})`;
}
