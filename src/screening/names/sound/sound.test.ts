import { describe, expect, test } from 'vitest';
import { analyseName } from '../analyse.ts';
import type { SoundScript } from '../types.ts';
import { signsOf, zhuyin } from './signs.ts';
import { earFor, SoundSimilarity, spellingsOf } from './similarity.ts';
import { withSound } from './with-sound.ts';

const encoder = new TextEncoder();

function similarity(script: SoundScript, word: string, latin: string): number {
  const ear = new SoundSimilarity();
  ear.listen(word, script);
  const codes = encoder.encode(`<${latin}>`);
  return ear.similarity(codes, 1, codes.length - 1);
}

describe('what was learned of sounds', () => {
  test.each<[SoundScript, string, string, string]>([
    ['arabic', 'كليغ', 'clegg', 'clark'],
    ['arabic', 'براون', 'brown', 'green'],
    ['cyrillic', 'вашингтон', 'washington', 'wellington'],
    ['cyrillic', 'шульц', 'schulz', 'schmidt'],
    ['han', '哈里森', 'harrison', 'hartman'],
    ['han', '約翰遜', 'johnson', 'johnston'],
    ['hangul', '브라운', 'brown', 'bryant'],
    ['hangul', '샌더스', 'sanders', 'saunders'],
    ['hebrew', 'רוזוולט', 'roosevelt', 'rosenfeld'],
    ['kana', 'クレッグ', 'clegg', 'craig'],
    ['kana', 'ブラウン', 'brown', 'braun'],
  ])('%s %s is heard as %s rather than as %s', (script, word, right, wrong) => {
    expect(similarity(script, word, right)).toBeGreaterThan(0.6);
    expect(similarity(script, word, right)).toBeGreaterThan(similarity(script, word, wrong));
  });

  test.each<[string, string, string]>([
    ['Greek', 'Τζόνσον', 'johnson'],
    ['Georgian', 'მარტინესი', 'martinez'],
    ['Armenian', 'Մարտինեզ', 'martinez'],
    ['Armenian', 'Յակոբ', 'jakob'],
    ['Georgian', 'იური', 'yuri'],
    ['Georgian', 'იაკობი', 'jakob'],
    ['Georgian', 'იეჟი', 'jerzy'],
  ])('%s has no training data and is heard through Russian: %s', (_, word, right) => {
    expect(similarity('cyrillic', word, right)).toBeGreaterThan(0.6);
  });

  test('words that share the ears of a thread sound as each does alone, however many ask in turn', () => {
    const words = ['браун', 'шульц', 'вашингтон', 'гордон', 'мартин', 'ричард', 'роберт', 'томас', 'виктор', 'стивен'];
    const latin = ['brown', 'schulz', 'washington', 'victor', 'thomas'].map((text) => encoder.encode(text));
    const alone = words.map((word) => {
      const ear = new SoundSimilarity();
      ear.listen(word, 'cyrillic');
      return latin.map((codes) => ear.similarity(codes, 0, codes.length));
    });
    for (const step of [1, 3, 7]) {
      for (let turn = 0; turn < 40; turn += 1) {
        const [at, text] = [(turn * step) % words.length, turn % latin.length];
        const codes = latin[text]!;
        expect(earFor(words[at]!, 'cyrillic').similarity(codes, 0, codes.length)).toBe(alone[at]![text]);
      }
    }
  });

  test('another name is not alike at all, and a number sounds like nothing', () => {
    expect(similarity('kana', 'ブラウン', 'thatcher')).toBe(0);
    expect(similarity('kana', 'ブラウン', '44')).toBe(0);
  });

  test.each<[string, string]>([
    ["צ'אקלי", 'chackley'],
    ["ג'ורדן", 'jordan'],
    ['טשאקלי', 'chackley'],
  ])('a geresh, and the signs of Yiddish, change how Hebrew letters sound: %s', (name, right) => {
    const { surface } = analyseName(name, 'person').readings[0]!.tokens[0]!;
    expect(similarity('hebrew', surface, right)).toBeGreaterThan(0.6);
  });

  test.each<[string, string]>([
    ['پیترز', 'peters'],
    ['گریفین', 'griffin'],
    ['چستر هالبرگ', 'chester'],
    ['استنلی', 'stanley'],
    ['الیور', 'oliver'],
    ['ٹرنر', 'turner'],
    ['ڈیوڈ', 'david'],
    ['رابرټ', 'robert'],
    ['هالبێرگ', 'halberg'],
    ['جۆرج', 'george'],
    ['ماریانا کالیستۆ', 'mariana'],
  ])('a foreign name is heard as its language of the Arabic script spells it: %s', (name, right) => {
    const [reading] = withSound(analyseName(name, 'person').readings);
    const { sound, spoken } = reading!.tokens[0]!;
    expect(similarity(sound!, spoken!, right)).toBeGreaterThan(0.6);
  });

  test('a spelling that is a known given name comes first, so that its short forms are found', () => {
    const [cyrillic] = withSound(analyseName('Джим Едвард Зумброк', 'person').readings);
    expect(cyrillic!.tokens.map(({ text }) => text)).toEqual(['jim', 'edward', 'zumbrok']);
    expect(cyrillic!.tokens[0]!.variants.map(({ text }) => text)).toContain('dzhim');
    const [arabic] = withSound(analyseName('بوب زومبروك', 'person').readings);
    expect(arabic!.tokens[0]!.text).toBe('bob');
  });

  test('the spellings that a word may have begin with the likeliest', () => {
    expect(spellingsOf('ジョンソン', 'kana')[0]).toBe('jonson');
    expect(spellingsOf('шульц', 'cyrillic')).toContain('schultz');
  });

  test('Han characters are signs of zhuyin, traditional ones as simplified ones', () => {
    expect(signsOf('克里斯', 'han')).toBe('ㄎㄜㄌㄧㄙ');
    expect(signsOf('約翰', 'han')).toBe(signsOf('约翰', 'han'));
    expect(['wang', 'xu', 'zhi', 'lue', 'er', 'x'].map(zhuyin)).toEqual(['ㄨㄤ', 'ㄒㄩ', 'ㄓ', 'ㄌㄩㄝ', 'ㄦ', '']);
  });

  test('a word without a letter of the script has none', () => {
    expect(spellingsOf('Smith', 'hebrew')).toEqual([]);
  });
});

