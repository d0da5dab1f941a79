/** `reading:characters …` as a map from each character to its reading; the first row that has a character counts. */
export function byCharacter(rows: string): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const row of rows.trim().split(/\s+/)) {
    const [reading, characters] = row.split(':');
    for (const character of characters!) if (!table.has(character)) table.set(character, reading!);
  }
  return table;
}
