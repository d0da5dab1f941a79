/** As large as the service takes a file of the dashboard. */
export const MAX_BYTES = 10_000_000;
const MAX_TITLE = 200;

export interface TextFile {
  readonly name: string;
  /** CSV in UTF-8 or UTF-16. */
  readonly blob: Blob;
  /** Rows below the header, at most: one with a line break in a cell counts twice. */
  readonly rows: number;
}

/** A file as text. What is neither UTF-8 nor UTF-16 is read as spreadsheets on Windows write it in western Europe. */
export async function textFile(file: File): Promise<TextFile> {
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
