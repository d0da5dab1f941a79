/** Columns of a fixed width for a terminal; null shows as a dash. */
export function table(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => String(cell ?? '–')));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
