import { valuesIn } from '../csv/columns.ts';
import { identifiersInCell } from '../csv/row-identifiers.ts';
import { MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { bestOfEach, type Match } from '../domain/match.ts';
import { TouchstoneError } from '../errors.ts';
import type { ScreeningPool } from '../screening/pool.ts';
import { readQuery, readSubjectName } from '../screening/query.ts';
import { say } from '../sentences.ts';
import type { Row } from './bulk.ts';

/** Characters of the answers that are remembered. Most have a few hundred, some fifty thousand. */
const MOST_REMEMBERED = 50_000_000;

/** What is read of a row. */
type Asked = Pick<Row, 'name' | 'entityType' | 'dateOfBirth'> & Partial<Pick<Row, 'identifiers' | 'otherNames'>>;

/** What the threads print, as far as it is put together. */
interface Printed {
  readonly matches: readonly Match[];
  readonly notes?: readonly string[];
}

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
): (row: Asked) => Promise<string> {
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
    const others = valuesIn(row.otherNames).map((name) => readSubjectName(name, query.entityType));
    const found = [query.name, ...others].map((name) => {
      const one = { ...query, name };
      const key = JSON.stringify(one);
      const known = answers.get(key) ?? ask(one);
      answers.set(key, known);
      return known;
    });
    return others.length === 0 ? found[0]! : together(await Promise.all(found), limit);
  };
}

/** What several names of one row find: each entity once, at its best score. */
function together(answers: readonly string[], limit: number): string {
  const printed = answers.map((answer) => JSON.parse(answer) as Printed);
  const best = bestOfEach(printed.flatMap((answer) => answer.matches));
  const matches = best.sort((one, other) => other.score - one.score).slice(0, limit);
  const notes = [...new Set(printed.flatMap(({ notes: said = [] }) => said))];
  return JSON.stringify({ ...printed[0], matches, ...(notes.length > 0 && { notes }) });
}
