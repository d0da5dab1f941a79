/** So many problems of one request are told; whoever mends these learns of the rest. */
export const MAX_PROBLEMS = 50;
/** UTF-16 units of a sentence: what it quotes of a request may be as long as the request. */
const MAX_LENGTH = 500;
/** Bytes of all problems together as JSON: with a second list of them an answer stays under 64 KiB. */
const MAX_BYTES = 24 * 1024;

/** The beginning of a text that is too long to be said. */
export function shortened(text: string, most = MAX_LENGTH): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/** The first problems of a request: so many and so long that an answer can tell them. One at least. */
export function boundedProblems<T>(problems: readonly T[]): readonly T[] {
  if (problems.length === 1) return problems;
  const shown: T[] = [];
  let bytes = 0;
  for (const problem of problems.slice(0, MAX_PROBLEMS)) {
    bytes += Buffer.byteLength(JSON.stringify(problem));
    if (bytes > MAX_BYTES && shown.length > 0) break;
    shown.push(problem);
  }
  return shown;
}
