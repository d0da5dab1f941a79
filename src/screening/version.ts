/**
 * Version of the index format and of the scoring, kept with every stored screening. A snapshot of another version is
 * compiled again from the stored lists.
 */
export const ENGINE_VERSION = '2.35.0';
