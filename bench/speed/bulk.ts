import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bulk } from '../../src/commands/bulk.ts';
import { ScreeningPool } from '../../src/screening/pool.ts';
import { type Query, readQuery } from '../../src/screening/query.ts';

const ROWS = 20_000;

/** What `touchstone screen --file` does once it has started: the same queries over and over, from file to file. */
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
  const pool = ScreeningPool.create();
  await pool.load(directory, snapshot);
  const search = async (row: Readonly<Record<string, string>>) => {
    const query = readQuery({ name: row.name!, entityType: row.entityType, dateOfBirth: row.dateOfBirth }, 70, 50);
    return pool.print(query);
  };
  const began = performance.now();
  await bulk(input, output, ['id', 'name', 'entityType'], search);
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const lines = readFileSync(output, 'utf8').split('\n').length - 1;
  print(
    `screen --file: ${lines} rows in ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} a second (start excluded)`,
  );
}
