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

  test('keep words that stand there twice, and what is an ending alone', () => {
    const texts = (name: string) => heard(name)[0]?.tokens.map(({ surface }) => surface);
    expect(texts('Əhməd Məmməd Əhməd')).toEqual(['Əhməd', 'Məmməd', 'Əhməd']);
    expect(texts('Džo Baidens Us')).toEqual(['Džo', 'Baidens', 'Us']);
  });

  test('may begin with a dotted capital I', () => {
    expect(heard('İlham Əliyev')).toHaveLength(1);
  });

  test('show it: other names are not heard so', () => {
    for (const name of ['Joe Biden', 'Džo', 'Zoran Ćosić', 'Zoë Noël', 'Дж. Байден']) expect(heard(name)).toEqual([]);
  });

  test('have no letter that the language lacks', () => {
    expect(heard('Matúš Ondrus')).toEqual([]);
  });
});
