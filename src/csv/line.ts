/**
 * Signs that make a cell a formula (OWASP, CSV Injection). Many spreadsheets split lines at semicolons or tabs, so the
 * text behind one of these is the begin of a cell as well. Quotes, white space and characters that nobody sees do not
 * stop it. A spreadsheet drops them, or a person does with the next copy. They are those of Unicode's Cc, Cf and
 * Default_Ignorable_Code_Point.
 */
const FORMULA = /(^|[;\t\r\n])([\s"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*)(?=[=+\-@＝＋－＠])/gu;
/** A spreadsheet may drop a leading tab or line break and read what follows as the cell. */
const LEADING_BREAK = /^[\t\r\n]/;

/** What a CSV file for people begins with: without it, spreadsheets read UTF-8 as an older code. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line of CSV (RFC 4180) in which no cell becomes a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(FORMULA, "$1$2'").replace(LEADING_BREAK, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
