import { TouchstoneError } from '../errors.ts';
import { readEntityType, readName } from '../screening/query.ts';
import { bulk, counted, countedInWords } from './bulk.ts';
import type { Command, Invocation } from './command.ts';
import { explanationLines, snapshotInForce } from './screening.ts';
import { names, option, positional, required } from './values.ts';

export const command: Command = {
  name: 'compare',
  summary: 'Scores two names, or a file of pairs, and says why',
  usage: `
  NAME NAME --type Individual|Organization
  --file IN.csv --out OUT.jsonl   CSV with the columns id,a,b,entityType in any order; one JSON line a row`,
  options: { type: { type: 'string' }, file: { type: 'string' }, out: { type: 'string' } },
  run: (invocation) => (invocation.values.file === undefined ? compareTwo(invocation) : compareFile(invocation)),
};

async function engineInForce({ config }: Invocation) {
  const [{ openSnapshot }, { directory, id }] = await Promise.all([
    import('../screening/engine.ts'),
    snapshotInForce(config),
  ]);
  return openSnapshot(directory, id);
}

async function compareTwo(invocation: Invocation): Promise<void> {
  const { values, positionals, print } = invocation;
  const [a, b] = names(positionals, 'compare', ['a NAME', 'a second NAME']).map(readName);
  const entityType = readEntityType(option(values, 'type'));
  const engine = await engineInForce(invocation);
  const compared = engine.compare(a!, b!, entityType);
  engine.close();
  const lines = explanationLines(compared.explanation).map((line) => `        ${line}`);
  print(compared, [`${compared.score.toFixed(2).padStart(6)}  ${a} | ${b}`, ...lines].join('\n'));
}

async function compareFile(invocation: Invocation): Promise<void> {
  const { values, positionals, print } = invocation;
  positional(positionals, 'compare', []);
  const input = required(option(values, 'file'), 'compare', '--file IN.csv');
  const output = required(option(values, 'out'), 'compare', '--out OUT.jsonl');
  const engine = await engineInForce(invocation);
  const result = await bulk(input, output, ['a', 'b', 'entityType'], async (row) => {
    const { score } = engine.compare(readName(row.a), readName(row.b), readEntityType(row.entityType));
    return JSON.stringify({ score });
  });
  engine.close();
  const { rows, failed } = result;
  print(counted(result), countedInWords(result, 'pairs compared'));
  if (failed > 0) {
    throw new TouchstoneError('validation', `${failed} of ${rows} pairs could not be compared; their lines say why.`);
  }
}
