/** Why a request of the page of capture is refused; stable, since the page goes by it. */
export type CaptureRefusalCode =
  | 'session-unknown'
  | 'session-expired'
  | 'session-cancelled'
  | 'session-ended'
  | 'other-device'
  | 'too-many-frames'
  | 'wrong-step'
  | 'quota-exhausted'
  | 'upload-refused'
  | 'try-later';

const SENTENCES: Readonly<Record<CaptureRefusalCode, string>> = {
  'session-unknown': 'This link is not known.',
  'session-expired': 'This link has expired.',
  'session-cancelled': 'This link was cancelled.',
  'session-ended': 'This link was used already.',
  'other-device': 'Another device goes on with this link.',
  'too-many-frames': 'Too many pictures come at once.',
  'wrong-step': 'This is not what is to be done now.',
  'quota-exhausted': 'The account that asks cannot verify anybody now.',
  'upload-refused': 'The picture cannot be used.',
  'try-later': 'This cannot be done now; try again.',
};

/** A request of the page that is refused; the page says it in the person's language, by the code. */
export class CaptureRefusal extends Error {
  readonly code: CaptureRefusalCode;
  /** When to try again, where that makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: CaptureRefusalCode, retryAfterSeconds?: number) {
    super(SENTENCES[code]);
    this.name = 'CaptureRefusal';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
