import { type Static, type TSchema, Type } from 'typebox';
import { invalidFields } from './problems.ts';

/** Rows of a page: from 1 to 200. */
export const MAX_PAGE = 200;
const STANDARD_PAGE = 50;
const MAX_CURSOR_LENGTH = 1_000;

/** The parameters of every list; a list adds its filters beside them. */
export const CURSOR_QUERY = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: STANDARD_PAGE, description: 'Items of a page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR_LENGTH, description: '`nextCursor` of the page before; opaque.' }),
  ),
};

/** Where a page begins: the sort values of the last item seen, such as `[score, id]`. */
export type Position = readonly (string | number)[];

/**
 * Reads `limit` and `cursor` of a list. `list` names the list and its order. `shape` is an example of its sort values,
 * such as `['', 0]`: 0 for an id, 0.5 for another number. Throws 400 for a cursor that this list did not give.
 */
export function readCursor(
  query: { readonly limit?: number; readonly cursor?: string },
  list: string,
  shape: Position,
): { readonly limit: number; readonly after: Position | undefined } {
  const { limit = STANDARD_PAGE, cursor } = query;
  return { limit, after: cursor === undefined ? undefined : position(cursor, list, shape) };
}

/** A page of what was read with `limit + 1`; `positionOf` gives the sort values of an item, unique in the list. */
export function cursorPage<Item, Shown = Item>(
  read: readonly Item[],
  { limit, list }: { readonly limit: number; readonly list: string },
  positionOf: (item: Item) => Position,
  show: (item: Item) => Shown = (item) => item as never,
): { items: Shown[]; nextCursor: string | null } {
  const page = read.slice(0, limit);
  const last = read.length > limit ? page.at(-1) : undefined;
  const text = last === undefined ? undefined : JSON.stringify([list, ...positionOf(last)]);
  return { items: page.map(show), nextCursor: text === undefined ? null : Buffer.from(text).toString('base64url') };
}

/** Schema of a list's answer. */
export function pageSchema<T extends TSchema>(item: T) {
  return Type.Object({
    items: Type.Unsafe<Static<T>[]>({ type: 'array', items: item, maxItems: MAX_PAGE }),
    nextCursor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Give it as `cursor` for the next page; null on the last one.',
    }),
  });
}

/** A database may take nothing but a whole number for an id. */
function isLike(example: unknown, value: unknown): boolean {
  return typeof value === typeof example && (typeof value !== 'number' || example !== 0 || Number.isSafeInteger(value));
}

function position(cursor: string, list: string, shape: Position): Position {
  try {
    const [name, ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const fits = values.length === shape.length && values.every((value, at) => isLike(shape[at], value));
    if (name === list && fits) return values as Position;
  } catch {
    // Refused below.
  }
  throw invalidFields([{ field: 'cursor', message: 'cursor is none of this list. Begin again without it.' }]);
}
