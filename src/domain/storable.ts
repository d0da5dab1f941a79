/**
 * Whether a text can be stored as it was sent. A lone surrogate has no UTF-8 form, and PostgreSQL takes no NUL: the
 * record would keep another text.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether a text has U+FFFD: what a program puts for letters that it could not read, so that nobody knows them. */
export function hasLostLetters(text: string): boolean {
  return text.includes('\ufffd');
}
