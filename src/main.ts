import { parseArgs } from 'node:util';
import { isApart, runApart } from './commands/apart.ts';
import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { printable } from './commands/printable.ts';
import { readConfig } from './config.ts';
import { sentence, TouchstoneError } from './errors.ts';

const WIDEST_NAME = 20;
const HELP = ['help', '--help', '-h'];

await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  // A reader that went away (`touchstone … | head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    const command = find(argv);
    if (!command) return help(argv);
    const rest = argv.slice(command.name.split(' ').length);
    if (rest.includes('--help') || rest.includes('-h')) return commandHelp(command);
    if (command.native && !isApart) await runApart(argv);
    else await run(command, rest);
  } catch (error) {
    if (!(error instanceof TouchstoneError) && process.env.TOUCHSTONE_DEBUG) console.error(error);
    process.stderr.write(`touchstone: ${sentence(error).replace(/\s+/g, ' ').trim()}\n`);
    process.exitCode = error instanceof TouchstoneError && error.code === 'usage' ? 2 : 1;
  }
}

/** The command with the longest name that the arguments begin with. */
function find(argv: readonly string[]): Command | undefined {
  const fits = COMMANDS.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  return fits.sort((a, b) => b.name.length - a.name.length)[0];
}

async function run(command: Command, args: string[]): Promise<void> {
  const { values, positionals } = parse(command, args);
  const { json, ...rest } = values;
  await command.run({
    values: rest,
    positionals,
    config: readConfig(),
    json: json === true,
    print: (value, text) => process.stdout.write(`${json === true ? JSON.stringify(value) : printable(text)}\n`),
  });
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: { ...command.options, json: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    const [first = ''] = sentence(error).split('. ');
    throw new TouchstoneError('usage', `${first.replace(/\.$/, '')}. See: touchstone ${command.name} --help`);
  }
}

function help(argv: readonly string[]): void {
  const [first] = argv;
  const group = COMMANDS.some(({ name }) => name.split(' ')[0] === first) && argv.some((word) => HELP.includes(word));
  if (first !== undefined && !HELP.includes(first) && !group) {
    throw new TouchstoneError('usage', `There is no command "${argv.join(' ')}". See: touchstone --help`);
  }
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDEST_NAME)} ${summary}`);
  process.stdout.write(
    `touchstone: screens names against sanctions, PEP and wanted lists\n\n${lines.join('\n')}\n\nEvery command takes --json and --help. Settings come from the environment: see docs/operations.md.\n`,
  );
}

function commandHelp(command: Command): void {
  process.stdout.write(
    `touchstone ${command.name}: ${command.summary}\n\n${command.usage.trim()}\n  --json  print the result as JSON\n`,
  );
}
