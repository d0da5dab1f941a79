/** Wherever it stands, in the languages of the documents that are read. Its first letter is lost most easily. */
const ANYWHERE = /\b(?:(?:E?S)?PECIMEN|FAC-?SIMILE)\b/;
/** Names and words of other things too, so that only a line of its own counts. */
const ALONE = /^(?:MUSTER|SAMPLE|VOID|MODELO|PRZYKLAD|VZOR|OBRAZEC|NOT VALID|UNGULTIG|ANNULE|INVALID)$/;

/** Words by which a document says that it is a specimen or void, such as `SPECIMEN`; folded, each once. */
export function specimenWordsIn(lines: readonly string[]): string[] {
  const found = lines.map(folded).flatMap((line) => ANYWHERE.exec(line)?.[0] ?? ALONE.exec(line)?.[0] ?? []);
  return [...new Set(found.map((word) => (word === 'PECIMEN' ? 'SPECIMEN' : word)))];
}

function folded(line: string): string {
  return line
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('Ł', 'L')
    .replaceAll('ł', 'l')
    .toUpperCase()
    .replace(/[^A-Z-]+/g, ' ')
    .trim();
}
