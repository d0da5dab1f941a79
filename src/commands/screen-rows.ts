import { identifiersInCell } from '../csv/row-identifiers.ts';
import { MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { TouchstoneError } from '../errors.ts';
import type { ScreeningPool } from '../screening/pool.ts';
import { readQuery } from '../screening/query.ts';
import { say } from '../sentences.ts';
import type { Row } from './bulk.ts';

/** Characters of the answers that are remembered. Most have a few hundred, some fifty thousand. */
const MOST_REMEMBERED = 50_000_000;

/**
 * What a row of a file finds, as JSON. Files of payments and accounts repeat names. Rows of the same name, type, birth
 * date and numbers are searched once, as long as their answer is remembered. `now`: when it is asked. `account`: whose
 * own lists are searched too. Throws `validation` for what is no query.
 */
export function screenRows(
  pool: Pick<ScreeningPool, 'print'>,
  minScore: number,
  limit: number,
  now: Date,
  account?: number,
): (row: Pick<Row, 'name' | 'entityType' | 'dateOfBirth'> & { readonly identifiers?: string }) => Promise<string> {
  const answers = new Map<string, Promise<string>>();
  let characters = 0;
  const ask = async (query: ReturnType<typeof readQuery>): Promise<string> => {
    const answer = await pool.print(query, account);
    characters += answer.length;
    if (characters > MOST_REMEMBERED) {
      answers.clear();
      characters = 0;
    }
    return answer;
  };
  return async (row) => {
    const identifiers = identifiersInCell(row.identifiers ?? '');
    if (!identifiers) throw new TouchstoneError('validation', say('row.identifiers', { most: MAX_IDENTIFIERS }));
    const query = { ...readQuery(row, minScore, limit, now), identifiers };
    const key = JSON.stringify(query);
    const known = answers.get(key) ?? ask(query);
    answers.set(key, known);
    return known;
  };
}
