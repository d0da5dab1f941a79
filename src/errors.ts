/** Stable codes of everything that can go wrong by a user's, an operator's or a list's doing. */
export type ErrorCode =
  | 'usage' // a wrong command line or setting
  | 'validation' // a request or a value that breaks a rule
  | 'not-found'
  | 'quota-exhausted'
  | 'full' // as much is kept as may be kept without being paid for
  | 'key-refused' // an API key was withdrawn while its request was under way
  | 'forbidden' // somebody's role does not let them
  | 'reason-required' // a decision without a reason, where the account asks for one
  | 'last-owner' // an account would be left without an owner who can sign in
  | 'last-factor' // a person would be left without the second factor that their account requires
  | 'list-unusable' // a list file that is truncated, empty, of another kind, or that shrank too much
  | 'list-download' // an official address that could not be read
  | 'busy' // somebody else holds what is needed; later it works
  | 'unwritable' // the disk does not take what should be stored: it is full, read-only or over a limit
  | 'interrupted' // a thread of ours died over it; what it should store may or may not be stored
  | 'damaged' // data on disk that is not what was written
  | 'unchecked' // what should be proved could not be looked at
  | 'schema-newer'; // a database of a newer version of this program

/** An error whose message is a public sentence; internal detail goes into `cause`. */
export class TouchstoneError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'TouchstoneError';
    this.code = code;
  }
}

/** The sentence to show for any thrown value. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
