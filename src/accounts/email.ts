const MAX_EMAIL_LENGTH = 254;

/** Whether a trimmed text has the form of an address; whether somebody reads it nobody can tell from here. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u.test(text);
}
