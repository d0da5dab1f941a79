import type { Photo } from '../../src/imaging/decode.ts';
import type { ExtractedData } from '../../src/records/port.ts';

/** What `touchstone read --json` prints of a document, as far as it is measured here. */
export interface DocumentReading {
  readonly extractedData: ExtractedData;
  readonly mrz: { readonly format: string; readonly lines: readonly string[]; readonly valid: boolean } | null;
  readonly barcode: { readonly text?: string } | null;
  readonly refusal: string | null;
  readonly timings: Readonly<Record<string, number>>;
}

export interface Reader {
  read(photo: Photo): Promise<DocumentReading>;
}

/** The service's own reader. */
export async function openReader(): Promise<Reader> {
  const { DocumentReader } = await import(new URL('../../src/documents/read.ts', import.meta.url).href);
  return DocumentReader.open();
}
