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
}

/** What a place tells is less sure than what a label tells. */
const BY_LAYOUT = 0.8;

/** A field from a row. `factor` scales its confidence; a meaning told by the layout lowers it by a fifth. */
export function field(value: string, row: Row, from: VisualField['from'], factor = 1): VisualField {
  const confidence = row.confidence * factor * (from === 'layout' ? BY_LAYOUT : 1);
  return { value, confidence, from, quad: row.quad };
}
