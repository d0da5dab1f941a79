import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../../../test/support/engine.ts';
import { analyseName } from '../analyse.ts';
import { heardInCyrillic } from './spelt-phonetically.ts';

const heard = (name: string) => heardInCyrillic(analyseName(name, 'person').readings);

describe('names that a language spells as they sound', () => {
  test.each([
    ['Džo Zumbroks', 'Joe Zumbrock'],
    ['Džordž Zumbrok', 'George Zumbrock'],
    ['Žakas Zumbrokas', 'Jacques Zumbrock'],
    ['Xhorxh Zumbrok', 'George Zumbrock'],
  ])('are found as English spells them: %s', (asked, listed) =>
    withEngine([entityOf('a', [listed])], (engine) => {
      const [match] = engine.search({ name: asked, entityType: 'Individual', minScore: 70, limit: 1 }).matches;
      expect(match?.name).toBe(listed);
      expect(match?.explanation.pairs.map(({ query }) => query)).toEqual(asked.split(' '));
    }),
  );

  test('keep how they were written beside how they are heard', () => {
    const [reading] = heard('Džo Baidens');
    expect(reading?.tokens.map(({ surface, spoken }) => [surface, spoken])).toEqual([
      ['Džo', 'джо'],
      ['Baidens', 'байден'],
    ]);
  });

  test('show it: other names are not heard so', () => {
    for (const name of ['Joe Biden', 'Džo', 'Zoran Ćosić', 'Zoë Noël', 'Дж. Байден']) expect(heard(name)).toEqual([]);
  });

  test('have no letter that the language lacks', () => {
    expect(heard('Matúš Ondrus')).toEqual([]);
  });
});
