import type { User } from '../domain/user.ts';

/** A session that has begun, with the values that the browser keeps. */
export interface SignedIn {
  readonly user: User;
  /** The random value for the cookie. */
  readonly session: string;
  /**
   * Another, which stays after the session's end: a browser that brings it is known (`sign-in-limit.ts`). Undefined
   * while a second factor is due: whoever cannot show it must not become known by trying.
   */
  readonly browser: string | undefined;
}

/** The values that a signed-in browser sends in its cookies. */
export interface BrowserSession {
  readonly session: string;
  readonly browser: string | undefined;
}

/** Who asks to be let in. */
export interface Sender {
  /** Network address. */
  readonly client: string;
  /** The value by which the browser is known, where it brings one. */
  readonly browser: string | undefined;
  /** What the browser calls itself (`browser-name.ts`). */
  readonly agent?: string | null;
}
