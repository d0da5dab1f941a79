import { describe, expect, test } from 'vitest';
import { organisationWord } from './organisation-words.ts';
import { byStem, slavicStem } from './slavic-words.ts';

const meaning = (text: string) => organisationWord(text)?.meaning;

describe('stems of Slavic words', () => {
  test.each([
    ['predpriyatie predpriyatiye predprijatie predpriiatie predpriyatiya', 'enterprise'],
    ['obyedineniye obedinenie obiedinenie objedinenije', 'association'],
    ['nauchnyy nauchny nauchnyj nauchnaya nauchnogo nauchnykh nauchno', 'research'],
    ['sudoremontnyy sudoremontniy sudoremontnogo', 'repair'],
    ['volokno volokna volokon', 'fibre'],
    ['okhrannoe ohrannoye', 'security'],
    ['dzyarzhaunae derzhavne gosudarstvennoye', 'state'],
  ])('%s mean %s', (words, expected) => {
    expect(words.split(' ').map(meaning)).toEqual(words.split(' ').map(() => expected));
  });
  test('take one of the endings, not any other', () => {
    for (const word of ['zavodich', 'torgovets', 'burov', 'delovich', 'stroitelnovich', 'kvistorpova'])
      expect(meaning(word), word).toBeUndefined();
  });
  test('tell apart what one letter more or less changes', () => {
    expect([meaning('obyedineniya'), meaning('obyedinennaya')]).toEqual(['association', 'united']);
  });
  test('are refused where they are so short that names begin with them', () => {
    expect(() => slavicStem('verf')).toThrow('verf');
    expect(byStem(new Map([[slavicStem('kvistorpn'), 1]]), 'kvistorpnaya')).toBe(1);
    expect(byStem(new Map([[slavicStem('kvistorpn'), 1]]), 'kvistorpn')).toBeUndefined();
  });
});
