import type { UserRecords } from '../users-port.ts';
import type { Store } from './store.ts';

/** The people of the dashboard; `now` dates what is written. */
export function userRecords(database: Store, now: () => Date): UserRecords {
  const at = () => now().toISOString();
  return {
    invite: (invitation, actor) => database.write('users.invite', invitation, at(), actor),
    invitation: (hash) => database.reader.call('users.invitation', hash, at()),
    accept: (accepted) => database.write('users.accept', accepted, at()),
    credentials: (email) => database.reader.call('users.credentials', email),
    credentialsOf: (userId) => database.reader.call('users.credentialsOf', userId),
    list: (accountId) => database.reader.call('users.list', accountId, at()),
    emails: (accountId) => database.reader.call('users.emails', accountId),
    setRole: (accountId, userId, role, actor) => database.write('users.role', accountId, userId, role, at(), actor),
    resume: (email, actor) => database.write('users.resume', email, at(), actor),
    remove: (accountId, userId, actor) => database.write('users.remove', accountId, userId, at(), actor),
    views: (userId) => database.reader.call('users.views', userId),
    setViews: (userId, views) => database.write('users.setViews', userId, views),
    setPassword: (userId, password, session, browser) =>
      database.write('users.password', userId, password, session, browser, at()),
    beginTotp: (userId, secret) => database.write('users.totp.begin', userId, secret),
    pendingTotp: (userId) => database.reader.call('users.pendingTotp', userId),
    setTotp: (userId, totp, session) => database.write('users.totp', userId, totp, session, at()),
    setRecoveryCodes: (userId, hashes) => database.write('users.recovery.set', userId, hashes, at()),
    recoveryCodes: (userId) => database.reader.call('users.recovery', userId),
    useRecoveryCode: (userId, hash) => database.write('users.recovery.use', userId, hash, at()),
    useTotpStep: (userId, step) => database.write('users.totp.step', userId, step),
    beginSession: (userId, session, replaced, oldest) =>
      database.write('sessions.begin', userId, session, replaced, oldest, at()),
    knowsBrowser: (email, browser) => database.reader.call('browsers.known', email, browser),
    rememberBrowser: (userId, browser) => database.write('browsers.remember', userId, browser, at()),
    session: (hash) => database.reader.call('sessions.get', hash),
    sawSession: (hash) => database.write('sessions.saw', hash, at()),
    endSession: (hash) => database.write('sessions.end', hash),
  };
}