describe('the readings of a query', () => {
  test('in Han characters are heard where a dot says that the name is foreign', () => {
    const soundsOf = (name: string) =>
      withSound(analyseName(name, 'person').readings).flatMap(({ tokens }) => tokens.map(({ sound }) => sound));
    expect(soundsOf('格伦·哈里斯')).toEqual(['han', 'han']);
    expect(new Set([...soundsOf('王小明'), ...soundsOf('张伟')])).toEqual(new Set([undefined]));
  });

  test('in another script get the spellings that it sounds like, each named as learned', () => {
    const [reading] = withSound(analyseName('Гордон Шульцман', 'person').readings);
    const [, family] = reading!.tokens;
    expect(family!.sound).toBe('cyrillic');
    expect(family!.variants.map(({ system }) => system)).toContain('learned-sound');
  });

  test('in Latin letters stay as they are', () => {
    const { readings } = analyseName('Gordon Brown', 'person');
    expect(withSound(readings)).toEqual(readings);
  });

  test('of many words are left alone, so that a long text stays cheap', () => {
    const { readings } = analyseName('Шульц Мартинес '.repeat(10), 'person');
    expect(withSound(readings)).toEqual(readings);
  });

  test('keep particles, titles and initials as they are', () => {
    const [reading] = withSound(analyseName('Д-р Г. Браун', 'person').readings);
    expect(reading!.tokens.filter(({ role }) => role !== 'word').every(({ sound }) => sound === undefined)).toBe(true);
  });
});
