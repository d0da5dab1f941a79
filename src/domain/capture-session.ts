/** Where a session of capture stands. `expired`: its time ended before a record was made. */
export const CAPTURE_STATUSES = ['created', 'started', 'completed', 'expired', 'cancelled', 'failed'] as const;
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number];

/**
 * Why a session failed. No attempt at the movement held, the person declined, or the account's quota was spent when
 * they consented.
 */
export const CAPTURE_FAILURES = ['attempts', 'declined', 'quota'] as const;
export type CaptureFailure = (typeof CAPTURE_FAILURES)[number];

/** Languages of the page, by their ISO 639-1 codes. */
export const CAPTURE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'tr', 'uk', 'ar'] as const;
export type CaptureLanguage = (typeof CAPTURE_LANGUAGES)[number];

/** Kinds of documents that a session can ask for; the words of the contract. */
export const CAPTURE_DOCUMENTS = ['Passport', 'Driver License', 'National ID', 'Residence Permit'] as const;
export type CaptureDocument = (typeof CAPTURE_DOCUMENTS)[number];

/** Seconds that a link may hold, and those that it holds where nobody says. */
export const CAPTURE_LIFE = { least: 300, most: 604_800, standard: 86_400 } as const;
/** Attempts at the movement. */
export const MAX_ATTEMPTS = 3;

/** What whoever makes a link asks of the person. */
export interface CaptureWishes {
  /** What the caller calls the person by; see `RECORD_REFERENCE`. */
  readonly reference: string | null;
  /** Null: the browser's. */
  readonly language: CaptureLanguage | null;
  /** ISO 3166-1 alpha-3, of the document; null: any. */
  readonly country: string | null;
  /** Null: any of them. */
  readonly documentTypes: readonly CaptureDocument[] | null;
  /** Where the browser goes at the end; null: it stays. */
  readonly redirectUrl: string | null;
  readonly movement: boolean;
  /** Pictures may come from files, too. */
  readonly upload: boolean;
}

/** A link that is to be made. */
export interface NewCaptureSession extends CaptureWishes {
  /** Random, so that it says nothing. */
  readonly id: string;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** SHA-256 of the token in the link. */
  readonly tokenHash: Uint8Array;
  /** Seconds that the link holds, from the instant that it is made. */
  readonly expiresIn: number;
}

/** A session as its account sees it. Times are ISO 8601 in UTC. */
export interface CaptureSession {
  readonly id: string;
  readonly status: CaptureStatus;
  /** Null unless it failed. */
  readonly reason: CaptureFailure | null;
  readonly reference: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Attempts at the movement that began, 0 to `MAX_ATTEMPTS`. */
  readonly attempts: number;
  /** Null until it is completed. */
  readonly verificationId: number | null;
}

/** What a person agreed to. */
export interface Consent {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly language: CaptureLanguage;
  /** SHA-256 of the words that were shown, 64 hex digits. */
  readonly textHash: string;
}

/** A session as the page's requests need it, with the account behind it. */
export interface HeldCapture extends CaptureSession, CaptureWishes {
  /** SHA-256 of the token in the link. */
  readonly tokenHash: Uint8Array;
  /** Of the row, for writes. */
  readonly number: number;
  /** Raised by every write of the page. */
  readonly revision: number;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly userId: number | null;
  /** SHA-256 of the value by which the device is known; null before one came. */
  readonly device: Uint8Array | null;
  /** The id that its verification will have; null before consent. */
  readonly recordId: number | null;
  readonly consent: Consent | null;
  readonly startedAt: string | null;
  /** What the person did so far, JSON. */
  readonly progress: string;
  /** The attempt at the movement that goes on, JSON; null where none does. */
  readonly attempt: string | null;
  /** Who asks, as the account wants to be called. */
  readonly asker: string;
  /** Address of the asker's privacy notice; null where none is set. */
  readonly privacyUrl: string | null;
}

/** How an account asks people. */
export interface CaptureSettings {
  readonly accountId: number;
  /** What people read as the one who asks; null: the account's name. */
  readonly asker: string | null;
  readonly privacyUrl: string | null;
  /** Origins that a `redirectUrl` may have, such as `https://shop.example`. */
  readonly redirectOrigins: readonly string[];
}

/** Origins that an account may name. */
export const MAX_REDIRECT_ORIGINS = 20;
