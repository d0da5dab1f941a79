import type { Actor } from '../domain/actor.ts';
import type { SavedView } from '../domain/saved-view.ts';
import type { Suspended } from '../domain/suspension.ts';
import type {
  Credentials,
  Invitation,
  ListedUser,
  NewInvitation,
  RecoveryCode,
  SessionView,
  User,
  UserRole,
} from '../domain/user.ts';

/** Users of the dashboard, their invitations, second factors, sessions and known browsers. Secrets come as hashes. */
export interface UserRecords {
  /**
   * Reserves nothing: an address belongs to the person who first accepts an invitation of it. Throws `not-found` where
   * there is no such account, and `last-owner` where the invitation would take that role away.
   */
  invite(invitation: NewInvitation, actor: Actor): Promise<void>;
  /** Undefined where there is none, or it was used or has expired. */
  invitation(hash: Uint8Array): Promise<Invitation | undefined>;
  /**
   * Uses up a link: sets the password, ends other sessions, forgets known browsers and begins a session.
   * `used-up`: it was used or has expired. `address-taken`: the address belongs to another account, and the link stays
   * valid.
   */
  accept(accepted: {
    link: Uint8Array;
    email: string;
    password: string;
    session: Uint8Array;
  }): Promise<User | 'used-up' | 'address-taken'>;
  /** Undefined for who has no password yet, is suspended or was removed. */
  credentials(email: string): Promise<Credentials | undefined>;
  /** The same by the id. */
  credentialsOf(userId: number): Promise<Credentials | undefined>;
  /** Oldest first, without those that were removed. */
  list(accountId: number): Promise<ListedUser[]>;
  /** Addresses of users, also of those that were removed. */
  emails(accountId: number): Promise<Map<number, string>>;
  /** False where the account has no such user. Throws `last-owner`. */
  setRole(accountId: number, userId: number, role: UserRole, actor: Actor): Promise<boolean>;
  /** Ends the suspension of a person, or of everybody, and of their invitations; answers those that it ended. */
  resume(email: string | null, actor: Actor): Promise<Pick<Suspended, 'people' | 'invitations'>>;
  /** Removes a user with their sessions. False where the account has no such user. Throws `last-owner`. */
  remove(accountId: number, userId: number, actor: Actor): Promise<boolean>;
  /** The views that a person keeps, in their order. */
  views(userId: number): Promise<readonly SavedView[]>;
  /** In place of all others. */
  setViews(userId: number, views: readonly SavedView[]): Promise<void>;
  /** Ends every session but this one, and forgets every known browser but this one. */
  setPassword(userId: number, password: string, session: Uint8Array, browser: Uint8Array | undefined): Promise<void>;
  /** Remembers a secret until a code confirms it. */
  beginTotp(userId: number, secret: string): Promise<void>;
  /** Base32; undefined where none was begun. */
  pendingTotp(userId: number): Promise<string | undefined>;
  /** Switches the second factor to this secret and these recovery codes; null: off. Ends every session but this one. */
  setTotp(
    userId: number,
    totp: { readonly secret: string; readonly recoveryCodes: readonly string[] } | null,
    session: Uint8Array,
  ): Promise<void>;
  /** In place of all others; PHC strings. */
  setRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void>;
  /** Those that are in force, used ones too. */
  recoveryCodes(userId: number): Promise<readonly RecoveryCode[]>;
  /** False where it was used before, or others have taken its place. */
  useRecoveryCode(userId: number, hash: string): Promise<boolean>;
  /** False where a code of this time step was used before (RFC 6238 §5.2). */
  useTotpStep(userId: number, step: number): Promise<boolean>;
  /** Begins a session in place of an older one; sessions that are too old are thrown away. */
  beginSession(userId: number, session: Uint8Array, replaced: Uint8Array | undefined, oldest: string): Promise<void>;
  /** Whether the person of this address signed in with this browser before. */
  knowsBrowser(email: string, browser: Uint8Array): Promise<boolean>;
  /**
   * Knows a browser from now on: by the value that it presents where somebody signed in with that one before, else by
   * the fresh one. True where the presented one stays.
   */
  rememberBrowser(userId: number, browser: { presented: Uint8Array | undefined; fresh: Uint8Array }): Promise<boolean>;
  /** Undefined where it has ended, or its user is suspended or removed. Its age is for the caller to judge. */
  session(hash: Uint8Array): Promise<SessionView | undefined>;
  /** Notes that the session and its user were here now. */
  sawSession(hash: Uint8Array): Promise<void>;
  /** Nothing happens where there is none. */
  endSession(hash: Uint8Array): Promise<void>;
}
