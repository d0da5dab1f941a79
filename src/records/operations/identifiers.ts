import type { Identifier } from '../../domain/identifier.ts';

/** The numbers of a record or customer, from JSON; none where nothing was sent. */
export function identifiersOf(json: string | null): Identifier[] {
  return json === null ? [] : (JSON.parse(json) as Identifier[]);
}
