import type { AuditEntry } from '../domain/audit.ts';
import type { Environment } from '../domain/environment.ts';

/** The version of the Elastic Common Schema whose fields these are. */
const ECS_VERSION = '8.17.0';
const AUTHENTICATION = new Map([
  ['user.signed-in', 'start'],
  ['user.sign-in-failed', 'start'],
  ['user.passkey-copied', 'start'],
  ['user.recovery-code-used', 'info'],
  ['user.second-factor-shown', 'info'],
  ['user.proof-given', 'info'],
  ['user.signed-out', 'end'],
  ['user.sessions-ended', 'end'],
  ['user.provider-logout', 'end'],
  ['user.access-lost', 'end'],
]);
/** What actions are about, by their first word; others change the settings of the service. */
const CATEGORIES = new Map([
  ['account', 'iam'],
  ['key', 'iam'],
  ['user', 'iam'],
  ['alert', 'database'],
  ['alerts', 'database'],
  ['bulk', 'database'],
  ['customer', 'database'],
  ['customers', 'database'],
  ['images', 'database'],
  ['records', 'database'],
  ['screening', 'database'],
  ['screenings', 'database'],
  ['verification', 'database'],
  ['verifications', 'database'],
]);
const CREATED = /\.(created|made|invited|joined|imported|published)$/;
const DELETED = /\.(deleted|removed|revoked|expired)$/;
const FAILED = /[.-]failed$|-refused$|^list\.refused$|^user\.passkey-copied$/;

/**
 * An entry as one line of JSON, in fields of the Elastic Common Schema. All else of it stands under `touchstone.audit`,
 * so that the chain can be followed. It has ids alone, as the log does, and is ASCII. `client`: the network address
 * that asked, where the operator wants it.
 */
export function ecsLine(entry: AuditEntry & { readonly client: string | null }, environment: Environment): string {
  const { sequence, at, actor, action, subject, accountId, details, hash, client } = entry;
  const authentication = AUTHENTICATION.get(action);
  const category = authentication ? 'authentication' : (CATEGORIES.get(action.split('.', 1)[0]!) ?? 'configuration');
  const line = JSON.stringify({
    '@timestamp': at,
    ecs: { version: ECS_VERSION },
    event: {
      kind: 'event',
      module: 'touchstone',
      dataset: 'touchstone.audit',
      category: [category],
      type: [authentication ?? typeOf(action, category)],
      action,
      outcome: FAILED.test(action) ? 'failure' : 'success',
      id: String(sequence),
      sequence,
      hash,
    },
    user: { id: actor },
    ...(client !== null && { source: { ip: client } }),
    ...(accountId !== null && { organization: { id: String(accountId) } }),
    service: { name: 'touchstone', type: 'touchstone', environment },
    touchstone: { audit: { subject, details } },
  });
  return line.replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Records that are made or deleted are changes of a database. */
function typeOf(action: string, category: string): string {
  if (action.endsWith('.exported')) return 'access';
  if (category === 'database') return 'change';
  if (CREATED.test(action)) return 'creation';
  return DELETED.test(action) ? 'deletion' : 'change';
}
