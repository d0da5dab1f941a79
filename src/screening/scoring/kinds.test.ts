import { describe, expect, test } from 'vitest';
import { isNativeName } from '../index/syllabic.ts';
import { numberAt } from '../names/tables/numbers.ts';
import { entityOf, withEngine } from '../testing.ts';
import type { EntityType } from '../types.ts';

const compare = (a: string, b: string, type: EntityType = 'Individual') =>
  withEngine([entityOf('x', ['Ottokar Zumbrock'])], (engine) => engine.compare(a, b, type));

const scoreOf = async (a: string, b: string, type?: EntityType) => (await compare(a, b, type)).score;

describe('people', () => {
  test('a father and a son who exchanged names are two people', async () => {
    expect(await scoreOf('Salman bin Walid al-Zarnuqi', 'Walid bin Salman al-Zarnuqi')).toBeLessThan(70);
    const { explanation } = await compare('Salman bin Walid', 'Walid bin Salman');
    expect(explanation.adjustments.map(({ reason }) => reason)).toContain('Father and son are exchanged');
  });

  test('names known to be two names are not one for being spelt nearly alike', async () => {
    expect(await scoreOf('Mario Quistorp', 'Maria Quistorp')).toBeLessThan(70);
    expect(await scoreOf('Yusuf Quistorp', 'Josef Quistorp')).toBeGreaterThanOrEqual(70);
  });

  test('the beginning of a name stands for it, and is said to', async () => {
    const { score, explanation } = await compare('Wern. Quistorp', 'Wernhard Quistorp');
    expect(score).toBeGreaterThanOrEqual(70);
    expect(explanation.pairs[0]).toMatchObject({ evidence: 'nickname', detail: 'short form' });
  });

  test('a name with the family name first and a comma is the name as it is said', async () => {
    expect(await scoreOf('Halabani, Tawfiq Rashid', 'Tawfiq Rashid Halabani')).toBeGreaterThanOrEqual(98);
    expect(await scoreOf('al-Rahman Tawfiq Halabani Abd', 'Abd al-Rahman Tawfiq Halabani')).toBeGreaterThanOrEqual(95);
  });

  test('what follows a peer’s rank repeats who he is', async () => {
    expect(await scoreOf('Tilman Quistorp, Baron Quistorp of Halberg', 'Tilman Quistorp')).toBeGreaterThanOrEqual(85);
  });

  test('a man’s name as Latvian and Lithuanian spell it is his name', async () => {
    expect(await scoreOf('Tilmans Kvistorps', 'Tilman Quistorp')).toBeGreaterThanOrEqual(70);
    expect(await scoreOf('Tilmanas Zumbrokas', 'Tilman Zumbrock')).toBeGreaterThanOrEqual(70);
  });

  test('what a register adds to tell namesakes apart is no part of the name', async () => {
    expect(await scoreOf('Ute Quistorp (politician, 1952)', 'Ute Quistorp')).toBeGreaterThanOrEqual(95);
    expect(await scoreOf('Ute Quistorp[14]', 'Ute Quistorp')).toBeGreaterThanOrEqual(95);
  });

  test('a title that is half of a name of two words is a name', async () => {
    expect(await scoreOf('Don Quistorp', 'Prince Quistorp')).toBeLessThan(70);
  });

  test('two Korean names in Hangul that differ in a syllable are two names', async () => {
    expect(await scoreOf('강명환', '강영환')).toBeLessThan(70);
    expect(await scoreOf('강종환', '강정환')).toBeLessThan(70);
    expect(await scoreOf('강명환', 'Kang Myong Hwan')).toBeGreaterThanOrEqual(85);
  });

  test('a Chinese name is the same with its family name first or last', async () => {
    expect(await scoreOf('武建国', '建国 武')).toBeGreaterThanOrEqual(95);
  });

  test('the same words in another order beside others are less than in order, and it is said', async () => {
    expect(await scoreOf('Zumbrock Quistorp', 'Ottokar Quistorp Zumbrock')).toBeLessThan(
      await scoreOf('Quistorp Zumbrock', 'Ottokar Quistorp Zumbrock'),
    );
    const { explanation } = await compare('Zumbrock Quistorp', 'Ottokar Quistorp Zumbrock');
    expect(explanation.adjustments.map(({ reason }) => reason)).toContain('The words stand in another order');
  });

  test('a name that leaves out a second given name keeps more than one that leaves out the first', async () => {
    expect(await scoreOf('Wernhard Ottokar Quistorp', 'Wernhard Quistorp')).toBeGreaterThan(
      await scoreOf('Ottokar Wernhard Quistorp', 'Wernhard Quistorp'),
    );
  });

  test('a woman whose family name was given a Czech ending is found', async () => {
    expect(await scoreOf('Ottilie Quistorpová', 'Ottilie Quistorp')).toBeGreaterThanOrEqual(85);
  });

  test('a title between family name and given name changes neither', async () => {
    expect(await scoreOf('Halabani, Sheikh Tawfiq', 'Tawfiq Halabani')).toBeGreaterThanOrEqual(95);
  });

  test('a rare word alone finds who bears it, a common one does not', () =>
    withEngine(
      Array.from({ length: 400 }, (_, place) => {
        return entityOf(`p${place}`, [
          `Casimir ${'BCDFGHKLMNPRSTVZ'[place % 16]}o${'bdgklmnrstz'[place % 11]}urk${place}`,
        ]);
      }).concat(entityOf('rare', ['Casimir Wackernagel'])),
      (engine) => {
        const find = (name: string) => engine.search({ name, entityType: 'Individual', minScore: 70, limit: 50 });
        expect(find('Wackernagel').matches.map(({ entries }) => entries[0]!.id)).toEqual(['rare']);
        expect(find('Wackernagel').matches[0]!.score).toBeLessThan(90);
      },
    ));

  test('a name in parts as only East Asian names are is not read as a foreign one', () => {
    expect(['建国 武', '김 성훈', '성훈 김', '김성훈'].map(isNativeName)).toEqual([true, true, true, true]);
    expect(['约翰 史密斯', '조 바이든', '팀 쿡', '建国'].map(isNativeName)).toEqual([false, false, false, false]);
  });
});

