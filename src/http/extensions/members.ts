import { type Static, type TSchema, Type } from 'typebox';
import { MAX_IDENTIFIERS, MAX_VALUE_LENGTH, MAX_WORD_LENGTH } from '../../domain/identifier.ts';

/** A top-level member of a body that may be left out. Null counts as left out, and no handler sees it. */
export function optional<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: readonly unknown[] };
  return Type.Optional(
    Type.Unsafe<Static<S>>({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) } as TSchema),
  );
}

/** A value of a type of JSON Schema, or null. `rest`: its other keywords. */
export function nullable<T>(type: string, description: string, rest: object = {}) {
  return Type.Unsafe<T | null>({ type: [type, 'null'], ...rest, description });
}

/** A text, or null. `format`: of JSON Schema. */
export function nullableText(description: string, format?: string) {
  return nullable<string>('string', description, format === undefined ? {} : { format });
}

/** One of some words. */
export function oneOf<Value extends string>(values: readonly Value[], description: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], description });
}

/** A time in UTC. */
export function time(description: string) {
  return Type.String({ format: 'date-time', description });
}

/** A whole number from 0 on. */
export function count(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** Numbers of somebody, as a client sends them. */
export const IDENTIFIERS = Type.Array(
  Type.Object(
    {
      value: Type.String({
        minLength: 1,
        maxLength: MAX_VALUE_LENGTH,
        description: 'The number, as the document has it. Blanks, points and the like do not count.',
      }),
      type: Type.Optional(
        Type.String({
          maxLength: MAX_WORD_LENGTH,
          description: '`passport`, `national`, `tax`, `registration`, `imo`, `lei`, `bic`, `wallet`, or other words.',
        }),
      ),
      country: Type.Optional(
        Type.String({ maxLength: MAX_WORD_LENGTH, description: 'Of the issuer: ISO 3166-1 code or name.' }),
      ),
    },
    { additionalProperties: false },
  ),
  {
    maxItems: MAX_IDENTIFIERS,
    description: 'Compared with the numbers of the lists. The same number finds its entry whatever the name.',
  },
);

/** A list's entry, as alerts and explanations name it. */
export const ENTRY_MEMBERS = {
  source: Type.String({ description: 'Id of the list.' }),
  id: Type.String({ description: 'Id of the entry in its list.' }),
  url: nullableText('A page about the entry at the authority.'),
  listedOn: nullableText('The day of the listing.', 'date'),
  programme: nullableText('The programmes of the listing, joined by `; `.'),
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Of an own list: the version that brought the entry as it was.' }),
  ),
};
