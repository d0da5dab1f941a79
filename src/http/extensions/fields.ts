import type { FastifySchemaValidationError } from 'fastify';
import type { EntityType } from '../../domain/entity-type.ts';
import { isStorable } from '../../domain/storable.ts';
import { sentence } from '../../errors.ts';
import { readSubjectName } from '../../screening/query.ts';
import type { FieldError } from './problems.ts';

type Problem = FastifySchemaValidationError;
type Params = Readonly<Record<string, unknown>>;

/** Where each kind of type is named in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const SENTENCES: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is missing.',
  type: ({ type }) => `must be ${TYPES[String([type].flat()[0])] ?? type}.`,
  // A null says that nothing is sent.
  enum: ({ allowedValues }) =>
    `must be one of: ${(allowedValues as unknown[]).filter((one) => one !== null).join(', ')}.`,
  const: ({ allowedValue }) => `must be ${allowedValue}.`,
  minimum: ({ limit }) => `must be ${limit} or more.`,
  maximum: ({ limit }) => `must be ${limit} or less.`,
  minLength: ({ limit }) => (limit === 1 ? 'is empty.' : `must have ${limit} characters or more.`),
  maxLength: ({ limit }) => `must have ${limit} characters or fewer.`,
  minItems: ({ limit }) => (limit === 1 ? 'is empty.' : `must have ${limit} items or more.`),
  maxItems: ({ limit }) => `must have ${limit} items or fewer.`,
  uniqueItems: () => 'must not name anything twice.',
  additionalProperties: () => 'is not known here.',
  // The only format of a request.
  format: () =>
    'must be an ISO 8601 date, date-time, month or year that exists and is not to come, such as 1970-01-31 or 1970.',
  pattern: () => 'has a character that it may not have.',
};

/**
 * What a schema found wrong, one sentence a field, in the order of the schema. `where` is the part of the request, as
 * Fastify names it.
 */
export function fieldErrors(problems: readonly Problem[], where: string | undefined): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const problem of problems) {
    const name = fieldOf(problem) || 'body';
    const field = where === 'headers' ? headerName(name) : name;
    if (!found.has(field)) found.set(field, { field, message: `${field} ${sentenceOf(problem)}` });
  }
  return [...found.values()];
}

/** The top-level texts of a body, and those in its lists, that no record can hold as they came. */
export function unstorableFields(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null) return [];
  const members = Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
    Array.isArray(value) ? value.map((one, place) => [`${name}[${place}]`, one]) : [[name, value]],
  );
  return members
    .filter(([, value]) => typeof value === 'string' && !isStorable(value))
    .map(([field]) => ({ field, message: `${field} must be valid Unicode text.` }));
}

/** Reads names of a body one after the other, and adds what is wrong with them to `wrong`. */
export function subjectNames(entityType: EntityType, wrong: FieldError[]): (field: string, text: string) => string {
  return (field, text) => {
    try {
      return readSubjectName(text, entityType);
    } catch (error) {
      wrong.push({ field, message: sentence(error) });
      return text;
    }
  };
}

function sentenceOf({ keyword, params }: Problem): string {
  return SENTENCES[keyword]?.(params) ?? 'has a wrong form.';
}

/** `/items/3/name` as `items[3].name`; a member that is missing or not known belongs to its name. */
function fieldOf({ instancePath, params }: Problem): string {
  const { missingProperty, additionalProperty } = params as Record<string, string | undefined>;
  const member = missingProperty ?? additionalProperty;
  const parts = instancePath.split('/').slice(1).map(unescaped);
  const path = parts.reduce((text, part) => joined(text, part), '');
  return member === undefined ? path : joined(path, member);
}

/** `Idempotency-Key` of `idempotency-key`. */
function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function joined(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  return path === '' ? part : `${path}.${part}`;
}

/** RFC 6901. */
function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
