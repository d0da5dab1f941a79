import type { HeldCapture } from '../domain/capture-session.ts';
import type { DocumentLook, DocumentSide } from './document-look.ts';
import type { TakenSide } from './progress.ts';

/** Pictures of one side that a session takes. */
export const MAX_TRIES = 20;

/** What a picture of a document says of what the person has to do. */
export interface JudgedSide {
  /** A code; null where nothing is wrong. */
  readonly problem: string | null;
  /** No picture like this is of any use, whatever the person says. */
  readonly isUseless: boolean;
  readonly fields: readonly string[];
  readonly lacking: number;
}

/** Kinds that have a machine-readable zone or a barcode on their back, where the front has none. */
const WITH_BACK: readonly string[] = ['National ID', 'Residence Permit'];
/** Licences with a barcode on their back (AAMVA). */
const WITH_BARCODE: readonly string[] = ['USA', 'CAN'];

/**
 * Whether the other side is wanted: the kind has one that can be read, and the front has not said it all. What was not
 * read of the front is what was asked for, where that is one thing.
 */
export function needsBack(look: DocumentLook, wished: Wishes): boolean {
  const asked = wished.documentTypes?.length === 1 ? wished.documentTypes[0]! : null;
  const [type, country] = [look.documentType ?? asked, look.country ?? wished.country];
  if (look.hasCode || type === 'Passport') return false;
  if (type === 'Driver License') return country === null || WITH_BARCODE.includes(country);
  return type === null || WITH_BACK.includes(type);
}

/** Judges a picture by what was read of it and what was asked for. */
export function judgeSide(look: DocumentLook, side: DocumentSide, wished: Wishes): JudgedSide {
  if (look.problem) return useless(look.problem.code);
  if (side === 'back') return judged(look.hasCode ? null : 'zone-missing', [], look.hasCode ? 0 : 1);
  const other = otherThan(look, wished);
  return other === null ? judgedFront(look, wished) : useless(other);
}

type Wishes = Pick<HeldCapture, 'documentTypes' | 'country'>;

/** What of a document is not what was asked for: a code, or null. What was not read may be right. */
function otherThan({ documentType, country }: DocumentLook, wished: Wishes): string | null {
  const types: readonly string[] = wished.documentTypes ?? [];
  if (documentType !== null && types.length > 0 && !types.includes(documentType)) return 'other-type';
  return country !== null && wished.country !== null && country !== wished.country ? 'other-country' : null;
}

function judgedFront(look: DocumentLook, wished: Wishes): JudgedSide {
  const { missing, documentType, hasCode, hasBadZone } = look;
  const lacksZone = hasBadZone || (documentType === 'Passport' && !hasCode);
  if (lacksZone) return judged('zone-missing', missing, missing.length + 1);
  // What the front of a card does not say, its back may.
  const isWrong = missing.length > 0 && !needsBack(look, wished);
  return judged(isWrong ? 'unreadable' : null, isWrong ? missing : [], missing.length);
}

function judged(problem: string | null, fields: readonly string[], lacking: number): JudgedSide {
  return { problem, isUseless: false, fields, lacking };
}

/**
 * What becomes of a side once a picture came. `isBetter`: the picture takes the place of the one that is there. The
 * person goes on with a picture without a fault, or with one that they keep. Once they were asked again, they go on
 * with the better one of two. A picture that is of no use never counts as the first of the two.
 */
export function afterPicture(
  before: TakenSide,
  judged: JudgedSide,
  { digest, isFinal }: { readonly digest: string; readonly isFinal: boolean },
): { readonly side: TakenSide; readonly isBetter: boolean } {
  const tries = before.tries + 1;
  const { problem, fields, isUseless } = judged;
  const isBetter = !isUseless && (!before.isThere || judged.lacking <= before.lacking);
  const isThere = before.isThere || isBetter;
  const isEnough = problem === null || isFinal || before.isThere;
  const isTaken = isThere && isEnough;
  const lacking = isBetter ? judged.lacking : before.lacking;
  return { side: { tries, isThere, isTaken, lacking, last: digest, problem, fields }, isBetter };
}

function useless(problem: string): JudgedSide {
  return { problem, isUseless: true, fields: [], lacking: 0 };
}
