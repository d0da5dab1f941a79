import { describe, expect, test } from 'vitest';
import { helpFor } from './help.ts';
import { COMMANDS } from './index.ts';
import { names } from './values.ts';

describe('help on the command line', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j shows every command', (argv) => {
    const help = helpFor(argv)!.split('\n');
    const columns = COMMANDS.map(({ name, summary }) => {
      const line = help.find((one) => one.startsWith(`  ${name} `) && one.endsWith(` ${summary}`));
      return line!.length - summary.length;
    });
    expect(new Set(columns).size).toBe(1);
  });

  test.each([[['keys', '--help']], [['help', 'keys']], [['keys', 'help']], [['keys', '-h']]])(
    '%j shows the commands of the group alone',
    (argv) => {
      const help = helpFor(argv)!;
      for (const word of ['create', 'list', 'revoke', 'resume']) expect(help).toContain(`keys ${word}`);
      expect(help).not.toContain('accounts');
    },
  );

  test('a command shows its own usage, and the longer commands that begin with its name', () => {
    expect(helpFor(['keys', 'create', '--help'])).toContain('\n\n  --account ID    whose key it is\n  --name NAME ');
    expect(helpFor(['keys', 'create', '--help'])).toContain('--allow CIDR');
    expect(helpFor(['help', 'keys', 'create'])).toBe(helpFor(['keys', 'create', '--help']));
    expect(helpFor(['faces', '--help'])).toContain('See also: touchstone faces compare, touchstone faces liveness');
  });

  test('--version prints the version of the program', () => {
    expect(helpFor(['--version'])).toMatch(/^touchstone \d+\.\d+\.\d+(?: \(commit [0-9a-f]{12}\))?\n$/);
  });

  test.each([
    [['keys'], 'touchstone keys needs one of: create, list, rotate, revoke, resume. See: touchstone keys --help'],
    [['keys', 'make'], 'There is no command "keys make"; use one of: create, list, rotate, revoke, resume.'],
    [['scren', 'Kim Jong Un'], 'There is no command "scren". See: touchstone --help'],
  ])('%j says what there is instead', (argv, sentence) => {
    expect(() => helpFor(argv)).toThrow(sentence);
  });

  test('a name of several words is asked for in quotes', () => {
    expect(() => names(['Kim', 'Jong', 'Un'], 'screen', ['a NAME'])).toThrow(
      'Put each name in quotes: touchstone screen "Kim Jong Un"',
    );
    const two = ['a NAME', 'a second NAME'];
    expect(() => names(['Kim', 'Jong', 'Un', 'Kim'], 'compare', two)).toThrow('Put each name in quotes');
    expect(names(['Kim Jong Un', 'Kim'], 'compare', two)).toEqual(['Kim Jong Un', 'Kim']);
  });
});