describe('organisations', () => {
  const organisations = (a: string, b: string) => scoreOf(a, b, 'Organization');

  test('A.R.K. is ARK, and a word without its space is two', async () => {
    expect(await organisations('A.R.K. Quistmar', 'ARK Quistmar')).toBeGreaterThanOrEqual(95);
    expect(await organisations('QuistmarAG', 'Quistmar AG')).toBeGreaterThanOrEqual(95);
  });

  test('numbers are compared by value, in words, digits and Roman', async () => {
    expect(await organisations('Zumbrock Brigade Forty-Four', 'Zumbrock Brigade 44')).toBeGreaterThanOrEqual(95);
    expect(await organisations('Zumbrock Fund II', 'Zumbrock Fund 2')).toBeGreaterThanOrEqual(95);
    expect(await organisations('Zumbrock Fund 12', 'Zumbrock Fund 21')).toBeLessThan(70);
    expect(numberAt('forty', 'four')).toEqual({ value: 44, length: 2 });
    expect(numberAt('21st', undefined)).toEqual({ value: 21, length: 1 });
    expect(numberAt('xi', undefined)).toBeUndefined();
  });

  test('legal forms and common words are known however they are transliterated', async () => {
    const full = 'Obshchestvo s Ogranichennoi Otvetstvennostyu Quistmar';
    expect(await organisations(full, 'Quistmar LLC')).toBeGreaterThanOrEqual(95);
    expect(await organisations('Quistmar Petrochemical Co', 'Quistmar Petrochemical Company')).toBeGreaterThanOrEqual(
      95,
    );
  });

  test('a state is the same in full and in short', async () => {
    expect(await organisations('U.S. Quistmar Agency', 'United States Quistmar Agency')).toBeGreaterThanOrEqual(95);
  });
});
