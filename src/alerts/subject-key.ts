import { readDateOfBirth } from '../domain/date-of-birth.ts';
import type { EntityType } from '../domain/entity-type.ts';
import { foldText } from '../screening/names/fold-text.ts';

/**
 * Who was screened, so that a dismissal can be remembered for the same subject: folded name, type and day of birth. A
 * subject with a birth date is another than one without, since the date is what speaks for or against a match.
 */
export function subjectKey(screened: {
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
}): string {
  const day = (screened.dateOfBirth && readDateOfBirth(screened.dateOfBirth)?.day) || '';
  return [foldText(screened.name), screened.entityType, day].join('\n');
}
