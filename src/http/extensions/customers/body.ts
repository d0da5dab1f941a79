import type { Static } from 'typebox';
import type { CustomerContent } from '../../../domain/customer.ts';
import { readDateOfBirth } from '../../../domain/date-of-birth.ts';
import { LIST_CATEGORIES } from '../../../domain/list-entry.ts';
import { DEFAULT_MIN_SCORE } from '../../../screening/query.ts';
import { subjectNames } from '../fields.ts';
import { type FieldError, invalidFields } from '../problems.ts';
import type { CustomerBody } from './schemas.ts';

/** The content of a customer, from a body that its schema passed. Throws 400 with every name that is wrong. */
export function customerContent(body: Static<typeof CustomerBody>): CustomerContent {
  const wrong: FieldError[] = [];
  const named = subjectNames(body.entityType, wrong);
  const name = named('name', body.name);
  const otherNames = (body.otherNames ?? []).map((text, place) => named(`otherNames[${place}]`, text));
  const identifiers = (body.identifiers ?? []).map(({ value, ...rest }, place) => {
    const field = `identifiers[${place}].value`;
    if (!/[\p{L}\p{N}]/u.test(value)) wrong.push({ field, message: `${field} has no letter or digit.` });
    return { value: value.trim(), ...rest };
  });
  if (wrong.length > 0) throw invalidFields(wrong);
  const born = body.dateOfBirth === undefined ? undefined : readDateOfBirth(body.dateOfBirth);
  return {
    name,
    entityType: body.entityType,
    dateOfBirth: born?.echo ?? null,
    otherNames,
    identifiers,
    categories: [...(body.categories ?? LIST_CATEGORIES)].sort(),
    // Adding zero turns -0 into 0, which is what a customer gives back.
    minScore: (body.minScore ?? DEFAULT_MIN_SCORE) + 0,
    monitored: body.monitored ?? true,
  };
}
