import { describe, expect, test } from 'vitest';
import { readTable } from '../../../tables.ts';
import { countryNamed, organisationWord, spelledOut } from './organisation-words.ts';

describe('words of organisations in the languages of the Union', () => {
  test.each([
    ['vangla', 'prison'],
    ['wiezienie', 'prison'],
    ['vyzkumny', 'research'],
    ['teollisuuden', 'industry'],
    ['ypourgeiou', 'ministry'],
    ['ministerstwa', 'ministry'],
    ['pechota', 'infantry'],
    ['topnicka', 'artillery'],
    ['prumysl', 'industry'],
    ['nepremicnine', 'property'],
    ['zuvininkystes', 'fishing'],
    ['hranilnica', 'savings'],
    ['polovodicu', 'semiconductor'],
    ['tolteny', 'cartridge'],
    ['bezpilotni', 'drone'],
    ['anexartito', 'independent'],
    ['diplomacji', 'diplomacy'],
    ['veleprodaja', 'wholesale'],
    ['plynovod', 'pipeline'],
    ['lezaj', 'bearing'],
    ['guoliai', 'bearing'],
    ['katasztrofavedelmi', 'emergency'],
    ['pravoslavna', 'orthodox'],
  ])('%s is %s', (word, meaning) => {
    expect(organisationWord(word)?.meaning).toBe(meaning);
  });

  test('another ending of a long word says the same', () => {
    expect(organisationWord('vallankumouksellisen')?.meaning).toBe('revolutionary');
  });

  test('a word may say two things', () => {
    expect(organisationWord('kaitse')).toMatchObject({ meaning: 'defense', also: 'protection' });
  });

  test.each([
    ['kutatointezet', ['research', 'institute']],
    ['informationstechnologie', ['information', 'technology']],
    ['volksbefreiungsarmee', ['people', 'liberation', 'army']],
  ])('%s is a compound', (word, meanings) => {
    expect(spelledOut(word)).toEqual(meanings);
  });

  test('a country is known with more letters, not with others', () => {
    expect(countryNamed('myanmari')?.meaning).toBe('myanmar');
    expect(countryNamed('colombo')).toBeUndefined();
  });

  test.each([
    ['nikaragve', 'nicaragua'],
    ['filipinskega', 'philippines'],
    ['mozambikien', 'mozambique'],
    ['francisko', undefined],
    ['panrosiko', 'russia'],
  ])('%s is a form of the country %s', (word, country) => {
    expect(countryNamed(word)?.meaning).toBe(country);
  });

  test('an Irish word may have another first letter', () => {
    expect(organisationWord('dteicneolaiocht')?.meaning).toBe('technology');
    expect(organisationWord('ghniomhaireacht')?.meaning).toBe('agency');
  });

  test('names and short words are left alone', () => {
    for (const word of ['quistorp', 'orvane', 'zumbrock', 'samsung']) {
      expect(organisationWord(word), word).toBeUndefined();
      expect(spelledOut(word), word).toBeUndefined();
    }
  });

  test('each learned word stands once, and in no other table', () => {
    const learned = readTable('names/organisation-lexicon.tsv', ['word']).flat();
    expect(learned.filter((word, at) => learned.indexOf(word) !== at)).toEqual([]);
    const written = new Set(readTable('names/organisation-words-union.tsv', ['word']).flat());
    expect(learned.filter((word) => written.has(word))).toEqual([]);
  });

  test('words of the Union say what other tables have', () => {
    const meanings = new Set(readTable('names/organisation-words-union.tsv', ['meaning']).flat());
    expect([...meanings].filter((meaning) => organisationWord(meaning)?.meaning !== meaning)).toEqual([]);
  });
});
