import { join } from 'node:path';
import type { Config } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { readDateOfBirth } from '../screening/date-of-birth.ts';
import type { EntityType, Explanation, Query } from '../screening/types.ts';

const LONGEST_NAME = 200;

/** Id and directory of the snapshot in force; where there is none yet, the starter list becomes it. */
export async function snapshotInForce(config: Config): Promise<{ directory: string; id: string }> {
  const [{ withRecords }, { Lists }] = await Promise.all([
    import('../records/open.ts'),
    import('../watchlists/lists.ts'),
  ]);
  const { id } = await withRecords(config, (records) => new Lists(config, records).ensureSnapshot());
  return { directory: join(config.dataDir, 'snapshots'), id };
}

/** A query out of what a person wrote. Throws `validation` with the first thing that is wrong. */
export function readQuery(
  given: { name: string; entityType: string | undefined; dateOfBirth?: string | undefined },
  minScore: number,
  limit: number,
): Query {
  const name = readName(given.name);
  const entityType = readEntityType(given.entityType);
  if (!given.dateOfBirth) return { name, entityType, minScore, limit };
  const born = readDateOfBirth(given.dateOfBirth);
  if (!born) {
    throw new TouchstoneError(
      'validation',
      `The date of birth must be an ISO 8601 date that exists, such as 1970-01-31, not "${given.dateOfBirth}".`,
    );
  }
  return { name, entityType, minScore, limit, dateOfBirth: born.day };
}

export function readName(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length === 0) throw new TouchstoneError('validation', 'The name is missing.');
  if (length > LONGEST_NAME) {
    throw new TouchstoneError('validation', `The name must have at most ${LONGEST_NAME} characters, not ${length}.`);
  }
  if (!/[\p{L}\p{N}]/u.test(name)) {
    throw new TouchstoneError('validation', `"${name}" has no letter and no digit: there is nothing to compare.`);
  }
  return name;
}

export function readEntityType(text: string | undefined): EntityType {
  if (text === 'Individual' || text === 'Organization') return text;
  throw new TouchstoneError(
    'validation',
    text === undefined || text === ''
      ? 'The type is missing: Individual or Organization.'
      : `The type must be Individual or Organization, not "${text}".`,
  );
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
