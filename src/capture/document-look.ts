import type { ExtractedData } from '../domain/verification.ts';

/** Why a picture of a document cannot be used. `text`: the sentence that a verification would be refused with. */
export interface DocumentProblem {
  /** `invalid`: the file is no picture. Others are about the photo. */
  readonly code:
    | 'invalid'
    | 'unreadable'
    | 'blurred'
    | 'glare'
    | 'dark'
    | 'bright'
    | 'small'
    | 'cut-off'
    | 'no-portrait';
  readonly text: string;
}

/** What was read of one side of a document while the person still holds it. No value of it is in here. */
export interface DocumentLook {
  /** Why the picture cannot be used; null where it can. */
  readonly problem: DocumentProblem | null;
  /** Members of `ExtractedData` that were not read, or with doubt. */
  readonly missing: readonly (keyof ExtractedData)[];
  /** As the contract names them; null where it was not read. */
  readonly documentType: string | null;
  /** ISO 3166-1 alpha-3; null where it was not read. */
  readonly country: string | null;
  /** A machine-readable zone or a barcode was read whole. */
  readonly hasCode: boolean;
  /** There is a machine-readable zone that was not read well. */
  readonly hasBadZone: boolean;
}

/** The side that a picture shows. */
export type DocumentSide = 'front' | 'back';
