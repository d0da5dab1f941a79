/** A statement as SQLite takes it. */
export interface SqliteText {
  /** With `+?` for each value. */
  readonly sql: string;
  /** Which value goes to each `+?`, from 0 on. */
  readonly order: readonly number[];
  /** Columns that are a truth, as the text says by `::boolean AS name`. */
  readonly flags: ReadonlySet<string>;
  /** It inserts one row, whose id was asked for: the connection knows it without RETURNING, in half of the time. */
  readonly isIdOf: boolean;
}

/** A value, as the driver numbers it. */
const VALUE = String.raw`(\$\d+)`;
const TYPE = 'text|bigint|integer|int|boolean|json|jsonb|bytea|timestamptz|numeric|double precision|real|xid8';

/** What PostgreSQL says otherwise than SQLite, where both mean the same. */
const REWRITES: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [new RegExp(String.raw`::(${TYPE})(\[\])?`, 'g'), ''],
  // A transaction has the whole database to itself.
  [/\bFOR (UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)( OF \w+)?( SKIP LOCKED| NOWAIT)?/g, ''],
  [/\bIS NOT DISTINCT FROM\b/g, 'IS'],
  [/\bIS DISTINCT FROM\b/g, 'IS NOT'],
  [new RegExp(String.raw`= ANY\(${VALUE}\)`, 'g'), 'IN (SELECT value FROM json_each($1))'],
  [new RegExp(String.raw`<> ALL\(${VALUE}\)`, 'g'), 'NOT IN (SELECT value FROM json_each($1))'],
  [new RegExp(String.raw`\bunnest\(${VALUE}\) AS (\w+)`, 'g'), '(SELECT value AS $2 FROM json_each($1)) AS $2'],
  [new RegExp(String.raw`\bjson_to_recordset\(${VALUE}\) AS (\w+) \(([^)]+)\)`, 'g'), recordset],
  [/\bgreatest\(/g, 'max('],
  [/\bleast\(/g, 'min('],
  [/\bstrpos\(/g, 'instr('],
  [/\bchr\(/g, 'char('],
  // A statement is done once for each row of a `RowList`.
  [/\) SELECT ([\s\S]*?)FROM given \([^)]+\)(\s+ORDER BY ordinality)?/, ') VALUES ($1)'],
  [/(FROM|,) given \([^)]+\)/, ''],
  // Columns with addresses compare without case by themselves, and so do their indexes.
  [new RegExp(String.raw`\blower\(([\w.]+)\) = lower\(${VALUE}\)`, 'g'), '$1 = $2'],
];

/**
 * SQLite prepares a text again whenever a bare `?` is bound that could change the plan (`expmask` in `vdbeUnbind`).
 * That is so with ORDER BY and LEFT JOIN, and takes 5 to 8 microseconds instead of half a one. The sign keeps the plan
 * from the value. It changes no value and gives it no affinity.
 */
const VALUE_PLACE = '+?';

const ONE_ID = /^\s*INSERT INTO (?!.* DO UPDATE ).* VALUES .* RETURNING id\s*$/s;

/** Rewrites a statement of `operations/`, whose values have numbers. */
export function sqliteText(text: string): SqliteText {
  const flags = new Set([...text.matchAll(/::boolean AS (\w+)/g)].map(([, name]) => name!));
  const rewritten = REWRITES.reduce((sql, [from, to]) => sql.replace(from, to as string), text.replace(/\s+/g, ' '));
  const order: number[] = [];
  const sql = rewritten.replace(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return VALUE_PLACE;
  });
  const isIdOf = ONE_ID.test(sql);
  return { sql: isIdOf ? sql.replace(/RETURNING id\s*$/, '') : sql, order, flags, isIdOf };
}

/** Rows of a JSON array, with the members that the columns are named like. */
function recordset(_: string, list: string, name: string, columns: string): string {
  const members = columns.split(',').map((column) => /^\s*"?(\w+)"?/.exec(column)![1]!);
  const taken = members.map((member) => `value ->> '$.${member}' AS "${member}"`);
  return `(SELECT ${taken.join(', ')} FROM json_each(${list})) AS ${name}`;
}
