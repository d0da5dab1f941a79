/** Rows as a JSON array in UTF-8; `write` gives the JSON of one. */
export function jsonList<Row>(rows: Iterable<Row>, write: (row: Row) => string): Uint8Array {
  const texts: string[] = [];
  for (const row of rows) texts.push(write(row));
  return new TextEncoder().encode(`[${texts.join(',')}]`);
}
