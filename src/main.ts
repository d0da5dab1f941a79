import { parseArgs } from 'node:util';
import { isApart, runApart } from './commands/apart.ts';
import type { Command } from './commands/command.ts';
import { findCommand, helpFor } from './commands/help.ts';
import { readConfig } from './config.ts';
import { type ErrorCode, sentence, TouchstoneError } from './errors.ts';
import { complain, print, printJson } from './printable.ts';

/** All that goes wrong otherwise is 1. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = { usage: 2, unchecked: 3 };

await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  // A reader that went away (`touchstone … | head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  try {
    const help = helpFor(argv);
    if (help !== undefined) return print(help);
    const command = findCommand(argv)!;
    const rest = argv.slice(command.name.split(' ').length);
    if (command.native && !isApart) await runApart(argv);
    else await run(command, rest);
  } catch (error) {
    if (!(error instanceof TouchstoneError) && process.env.TOUCHSTONE_DEBUG) console.error(error);
    complain(`touchstone: ${sentence(error).replace(/\s+/g, ' ').trim()}\n`);
    process.exitCode = (error instanceof TouchstoneError && EXIT_CODES[error.code]) || 1;
  }
}

async function run(command: Command, args: string[]): Promise<void> {
  const { values, positionals } = parse(command, args);
  const { json, environment, ...rest } = values;
  // Commands that this one starts are of the same environment.
  if (environment !== undefined) process.env.TOUCHSTONE_ENVIRONMENT = environment as string;
  await command.run({
    values: rest,
    positionals,
    config: readConfig(),
    json: json === true,
    print: (value, text) => (json === true ? printJson(value) : print(`${text}\n`)),
  });
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({
      args,
      options: { ...command.options, json: { type: 'boolean' }, environment: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    const [first = ''] = sentence(error).split('. ');
    throw new TouchstoneError('usage', `${first.replace(/\.$/, '')}. See: touchstone ${command.name} --help`);
  }
}
