import { readDateOfBirth } from '../domain/date-of-birth.ts';
import type { EntityType } from '../domain/entity-type.ts';
import { type Identifier, identifierText } from '../domain/identifier.ts';
import { foldText } from '../screening/names/fold-text.ts';

/**
 * Who was screened, so that a dismissal can be remembered for the same subject: folded name, type and day of birth. A
 * subject with a birth date or numbers is another than one without, since these speak for or against a match.
 */
export function subjectKey(screened: {
  readonly name: string;
  readonly entityType: EntityType;
  readonly dateOfBirth: string | null;
  readonly identifiers?: readonly Identifier[] | undefined;
}): string {
  const day = (screened.dateOfBirth && readDateOfBirth(screened.dateOfBirth)?.day) || '';
  const numbers = (screened.identifiers ?? []).map(identifierText).sort();
  return [foldText(screened.name), screened.entityType, day, ...numbers].join('\n');
}
