import { describe, expect, it } from 'vitest';
import { type Row, readExpression } from './support/expression.ts';
import { type Expression, expressionsOf, filesOf } from './support/program-expressions.ts';

/** What follows a text that a guard takes. A guard that reads a text up to a line break would take it as well. */
const HOSTILE = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\0', '\n/../../etc/passwd', '\n<script>', '\x1b[2J'];
const LETTERS = [...Array.from({ length: 224 }, (_, code) => String.fromCharCode(32 + code)), 'Ж', '中'];

/** Rooms whose expressions read names, papers and lists: what they miss is a fact less, and opens nothing. */
const READERS = /^src\/(screening|documents|imaging|faces|watchlists\/(sources|entries|merge))\//;

/**
 * Expressions for the whole of a text that take line breaks, or that let `.` end at one. Each with its file, how it
 * begins, and why nothing depends on it.
 */
const HARMLESS: readonly (readonly [file: string, beginning: string, why: string])[] = [
  ['dashboard/src/pages/own-entry-form.tsx', '^([^:]*):', 'reads one line of a field; the API checks it'],
  ['src/csv/columns.ts', '^(\\d{1,2})\\.', 'only the digits of a date are used'],
  ['src/csv/row-identifiers.ts', '^([^:]*):', 'parts a cell; what comes out is checked as storable'],
  ['src/domain/address-ranges.ts', '^([^%]*:', 'must be an address then'],
  ['src/domain/address-ranges.ts', '^(.*:)', 'must be an address then'],
  ['src/http/access.ts', '^(?:ApiKey|Bearer)', 'must have the form of a key then'],
  ['src/http/capture/page.ts', '^\\s*([a-z]{1,8})', 'only the letters of a language are used'],
  ['src/http/client-address.ts', '^(?:\\[([^\\]]*)\\]', 'must be an address then'],
  ['src/http/compat/filters.ts', '^(?:properties', 'parts a filter, whose name must be known then'],
  ['src/printable.ts', '^[\\n\\t', 'says what needs no escapes: line breaks are printed as they are'],
  ['src/provider-settings.ts', '^\\[(.*)\\]$', 'a host of an address that URL read'],
  ['src/records/postgres/clients.ts', '^(08...', 'a code of the database'],
  ['src/records/sqlite/dialect.ts', '^\\s*INSERT', 'a statement of the program'],
  ['src/setting-values.ts', '^\\[(.*)\\]$', "the operator's own host, which is then bound to"],
  ['src/setting-values.ts', '^(.+):', "the operator's own host, which is then bound to"],
  ['src/setting-values.ts', '^file:', "the operator's own path, which may have a line break"],
  ['src/spreadsheets/workbook-process.ts', '^xl', 'finds what is refused, line breaks and all'],
  ['src/text/decode.ts', '^(?:utf-?8', 'a label of letters, digits and dots'],
  ['src/watchlists/sync/snapshot-publisher.ts', '^(.+)', 'names that a folder of our own has, to remove old ones'],
  ['src/webhooks/addresses.ts', '^\\[(.*)\\]$', 'a host of an address that URL read'],
];

const guards = filesOf('{src,dashboard/src,capture/src}/**/*.{ts,tsx}')
  .filter((path) => !READERS.test(path))
  .flatMap(expressionsOf)
  .filter(({ source, flags }) => source.startsWith('^') && source.endsWith('$') && !flags.includes('g'));

const isOf = ({ where, source }: Expression, [file, beginning]: (typeof HARMLESS)[number]): boolean =>
  where.startsWith(`${file}:`) && source.startsWith(beginning);
const known = (guard: Expression): boolean => HARMLESS.some((one) => isOf(guard, one));
const named = ({ where, source, flags }: Expression): string => `${where} /${source}/${flags}`;

/** A text for each alternative of the outermost rows; with the parts that may be absent, and without. */
function textsOf(rows: readonly Row[], flags: string, most: number): string[] {
  return rows.map(({ items }) =>
    items
      .map((item) => {
        if (item.type === 'group' && item.beside) return '';
        const one = item.type === 'group' ? textsOf(item.rows, flags, most)[0]! : letterOf(item.raw, flags);
        return one.repeat(Math.max(item.min, Math.min(item.max, most)));
      })
      .join(''),
  );
}

function letterOf(raw: string, flags: string): string {
  const kind = new RegExp(`^(?:${raw})$`, flags.replace(/[gym]/g, ''));
  return LETTERS.find((letter) => kind.test(letter)) ?? '';
}

describe('an expression that guards a text', () => {
  it('is found, with texts that it takes', () => {
    const without = guards.filter((guard) => taken(guard).length === 0);
    expect(guards.length).toBeGreaterThan(140);
    expect(without.map(named)).toEqual([]);
  });

  it('takes nothing of it with a line break or a control character before, in or behind', () => {
    const open = guards.flatMap((guard) => {
      const expression = new RegExp(guard.source, guard.flags);
      const found = taken(guard)
        .flatMap((text) => hostile(text))
        .find((text) => expression.test(text));
      return found === undefined || known(guard) ? [] : [`${named(guard)} takes ${JSON.stringify(found)}`];
    });
    expect(open).toEqual([]);
  });

  it('has no `.` that ends at a line break, and no `^` or `$` of a line', () => {
    const found = guards.filter(({ source, flags }) => {
      const bare = source.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '');
      return flags.includes('m') || (bare.includes('.') && !flags.includes('s'));
    });
    expect(found.filter((guard) => !known(guard)).map(named)).toEqual([]);
  });

  it('and what is said of the others is about expressions that are there', () => {
    expect(HARMLESS.filter((one) => !guards.some((guard) => isOf(guard, one)))).toEqual([]);
  });
});

function taken({ source, flags }: Expression): string[] {
  const expression = new RegExp(source, flags);
  const texts = [0, 1, 2].flatMap((most) => textsOf(readExpression(source), flags, most));
  return [...new Set(texts)].filter((text) => expression.test(text));
}

function hostile(text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return HOSTILE.flatMap((one) => [text + one, one + text, text.slice(0, middle) + one + text.slice(middle)]);
}
