/** A data element of a document. Names come in parts where the source keeps the parts apart. */
export type Field =
  | 'documentType'
  | 'documentNumber'
  | 'surname'
  | 'givenNames'
  | 'fullName'
  | 'dateOfBirth'
  | 'expiryDate'
  | 'country'
  | 'region'
  | 'address'
  | 'nationality'
  | 'sex';

/** The machine-readable zone, the barcode, or the visual inspection zone (ICAO Doc 9303 part 3). */
export type SourceKind = 'mrz' | 'barcode' | 'visual';

/** What one source says of one field. */
export interface FieldReading {
  readonly value: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** False where a check digit over it does not hold, or a rule had to guess. */
  readonly sure: boolean;
  /** Of a printed name: a letter or a space in it may be another, or none. */
  readonly isDoubtful?: boolean;
  /** The source may have cut the name off. */
  readonly truncated?: boolean;
}

/** One part of a document with everything it says. */
export interface DocumentSource {
  readonly kind: SourceKind;
  /** The source can be trusted as a whole: a valid machine-readable zone, or a decoded barcode. */
  readonly reliable: boolean;
  /** There is print beside the zone, so a name that the zone cuts off stands there in full. */
  readonly isPrinted?: boolean;
  readonly fields: Partial<Record<Field, FieldReading>>;
}

/** A reading with the source that it comes from. */
export interface SourcedReading {
  readonly kind: SourceKind;
  readonly reading: FieldReading;
}

/** What becomes known while the fields are chosen: their sources, contradictions and doubts. */
export interface Findings {
  readonly origins: Partial<Record<Field, SourceKind>>;
  readonly conflicts: Set<Field>;
  readonly doubtful: Set<Field>;
}

/**
 * Readings of at least this confidence are taken letter by letter. In 450 numbers and names of drawn documents and
 * photographs, none of them differed from a valid zone unless the document itself said something else. One misread
 * value had 0.96.
 */
export const UNDOUBTED = 0.97;

/**
 * The day on which a document ends that never does. Issuers print 9999 or a word for it, and 99 in a zone. No answer
 * names this day.
 */
export const UNLIMITED = '9999-12-31';

/** A source that was read with less confidence contradicts no other. */
export const MIN_CONTRADICTING = 0.85;

/** Names with a lower likeness (0 to 1) are different names, not one name misread. */
export const MIN_SAME_NAME = 0.5;

/** The first reading that is sure, else the best read one. `ranked` begins with the source that is trusted most. */
export function bestReading(ranked: readonly DocumentSource[], field: Field): SourcedReading | undefined {
  const all = ranked.flatMap(({ kind, fields }) => (fields[field] ? [{ kind, reading: fields[field] }] : []));
  const most = Math.max(...all.map(({ reading }) => reading.confidence));
  return all.find(({ reading }) => reading.sure) ?? all.find(({ reading }) => reading.confidence === most);
}
