import { readPastDateOfBirth } from '../domain/date-of-birth.ts';
import type { ExtractedData } from '../domain/verification.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../screening/query.ts';
import { type Requester, type ScreenNamePorts, type StoredScreening, screenName } from './screen-name.ts';

/** A verification, with what its document gave. */
export interface Holder {
  readonly verificationId: number;
  readonly extractedData: Pick<ExtractedData, 'fullName' | 'dateOfBirth'>;
}

/**
 * Screens the name and the birth date that a document gave, as a screening that belongs to the verification. It costs
 * one unit. A birth date that is none, or is to come, is left out. Throws `validation` where there is no name that can
 * be screened, and what `screenName` throws.
 */
export function screenHolder(
  ports: ScreenNamePorts,
  requester: Requester,
  { verificationId, extractedData: { fullName, dateOfBirth } }: Holder,
): Promise<StoredScreening> {
  const born = dateOfBirth === null ? undefined : readPastDateOfBirth(dateOfBirth, ports.now());
  const given = { name: fullName ?? '', entityType: 'Individual', dateOfBirth: born?.day };
  const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES, ports.now());
  return screenName(ports, { ...requester, verificationId }, { query, dateOfBirth: born?.echo ?? null });
}
