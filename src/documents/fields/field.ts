import type { Quad } from '../../imaging/pixels.ts';
import type { Row } from './rows.ts';

/** A value with where it was found and what told its meaning. */
export interface VisualField {
  readonly value: string;
  /** 0 to 1: how well it was read, less where its meaning was inferred. */
  readonly confidence: number;
  /** A label beside it, its place on the document, or title words. */
  readonly from: 'label' | 'layout' | 'title';
  /** The row that it stands in, in the picture. */
  readonly quad: Quad;
  /** Of a name: a letter or a space in it may be another, or none. */
  readonly isDoubtful?: boolean;
  /** Whether hardly any of such values is wrong; undefined where that was not learned. */
  readonly isSure?: boolean;
}

/** What a place tells is less sure than what a label tells. */
export const BY_LAYOUT = 0.8;

/** A field from a row. `factor` scales its confidence; a meaning told by the layout lowers it by a fifth. */
export function field(value: string, row: Row, from: VisualField['from'], factor = 1): VisualField {
  const confidence = row.confidence * factor * (from === 'layout' ? BY_LAYOUT : 1);
  return { value, confidence, from, quad: row.quad };
}

/** What the printed text of a document says; null where it is not said or not understood. Dates are `YYYY-MM-DD`. */
export interface VisualFields {
  /** `Driver License`, `Passport`, `National ID` or `Residence Permit`. */
  readonly documentType: VisualField | null;
  readonly documentNumber: VisualField | null;
  readonly surname: VisualField | null;
  readonly givenNames: VisualField | null;
  /** Where the parts of the name cannot be distinguished. */
  readonly fullName: VisualField | null;
  readonly dateOfBirth: VisualField | null;
  readonly issueDate: VisualField | null;
  readonly expiryDate: VisualField | null;
  /** ISO 3166-1 alpha-3. */
  readonly country: VisualField | null;
  /** Postal code of the state or province, United States and Canada. */
  readonly region: VisualField | null;
  readonly address: VisualField | null;
  /** ISO 3166-1 alpha-3. */
  readonly nationality: VisualField | null;
  /** `M`, `F` or `X`. */
  readonly sex: VisualField | null;
}
