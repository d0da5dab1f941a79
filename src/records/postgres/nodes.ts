import type { Sql } from '../sql.ts';

/** A process says that it is alive so often. */
export const BEAT_MS = 2_000;
/** It counts as gone when it has said nothing for so long, by the clock of the database. */
const GONE_AFTER = '10 seconds';

const IS_ALIVE = `seen_at > clock_timestamp() - interval '${GONE_AFTER}'`;
/** Ids of the nodes that are alive. */
export const ALIVE = `SELECT id FROM nodes WHERE ${IS_ALIVE}`;
/** Their names. */
export const ALIVE_NAMES = `SELECT name FROM nodes WHERE ${IS_ALIVE} ORDER BY name`;

/** The first schema whose programs find notes on lists by their name. */
const NAMES_LIST_NOTES = 28;

/** Says that a node is alive and which schema it knows, and forgets those that have been gone for a day. */
export async function beat(sql: Sql, id: string, name: string, schema: number): Promise<void> {
  await sql.run(
    `INSERT INTO nodes (id, name, schema_known, seen_at) VALUES ($1, $2, $3, clock_timestamp())
     ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
    id,
    name,
    schema,
  );
  await sql.run(`DELETE FROM nodes WHERE id IN (
    SELECT id FROM nodes WHERE seen_at < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED)`);
}

/**
 * Whether nobody is alive who reads notes on lists in the record alone. It stays so: an older program refuses to start
 * on a newer schema.
 */
export async function allNameListNotes(sql: Sql): Promise<boolean> {
  const older = `SELECT 1 FROM nodes WHERE coalesce(schema_known, 0) < ${NAMES_LIST_NOTES} AND ${IS_ALIVE} LIMIT 1`;
  return (await sql.value(older)) === undefined;
}

/** A node that ends leaves its work to the others at once. */
export async function leave(sql: Sql, id: string): Promise<void> {
  await sql.run('DELETE FROM nodes WHERE id = $1', id);
}

/** Takes work for this node where nobody who is alive does it; true where it is this node's. */
export async function takeWork(sql: Sql, work: string, node: string): Promise<boolean> {
  const holder = await sql.value<string>(
    `INSERT INTO shared_work AS known (name, node) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET node = $2 WHERE known.node = $2 OR known.node NOT IN (${ALIVE})
     RETURNING node`,
    work,
    node,
  );
  return holder !== undefined;
}
