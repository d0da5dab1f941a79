import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bulk } from '../../src/commands/bulk.ts';
import { screenRows } from '../../src/commands/screen-rows.ts';
import { ScreeningPool } from '../../src/screening/pool.ts';
import { type Query, readQuery } from '../../src/screening/query.ts';

const ROWS = 20_000;
const [MIN_SCORE, LIMIT] = [70, 50];
type Search = ReturnType<typeof screenRows>;

/** What `touchstone screen --file` does once it has started, with a file in which each name stands about five times. */
export async function measureBulk(
  directory: string,
  snapshot: string,
  queries: readonly Query[],
  print: (line: string) => void,
): Promise<void> {
  const [input, output] = [join(directory, 'names.csv'), join(directory, 'answers.jsonl')];
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const { name, entityType } = queries[row % queries.length]!;
    return `${row},"${name.replaceAll('"', '""')}",${entityType},`;
  });
  writeFileSync(input, `id,name,entityType,dateOfBirth\n${rows.join('\n')}\n`);
  const measure = async (what: string, makeSearch: (pool: ScreeningPool) => Search) => {
    const pool = ScreeningPool.create();
    await pool.load(directory, snapshot);
    const began = performance.now();
    await bulk(input, output, ['id', 'name', 'entityType'], makeSearch(pool));
    const seconds = (performance.now() - began) / 1000;
    await pool.close();
    const lines = readFileSync(output, 'utf8').split('\n').length - 1;
    print(
      `${what}: ${lines} rows in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} a second (start excluded)`,
    );
  };
  await measure('screen --file', (pool) => screenRows(pool, MIN_SCORE, LIMIT, new Date()));
  await measure(
    'the same, every row searched',
    (pool) => async (row) => pool.print(readQuery(row, MIN_SCORE, LIMIT, new Date())),
  );
}
