import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printable, printableJson } from './printable.ts';

test('what customers and lists call things cannot steer the terminal that shows it', () => {
  expect(printable('key 1 (\u001b[2J\u009b1A\r\tJörg 李)\nkey 2')).toBe(
    'key 1 (\\u001b[2J\\u009b1A\\u000d\tJörg 李)\nkey 2',
  );
});

test.each([
  ['a mark that turns the direction', '\u202e', '\\u202e'],
  ['an isolate', '\u2066', '\\u2066'],
  ['the end of an isolate', '\u2069', '\\u2069'],
  ['a mark of the Arabic direction', '\u061c', '\\u061c'],
  ['a blank of no width', '\u200b', '\\u200b'],
  ['a byte order mark', '\ufeff', '\\ufeff'],
  ['a soft hyphen', '\u00ad', '\\u00ad'],
  ['the end of a line', '\u2028', '\\u2028'],
  ['the end of a paragraph', '\u2029', '\\u2029'],
  ['delete', '\u007f', '\\u007f'],
  ['the beginning of a sequence in one sign', '\u009b', '\\u009b'],
  ['a tag that nobody sees', '\u{e0041}', '\\udb40\\udc41'],
])('%s is shown as its escape, in text and in JSON, where it still means the same', (_what, sign, shown) => {
  expect(printable(`a${sign}b`)).toBe(`a${shown}b`);
  const json = printableJson(JSON.stringify({ name: `a${sign}b` }));
  expect(json).toContain(shown);
  expect(JSON.parse(json)).toEqual({ name: `a${sign}b` });
});

test('names of every script stay as they are', () => {
  const names = 'José Müller 李小龍 Владимир ﻣﺤﻤﺪ محمد ﬁ กมล हिन्दी 👩‍⚖️'.replace('\u200d', '');
  expect(printable(names)).toBe(names);
  expect(printableJson(JSON.stringify(names))).toBe(JSON.stringify(names));
});

const SCRIPT = '/usr/bin/script';
const MODULE = fileURLToPath(new URL('./printable.ts', import.meta.url));

test.skipIf(process.platform !== 'linux' || !existsSync(SCRIPT))(
  'words for a person go to their terminal, and beside the log where a program reads it',
  () => {
    const code = `import(${JSON.stringify(MODULE)}).then(({ greet }) => greet('Welcome'))`;
    const read = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
    expect([read.stdout, read.stderr]).toEqual(['', 'Welcome']);
    const { stdout } = spawnSync(SCRIPT, ['-qec', `"$NODE" -e "$CODE" 2>/dev/null`, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, NODE: process.execPath, CODE: code },
    });
    expect(stdout).toBe('Welcome');
  },
);

test('nothing of the program writes to a terminal but by this way', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { encoding: 'utf8' }).split('\n');
  const writes = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      /process\.std(out|err)\.write|console\.(log|warn|info)\(/.test(readFileSync(file, 'utf8')) ? [file] : [],
    );
  // The bar of progress has numbers alone, and goes back to the beginning of its line.
  expect(writes.sort()).toEqual(['src/commands/bulk.ts', 'src/printable.ts']);
});
