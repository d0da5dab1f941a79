import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

const read = (name: string, dateOfBirth?: string) =>
  readQuery({ name, entityType: 'Individual', dateOfBirth }, 70, 200, new Date('2026-08-01T12:00:00Z'));

test.each(['1984-01-08', '19840108', '19840108T101530Z', '1984-01-08T23:30:00-05:00'])(
  'the command line and files of names read the birth date %s',
  (dateOfBirth) => {
    expect(read('Ada Example', dateOfBirth).dateOfBirth).toBe('1984-01-08');
  },
);

test.each(['!?', '…', '\u0301', '🙂', '- -'])('"%s" is refused: an all-clear for it would be a lie', (name) => {
  expect(() => read(name)).toThrow('name: has no letter or digit');
});

test.each(['Ada\0Example', 'Ada\ud800 Example'])('a name that no record can hold as it came is refused', (name) => {
  expect(() => read(name)).toThrow('The name must be valid Unicode text.');
});

test('a name that lost letters is refused', () => {
  expect(() => read('Jos\ufffd Quist')).toThrow(/^name: .*U\+FFFD/);
});

test.each(['7', 'Ж', '王', 'ا', 'a.'])('"%s" is a name', (name) => {
  expect(read(name).name).toBe(name);
});
