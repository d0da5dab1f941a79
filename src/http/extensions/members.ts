import { type Static, type TSchema, Type } from 'typebox';

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

/** A list's entry, as alerts and explanations name it. */
export const ENTRY_MEMBERS = {
  source: Type.String({ description: 'Id of the list.' }),
  id: Type.String({ description: 'Id of the entry in its list.' }),
  url: nullableText('A page about the entry at the authority.'),
  listedOn: nullableText('The day of the listing.', 'date'),
  programme: nullableText('The programmes of the listing, joined by `; `.'),
};
