import { describe, expect, test } from 'vitest';
import { checkPassword, type PasswordRefused } from './password-rules.ts';

const EMAIL = 'ada.lovelace@harbour.example';

const ruleOf = (password: string): Promise<string | undefined> =>
  checkPassword(password, EMAIL).then(
    () => undefined,
    (error: PasswordRefused) => error.rule,
  );

describe('a password is refused', () => {
  test.each([
    ['password-short', 'a short one'],
    ['password-long', 'long pass phrase '.repeat(13)],
    // On the list as they stand.
    ['password-common', 'administrator'],
    ['password-common', 'christopher1'],
    ['password-common', '1qaz2wsx3edc'],
    ['password-common', 'Philadelphia'],
    // What people make of a common password to fit a rule.
    ['password-common', 'Password1234!'],
    ['password-common', 'P@ssw0rd2026'],
    ['password-common', 'Welcome2026!!'],
    ['password-common', '!!Liverpool99'],
    ['password-common', 'we1come-12345'],
    ['password-common', 'dragondragon'],
    ['password-common', 'Dragon Dragon'.replace(' ', '')],
    ['password-pattern', 'aaaaaaaaaaaaaaaa'],
    ['password-pattern', 'abcabcabcabcabc'],
    ['password-pattern', '123456789012'],
    ['password-pattern', 'qwertyuiop[]'],
    ['password-pattern', 'abcdefghijklmn'],
    ['password-personal', 'Touchstone2026'],
    ['password-personal', 'touchstonetouchstone'],
    ['password-personal', 'ada.lovelace@harbour.example'],
    ['password-personal', 'Lovelace1815!'],
    ['password-personal', 'harbourlovelace'],
    ['password-common', 'touchstone-password'],
  ])('as %s: %s', async (rule, password) => {
    expect(await ruleOf(password)).toBe(rule);
  });
});

test.each([
  'correct horse battery',
  'a long enough pass phrase 7',
  'harbour lantern at dusk',
  'mQ4-vv9Lx_zz2',
  '7301946628513',
  'соловей поёт в саду',
  '月明かりの港で歌う声が聞こえる',
])('a password that nobody guesses first is taken: %s', async (password) => {
  expect(await ruleOf(password)).toBeUndefined();
});
