import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Explanation } from '../domain/match.ts';
import { TouchstoneError } from '../errors.ts';

/** The snapshot that a command uses, and what its reader has to know of the lists in it. */
interface SnapshotInForce {
  readonly directory: string;
  readonly id: string;
  readonly aboutLists: readonly string[];
}

/** Where there is no snapshot yet, the starter list becomes it. */
export async function snapshotInForce(config: Config): Promise<SnapshotInForce> {
  const [{ withRecords }, { Lists }] = await Promise.all([
    import('../open-records.ts'),
    import('../watchlists/lists.ts'),
  ]);
  return withRecords(config, async (records) => {
    const lists = new Lists(config, records);
    const { id } = await lists.ensureSnapshot();
    const aboutLists = lists.about(await lists.status());
    return { directory: join(config.dataDir, 'snapshots'), id, aboutLists };
  });
}

/** A number of an option inside its range. */
export function numberOption(
  text: string | undefined,
  name: string,
  standard: number,
  range: [number, number],
): number {
  if (text === undefined) return standard;
  const value = Number(text);
  if (text.trim() === '' || !(value >= range[0] && value <= range[1])) {
    throw new TouchstoneError(
      'validation',
      `--${name} must be a number from ${range[0]} to ${range[1]}, not "${text}".`,
    );
  }
  return value;
}

/** For an analyst who reads it: what was compared, and what each part added. */
export function explanationLines(explanation: Explanation): string[] {
  const { matchedName, matchedNameKind, weakAlias, pairs, unmatchedQuery, unmatchedEntry, adjustments } = explanation;
  const lines = [`compared with "${matchedName}" (${weakAlias ? 'weak ' : ''}${matchedNameKind})`];
  for (const { query, entry, evidence, similarity, weight, detail } of pairs) {
    const share = `${Math.round(weight * 100)} % of the weight`;
    const shown = query === entry ? query : `${query} = ${entry}`;
    lines.push(`${shown}: ${evidence}${detail ? ` (${detail})` : ''}, similarity ${similarity}, ${share}`);
  }
  if (unmatchedQuery.length > 0) lines.push(`only in the query: ${unmatchedQuery.join(', ')}`);
  if (unmatchedEntry.length > 0) lines.push(`only on the list: ${unmatchedEntry.join(', ')}`);
  lines.push(`name score ${explanation.nameScore}`);
  for (const { reason, points } of adjustments) lines.push(`${reason}: ${points > 0 ? '+' : ''}${points}`);
  return lines;
}
