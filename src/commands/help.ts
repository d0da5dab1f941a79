import { TouchstoneError } from '../errors.ts';
import { programCommit, programVersion } from '../program-version.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './index.ts';

/** Letters of the longest name: what commands do begins in one column. */
const NAME_WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));
const HELP = ['help', '--help', '-h'];
const VERSION = ['--version', '-v'];

/** The command with the longest name that the arguments begin with. */
export function findCommand(argv: readonly string[]): Command | undefined {
  const fits = COMMANDS.filter(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  return fits.sort((a, b) => b.name.length - a.name.length)[0];
}

/**
 * The text for arguments that run no command: the version, the help of the program, of a group (`keys --help`) or of a
 * command. Undefined where they name a command to run. Throws `usage` where they name none.
 */
export function helpFor(argv: readonly string[]): string | undefined {
  const [first, ...rest] = argv;
  if (first === undefined) return programHelp();
  if (VERSION.includes(first)) return versionText();
  if (HELP.includes(first)) return rest.length > 0 ? helpFor([...rest, '--help']) : programHelp();
  const command = findCommand(argv);
  const asked = argv.some((word) => word === '--help' || word === '-h');
  if (command) return asked ? commandHelp(command) : undefined;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && (asked || rest[0] === 'help')) return groupHelp(first, group);
  throw new TouchstoneError('usage', noSuchCommand(argv, group));
}

function versionText(): string {
  const commit = programCommit();
  return `touchstone ${programVersion()}${commit === undefined ? '' : ` (commit ${commit})`}\n`;
}

function programHelp(): string {
  return `touchstone: screens names against sanctions, PEP and wanted lists, and verifies identity documents

${commandLines(COMMANDS)}

Every command takes --json and --help; touchstone --version prints the version.
Settings come from the environment: see docs/operations.md.
`;
}

function groupHelp(group: string, commands: readonly Command[]): string {
  return `touchstone ${group}:\n\n${commandLines(commands)}\n\nSee: touchstone ${commands[0]!.name} --help\n`;
}

function commandHelp({ name, summary, usage }: Command): string {
  const related = COMMANDS.filter((other) => other.name.startsWith(`${name} `)).map((other) => other.name);
  const also = related.length > 0 ? `\nSee also: touchstone ${related.join(', touchstone ')}\n` : '';
  return `touchstone ${name}: ${summary}\n\n${usage.replace(/^\n+/, '').trimEnd()}\n  --json              print the result as JSON\n  --environment NAME  staging or sandbox: the service beside the real one\n${also}`;
}

function commandLines(commands: readonly Command[]): string {
  return commands.map(({ name, summary }) => `  ${name.padEnd(NAME_WIDTH)} ${summary}`).join('\n');
}

function noSuchCommand([first, second]: readonly string[], group: readonly Command[]): string {
  if (group.length === 0) return `There is no command "${first}". See: touchstone --help`;
  const words = group.map(({ name }) => name.slice(`${first} `.length)).join(', ');
  const wrong = second === undefined ? `touchstone ${first} needs` : `There is no command "${first} ${second}"; use`;
  return `${wrong} one of: ${words}. See: touchstone ${first} --help`;
}
