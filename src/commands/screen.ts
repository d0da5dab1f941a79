import { type EvidencedMatch, printedMatch } from '../domain/match.ts';
import { TouchstoneError } from '../errors.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../screening/query.ts';
import type { SearchResult } from '../screening/search-result.ts';
import { notesOf } from '../screening/search-result.ts';
import { type BulkResult, bulk, counted, countedInWords, type Row } from './bulk.ts';
import type { Command, Invocation } from './command.ts';
import { screenRows } from './screen-rows.ts';
import { isWorkbook, throughLines, withAsked } from './screen-workbook.ts';
import { explanationLines, numberOption } from './screening.ts';
import { withPool } from './screening-pool.ts';
import { names, option, positional, required, wholeNumber } from './values.ts';

const DEFAULT_LIMIT = 50;

export const command: Command = {
  name: 'screen',
  summary: 'Screens a name, or a file of names, against the lists in force without storing anything',
  usage: `
  NAME --type Individual|Organization [--dob D] [--min-score N] [--limit N]
  --file IN.csv --out OUT.jsonl [--min-score N] [--limit N] [--sheet S]
                   CSV or a workbook (.xlsx, .ods) with the columns id,name,entityType,dateOfBirth in any order;
                   id and dateOfBirth may be missing
                   one JSON line a row, in the rows' order; notes say what to know besides the matches
                   OUT.xlsx: an Excel workbook of the rows and of their matches
  --account ID     finds the own lists of an account too; those for everybody are found in any case
  --sheet S        of a workbook; without it the first visible one with such columns
  --type T         Individual or Organization
  --dob D          date of birth: YYYY-MM-DD, YYYY-MM, YYYY or a date-time
  --min-score N    least score, 0 to 100 (default ${DEFAULT_MIN_SCORE})
  --limit N        most matches, 1 to ${MAX_MATCHES} (default ${DEFAULT_LIMIT})`,
  options: {
    type: { type: 'string' },
    dob: { type: 'string' },
    'min-score': { type: 'string' },
    limit: { type: 'string' },
    file: { type: 'string' },
    out: { type: 'string' },
    sheet: { type: 'string' },
    account: { type: 'string' },
  },
  run: (invocation) => (invocation.values.file === undefined ? screenOne(invocation) : screenFile(invocation)),
};

function bounds({ values }: Invocation): { minScore: number; limit: number } {
  return {
    minScore: numberOption(option(values, 'min-score'), 'min-score', DEFAULT_MIN_SCORE, [0, 100]),
    limit: Math.floor(numberOption(option(values, 'limit'), 'limit', DEFAULT_LIMIT, [1, MAX_MATCHES])),
  };
}

async function screenOne(invocation: Invocation): Promise<void> {
  const { values, positionals, config, print } = invocation;
  const [name] = names(positionals, 'screen', ['a NAME']);
  const { minScore, limit } = bounds(invocation);
  const given = { name: name!, entityType: option(values, 'type'), dateOfBirth: option(values, 'dob') };
  const query = readQuery(given, minScore, limit, new Date());
  await withPool(config, accountIn(values), async ({ pool, aboutLists, account }) => {
    const { evidence, ...answer } = await pool.search(query, account);
    const result = { ...answer, matches: JSON.parse(evidence) as EvidencedMatch[] };
    const notes = [...notesOf(result), ...aboutLists];
    print({ matches: result.matches.map(printedMatch), notes }, withNotes(asText(result), notes));
  });
}

function accountIn(values: Invocation['values']): number | undefined {
  const account = option(values, 'account');
  return account === undefined ? undefined : wholeNumber(account, '--account');
}

/** What keeps an all-clear from being taken as clean stands below it. */
const withNotes = (text: string, notes: readonly string[]): string =>
  notes.length > 0 ? `${text}\n\n${notes.join('\n')}` : text;

function asText({ matches, qualifying }: SearchResult): string {
  if (matches.length === 0) return 'No match.';
  const blocks = matches.map(({ score, name, sources, dateOfBirth, nationality, entries, explanation }) => {
    const about = [dateOfBirth && `born ${dateOfBirth}`, nationality].filter(Boolean).join(', ');
    const ids = entries.map(({ source, id }) => `${source} ${id}`).join(', ');
    return [
      `${score.toFixed(2).padStart(6)}  ${name}${about ? ` (${about})` : ''}`,
      `        ${sources.join('; ')} [${ids}]`,
      ...explanationLines(explanation).map((line) => `        ${line}`),
    ].join('\n');
  });
  const more =
    qualifying > matches.length ? `\n\n${qualifying} entries match; the best ${matches.length} are shown.` : '';
  return `${blocks.join('\n\n')}${more}`;
}

async function screenFile(invocation: Invocation): Promise<void> {
  const { values, positionals, config, print } = invocation;
  positional(positionals, 'screen', []);
  for (const name of ['type', 'dob']) {
    if (values[name] !== undefined) {
      throw new TouchstoneError('usage', `--${name} does not go with --file: each row of the file says its own.`);
    }
  }
  const input = required(option(values, 'file'), 'screen', '--file IN.csv');
  const output = required(option(values, 'out'), 'screen', '--out OUT.jsonl');
  const { minScore, limit } = bounds(invocation);
  await withPool(config, accountIn(values), async ({ pool, snapshot, aboutLists, account }) => {
    const search = screenRows(pool, minScore, limit, new Date(), account);
    const screen = (out: string, work: (row: Row) => Promise<string>): Promise<BulkResult> =>
      bulk(input, out, ['name', 'entityType'], work, option(values, 'sheet'));
    const result = isWorkbook(output)
      ? await throughLines(input, output, (lines) => screen(lines, withAsked(search)))
      : await screen(output, search);
    const { rows, failed } = result;
    const words = withNotes(countedInWords(result, 'rows screened'), aboutLists);
    print({ ...counted(result), snapshot, notes: aboutLists }, words);
    if (failed > 0) {
      throw new TouchstoneError('validation', `${failed} of ${rows} rows could not be screened; their lines say why.`);
    }
  });
}
