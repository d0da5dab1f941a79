import { describe, expect, test } from 'vitest';
import { birthRanges, dateNumber } from '../index/birth-ranges.ts';
import { birthEvidence } from './birth-date.ts';

const points = (query: string, date: string, to?: string) =>
  birthEvidence(dateNumber(query), dateNumber(date), to ? dateNumber(to) : 0).points;

describe('a date of birth is compared at the precision that both sides have', () => {
  test.each([
    ['1961-04-09', '1961-04-09'],
    ['1961-04-09', '1961-04'],
    ['1961-04-09', '1961'],
  ])('%s agrees with %s', (query, date) => {
    expect(points(query, date)).toBeGreaterThan(0);
  });

  test('inside a range agrees, the ends included, whatever their precision', () => {
    expect(points('1965-12-31', '1960', '1965')).toBeGreaterThan(0);
    expect(points('1960-01-01', '1960', '1965')).toBeGreaterThan(0);
    expect(points('1990-01-01', '1960', '1965')).toBeLessThan(-10);
  });

  test.each(['1961-09-04', '1961-04-08', '1971-04-09', '1960-04-09'])('%s is a slip', (query) => {
    expect(points(query, '1961-04-09')).toBeLessThan(0);
    expect(points(query, '1961-04-09')).toBeGreaterThanOrEqual(-3);
  });

  test.each([
    ['1967-05-12', '1976-05-12'],
    ['1949-05-12', '1994-05-12'],
    ['1976-05-21', '1976-05-12'],
    ['1976-01-12', '1976-10-12'],
  ])('%s is %s with two digits exchanged, however far apart they are', (query, date) => {
    const { reason, isImpossible } = birthEvidence(dateNumber(query), dateNumber(date), 0);
    expect([reason, isImpossible]).toEqual(['born-digits-exchanged', undefined]);
  });

  test.each(['1967-05-13', '1967-06-12', '1967-05', '1767-05-16'])('%s is no slip of 1976-05-12', (query) => {
    expect(points(query, '1976-05-12')).toBeLessThan(-5);
  });

  test('another date costs more than a few years', () => {
    expect(points('1984-12-24', '1961-04-09')).toBeLessThan(points('1963-11-30', '1961-04-09'));
  });

  test.each([
    ['1965-04-09', '1961', undefined, true],
    ['1964-11-30', '1961-04-09', undefined, false],
    ['1981-04-09', '1961-04-09', undefined, true],
    ['1975-01-01', '1960', '1965', false],
    ['1976-01-01', '1960', '1965', true],
  ])('%s against %s to %s cannot be one person: %s', (query, date, to, impossible) => {
    const { isImpossible } = birthEvidence(dateNumber(query), dateNumber(date), to ? dateNumber(to) : 0);
    expect(isImpossible ?? false).toBe(impossible);
  });

  test('an approximate year is the year before to the year after', () => {
    const entry = {
      id: 'x',
      kind: 'person',
      source: 's',
      sourceName: 's',
      names: [{ full: 'X', kind: 'primary' }],
    } as const;
    expect(birthRanges([{ ...entry, birthDates: [{ date: '1961', circa: true }] }])).toEqual([
      { from: 19600000, to: 19620000 },
    ]);
  });
});
