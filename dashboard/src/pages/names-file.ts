/** As large as the service takes a file of the dashboard. */
export const MAX_BYTES = 10_000_000;
const MAX_TITLE = 200;

export interface NamesFile {
  readonly name: string;
  /** As it is sent, with its media type: CSV in UTF-8 or UTF-16, a workbook, or lines of JSON. */
  readonly blob: Blob;
  /** Rows below the header of CSV, at most: one with a line break in a cell counts twice. Undefined for other files. */
  readonly rows?: number;
}

/** Media types of files that are sent as they are, by the ends of their names. */
const TYPES: readonly (readonly [end: RegExp, type: string])[] = [
  [/\.xl[st][xm]$/i, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [/\.o[dt]s$/i, 'application/vnd.oasis.opendocument.spreadsheet'],
  [/\.(ndjson|jsonl?)$/i, 'application/x-ndjson'],
];

/** A file that somebody chose, in the form in which the service takes it. */
export async function namesFile(file: File): Promise<NamesFile> {
  const type = TYPES.find(([end]) => end.test(file.name))?.[1];
  if (type === undefined) return textFile(file);
  return { name: file.name.slice(0, MAX_TITLE), blob: new Blob([file], { type }) };
}

/** A file as text. What is neither UTF-8 nor UTF-16 is read as spreadsheets on Windows write it in western Europe. */
async function textFile(file: File): Promise<NamesFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decoded(bytes);
  const lines = text.split(/\r\n?|\n/).filter((line) => line.replace(/[\s,;"]/g, '') !== '');
  const header = /^"?sep=/i.test(lines[0] ?? '') ? 2 : 1;
  return {
    name: file.name.slice(0, MAX_TITLE),
    blob: new Blob([text], { type: 'text/csv' }),
    rows: Math.max(0, lines.length - header),
  };
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
