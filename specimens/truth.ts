import type { Pixels, Quad } from '../src/imaging/pixels.ts';

export type DocumentKind = 'passport' | 'national_id' | 'residence_permit' | 'visa' | 'driving_licence';

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRA1988' | 'FRDL';

export interface PrintedMrz {
  readonly format: MrzFormat | 'CHE-DL';
  readonly lines: readonly string[];
}

export interface PrintedBarcode {
  /** What the PDF417 holds, as text. */
  readonly text: string;
  /** Its data elements by AAMVA identifier (`DAQ`, `DCS`, …). */
  readonly elements: Readonly<Record<string, string>>;
  readonly version: number;
}

/** An invented person. Dates are `YYYY-MM-DD`, states ISO 3166-1 alpha-3. */
export interface Holder {
  readonly surname: string;
  readonly given: readonly string[];
  readonly sex: 'M' | 'F' | 'X';
  readonly birthDate: string;
  readonly birthPlace: string;
  readonly nationality: string;
  readonly address: readonly [string, string];
  /** Seed of the face. */
  readonly face: number;
}

/** What a person would read off the side or sides that a picture shows; null where it is not printed on them. */
export interface Truth {
  readonly type: DocumentKind;
  readonly country: string;
  readonly region: string | null;
  readonly number: string | null;
  readonly surname: string | null;
  readonly given: string | null;
  readonly birthDate: string | null;
  readonly issueDate: string | null;
  readonly expiryDate: string | null;
  readonly sex: 'M' | 'F' | 'X' | null;
  readonly nationality: string | null;
  readonly address: string | null;
  readonly mrz: PrintedMrz | null;
  readonly barcode: PrintedBarcode | null;
  /** Width of the barcode's narrowest bar in pixels; under about 2 no decoder can tell bars apart. */
  readonly bar: number | null;
  /** Name of the layout, its fonts and the languages of its labels. */
  readonly layout: string;
  readonly fonts: string;
  readonly languages: readonly string[];
  /** The layout, a font or a language is one that readers are not developed on. */
  readonly heldOut: boolean;
  readonly damages: readonly string[];
  /** The page or card and its portrait in the picture's pixels, one a side that the picture shows. */
  readonly pages: readonly Quad[];
  readonly portrait: Quad | null;
}

/** Fields of a truth that stand printed on a side. */
export type PrintedField =
  | 'number'
  | 'surname'
  | 'given'
  | 'birthDate'
  | 'issueDate'
  | 'expiryDate'
  | 'sex'
  | 'nationality'
  | 'address';

/** One side of a document, scanned flat and clean. */
export interface Side {
  readonly pixels: Pixels;
  readonly printed: ReadonlySet<PrintedField>;
  readonly mrz: PrintedMrz | null;
  readonly barcode: PrintedBarcode | null;
  /** Width of its narrowest bar in pixels. */
  readonly bar: number | null;
  readonly portrait: Quad | null;
  /** Where text that matters stands, in pixels of the side. */
  readonly zones: readonly Quad[];
  /** Radius of the corners in pixels. */
  readonly radius: number;
}

export interface Specimen {
  /** What all sides together say; `pages` and `portrait` are those of the first side. */
  readonly truth: Truth;
  readonly holder: Holder;
  readonly card: Pixels;
  readonly sides: readonly Side[];
}
