import type { FastifyReply, FastifyRequest } from 'fastify';
import { RECORD_REFERENCE, REFERENCE_FORM } from '../domain/record-reference.ts';
import type { FilteredPage } from '../records/queries.ts';
import { type FieldError, invalidFields } from './extensions/problems.ts';
import { sendJson } from './route.ts';

const STANDARD_PAGE = 50;
const MAX_PAGE = 200;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Reads one parameter; answers undefined for what it is not. */
type Reader<Value> = {
  /** What the value must be, as it goes on after "must be". */
  readonly must: string;
  read(text: string): Value | undefined;
  /** For the document. */
  readonly schema: object;
};

/** One of these words. */
export function word<Word extends string>(...words: readonly Word[]): Reader<Word> {
  return {
    must: `one of: ${words.join(', ')}`,
    read: (text) => words.find((one) => one === text),
    schema: { type: 'string', enum: words },
  };
}

/** `true` or `false`. */
export const flag: Reader<boolean> = {
  must: 'true or false',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  schema: { type: 'boolean' },
};

const reference: Reader<string> = {
  must: REFERENCE_FORM,
  read: (text) => (RECORD_REFERENCE.test(text) ? text : undefined),
  schema: { type: 'string', maxLength: 128, pattern: RECORD_REFERENCE.source },
};

function whole(most: number, standard: number): Reader<number> {
  return {
    must: `a whole number from 1 to ${most}`,
    read: (text) => {
      const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
      return number >= 1 && number <= most ? number : undefined;
    },
    schema: { type: 'integer', minimum: 1, maximum: most, default: standard },
  };
}

/** An instant in UTC with milliseconds; a date is its first moment, a time without offset is UTC. */
const instant: Reader<string> = {
  must: 'an ISO 8601 date or time that exists, such as 2026-01-31 or 2026-01-31T08:00:00Z',
  read: (given) => {
    // A plus that nobody escaped arrives as a space.
    const text = given.replace(/ (?=\d{2}:\d{2}$)/, '+');
    const day = DATE.test(text) ? text : TIME.exec(text)?.[1];
    if (day === undefined || !isDay(day)) return undefined;
    const hasOffset = text === day || /(Z|[+-]\d{2}:\d{2})$/.test(text);
    const time = Date.parse(hasOffset ? text : `${text}Z`);
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  },
  schema: { type: 'string', maxLength: 40 },
};

/** The instant that a parameter names; undefined where it is not given. Throws 400 for what is none. */
export function readInstant(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const read = instant.read(text);
  if (read !== undefined) return read;
  throw invalidFields([{ field, message: `${field} must be ${instant.must}.` }]);
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
}

/** What every filtered list takes, beside the filters of its own. */
function readersOf<Sort extends string>(sorts: readonly Sort[]) {
  const orders = sorts.flatMap((sort): (Sort | `-${Sort}`)[] => [`-${sort}`, sort]);
  return {
    page: whole(999_999_999, 1),
    pageSize: whole(MAX_PAGE, STANDARD_PAGE),
    sortBy: word(...orders),
    from: instant,
    to: instant,
    reference,
  };
}

type Read<Readers> = { [Name in keyof Readers]?: Readers[Name] extends Reader<infer Value> ? Value : never };

/** The filters of one of the contract's lists: their schema, and how a request is read and answered. */
export function listFilters<Sort extends string, Own extends Record<string, Reader<unknown>>>(
  sorts: readonly [Sort, ...Sort[]],
  own: Own,
) {
  const readers: Record<string, Reader<unknown>> = { ...readersOf(sorts), ...own };
  const describe = ([name, reader]: [string, Reader<unknown>]) => [
    name,
    { ...reader.schema, description: TEXTS[name] },
  ];
  return {
    schema: { type: 'object', properties: Object.fromEntries(Object.entries(readers).map(describe)) },
    /** Undefined where the request names none of the list's parameters: then it is answered as the contract says. */
    read(request: FastifyRequest) {
      const query = request.query as Readonly<Record<string, unknown>>;
      const names = Object.keys(query);
      if (names.length === 0) return undefined;
      const given = readAll(query, readers) as Read<ReturnType<typeof readersOf<Sort>>> & Read<Own>;
      const { page = 1, pageSize = STANDARD_PAGE, sortBy = `-${sorts[0]}`, from, to, reference, ...filters } = given;
      const sort = sortBy.replace(/^-/, '') as Sort;
      return {
        page,
        pageSize,
        query: {
          offset: (page - 1) * pageSize,
          limit: pageSize,
          sort,
          descending: sortBy.startsWith('-'),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(reference !== undefined && { reference }),
          ...(filters as unknown as Read<Own>),
        },
      };
    },
  };
}

const TEXTS: Readonly<Record<string, string>> = {
  page: 'Number of the page. A page past the end is empty.',
  pageSize: 'Records of a page.',
  sortBy: 'The order; `-` before it turns it. `name` goes by case-folded code points. By default `-createdAt`.',
  from: 'Created at or after this ISO 8601 date or time. A date is its first moment in UTC.',
  to: 'Created before this ISO 8601 date or time.',
  reference: 'What the records were called by.',
  hasMatch: 'With a match, or without.',
  entityType: 'The kind that was searched.',
  status: 'The status.',
  documentType: 'The type of the document.',
};

function readAll(query: Readonly<Record<string, unknown>>, readers: Readonly<Record<string, Reader<unknown>>>) {
  const errors: FieldError[] = [];
  const values = Object.entries(query).map(([field, text]) => {
    const reader = readers[field]!;
    const value = typeof text === 'string' ? reader.read(text) : undefined;
    if (Array.isArray(text)) errors.push({ field, message: `${field} may be given only once.` });
    else if (value === undefined) errors.push({ field, message: `${field} must be ${reader.must}.` });
    return [field, value];
  });
  if (errors.length > 0) throw invalidFields(errors);
  return Object.fromEntries(values) as Record<string, unknown>;
}

/** Sends a page with `X-Total-Count` and, by RFC 8288, links to the first, previous, next and last page. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  place: { readonly page: number; readonly pageSize: number },
  found: FilteredPage,
): never {
  const last = Math.max(1, Math.ceil(found.total / place.pageSize));
  const link = (rel: string, page: number) => {
    const given = {
      ...(request.query as Record<string, string>),
      page: String(page),
      pageSize: String(place.pageSize),
    };
    return `<${request.routeOptions.url}?${new URLSearchParams(given)}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(place.page > 1 ? [link('prev', Math.min(place.page - 1, last))] : []),
    ...(place.page < last ? [link('next', place.page + 1)] : []),
    link('last', last),
  ];
  reply.header('x-total-count', String(found.total)).header('link', links.join(', '));
  return sendJson(reply, found.page);
}

/** An object without its members that are undefined. */
export function given<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
