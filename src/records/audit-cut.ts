import type { AuditCut, ChainLink } from './audit-chain.ts';
import type { Sql } from './sql.ts';

/** The action of the entry that says that the log was cut: it signs what the chain goes on from. */
export const CUT = 'audit.cut';

/** What the newest entry about a cut says; undefined where the log is whole. Looks from the end on. */
export async function newestCut(sql: Sql): Promise<AuditCut | undefined> {
  const said = await sql.one<{ readonly sequence: number; readonly at: string; readonly details: string }>(
    `SELECT sequence, at, details FROM audit WHERE action = '${CUT}' ORDER BY sequence DESC LIMIT 1`,
  );
  if (!said) return undefined;
  const { sequence, hash, key, entries } = JSON.parse(said.details) as ChainLink & { readonly entries: number };
  return { by: said.sequence, at: said.at, sequence, hash, key, entries };
}
