import type { FastifySchemaValidationError } from 'fastify';
import type { Static } from 'typebox';
import { readDateOfBirth } from '../../domain/date-of-birth.ts';
import { REFERENCE_FORM } from '../../domain/record-reference.ts';
import { hasLostLetters, isStorable } from '../../domain/storable.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES } from '../../screening/query.ts';
import { say } from '../../sentences.ts';
import type { NameToScreen } from '../../use-cases/screenings.ts';
import { invalid, type Refusal } from '../wire/failure.ts';
import type { ScreeningRequest } from '../wire/schemas.ts';

/** Every sentence a body can be refused with, by the member that is wrong. */
const SENTENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  name: {
    missing: say('body.name-missing'),
    type: 'name must be a string.',
    maxLength: say('body.name-too-long'),
    pattern: say('body.name-without-letters'),
    wellFormed: 'name must be valid Unicode text.',
  },
  entityType: {
    missing: 'entityType is missing.',
    type: 'entityType must be a string.',
    enum: 'entityType must be "Individual" or "Organization".',
  },
  dateOfBirth: {
    type: 'dateOfBirth must be a string.',
    format: say('body.birth-date-invalid'),
  },
  minScore: {
    type: 'minScore must be a number.',
    minimum: say('body.min-score-invalid'),
    maximum: say('body.min-score-invalid'),
  },
  reference: {
    type: 'reference must be a string.',
    maxLength: `reference must be ${REFERENCE_FORM}.`,
    pattern: `reference must be ${REFERENCE_FORM}.`,
  },
};

/**
 * Makes a parsed body ready for its schema: an object with the name trimmed, since text counts after trimming.
 * Throws the refusal of a body that is missing or no object.
 */
export function trimmedBody(body: unknown): Record<string, unknown> {
  if (body === undefined) throw invalid(['The body is empty; it must be a JSON object.']);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid(['The body must be a JSON object.']);
  const members = body as Record<string, unknown>;
  const { name } = members;
  if (typeof name !== 'string') return members;
  if (!isStorable(name)) throw invalid([SENTENCES.name!.wellFormed!]);
  if (hasLostLetters(name)) throw invalid([say('body.name-lost-letters')]);
  return { ...members, name: name.trim() };
}

/** The refusal for what the schema found in a body. `notes`: what else to know, sentences. */
export function refusalOf(
  problems: readonly FastifySchemaValidationError[],
  notes: readonly string[] | undefined,
): Refusal {
  return invalid(Object.values(problemsOf(problems)), notes);
}

/** A sentence for each member that the schema found wrong, in the order of the specification's table. */
export function problemsOf(problems: readonly FastifySchemaValidationError[]): Record<string, string> {
  const found = new Map<string, string>();
  for (const { instancePath, keyword, params } of problems) {
    const member = keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1);
    const missing = keyword === 'required' || keyword === 'minLength';
    const sentence = SENTENCES[member]?.[missing ? 'missing' : keyword] ?? `${member || 'The body'} is not valid.`;
    if (!found.has(member)) found.set(member, sentence);
  }
  return Object.fromEntries(
    Object.keys(SENTENCES).flatMap((member) => (found.has(member) ? [[member, found.get(member)!]] : [])),
  );
}

/** The query and what the record says of it, from a body that its schema passed. */
export function readQuery(body: Static<typeof ScreeningRequest>): NameToScreen {
  // Null says the same as a member that is left out.
  const born = typeof body.dateOfBirth === 'string' ? readDateOfBirth(body.dateOfBirth) : undefined;
  return {
    dateOfBirth: born?.echo ?? null,
    reference: body.reference ?? null,
    query: {
      name: body.name,
      entityType: body.entityType,
      ...(born && { dateOfBirth: born.day }),
      // Adding zero turns -0 into 0, which is what a record gives back.
      minScore: (body.minScore ?? DEFAULT_MIN_SCORE) + 0,
      limit: MAX_MATCHES,
    },
  };
}
