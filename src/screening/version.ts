/**
 * Version of the index format and of the scoring, kept with every stored screening. A snapshot that another version
 * compiled is compiled anew from the stored lists.
 */
export const ENGINE_VERSION = '1.5.0';
