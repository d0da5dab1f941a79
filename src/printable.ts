/*
 * Everything that the program says on a terminal goes through here. What customers, files and lists call things must
 * neither steer the terminal nor turn the order of what it shows (CVE-2021-42574).
 */

/** Control signs, but line breaks and tabs; marks of direction, of no width and of other formats; other line ends. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/gu;
/** Of these, what JSON leaves as it is. */
const UNSEEN_IN_JSON = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;
/** Most text has nothing beyond, which is seen far faster. */
const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Text for a terminal: what nobody would see becomes its escape as in JSON, such as `\u202e`. */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSEEN, escaped);
}

/** The same for JSON, whose meaning stays. */
export function printableJson(json: string): string {
  return PLAIN.test(json) ? json : json.replace(UNSEEN_IN_JSON, escaped);
}

/** Writes text to standard output. */
export function print(text: string): void {
  process.stdout.write(printable(text));
}

/**
 * Writes words for a human beside a log: to standard output where that is a terminal, else to standard error. A program
 * that reads the log then finds JSON alone.
 */
export function greet(text: string): void {
  if (process.stdout.isTTY) print(text);
  else complain(text);
}

/** Writes a value as a line of JSON to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(JSON.stringify(value))}\n`);
}

/** Writes text to standard error. */
export function complain(text: string): void {
  process.stderr.write(printable(text));
}

function escaped(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, place) => sign.charCodeAt(place));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

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
