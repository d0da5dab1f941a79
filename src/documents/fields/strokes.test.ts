import { describe, expect, test } from 'vitest';
import { hasOpenStroke, withNamedStrokes } from './strokes.ts';
import { nameIn } from './values.ts';

describe('I and l, which many fonts draw alike, are what names have there', () => {
  test.each([
    ['AI-Jalil', 'Al-Jalil'],
    ['AI-JaIiI', 'Al-Jalil'],
    ['AI Masri', 'Al Masri'],
    ['EI Idrissi', 'El Idrissi'],
    ['UI Haq', 'Ul Haq'],
    ['aI-Masri', 'al-Masri'],
    ['Hassan AI Masri', 'Hassan Al Masri'],
    ['AIi', 'Ali'],
    ['KhaIiI', 'Khalil'],
    ['AbduIIah', 'Abdullah'],
    ['WiIIiam MiIIer', 'William Miller'],
    ['KIaus', 'Klaus'],
    ['KarI', 'Karl'],
    ['IIya', 'Ilya'],
    ['llya', 'Ilya'],
    ['lbrahim', 'Ibrahim'],
    ['AI-lbrahim', 'Al-Ibrahim'],
    ["d'lvoire", "d'Ivoire"],
    ['de Ia Cruz', 'de la Cruz'],
    ['Mclntyre', 'McIntyre'],
    ['Mcllroy', 'McIlroy'],
    ['MacIean', 'Maclean'],
    ['KlM', 'KIM'],
    ['lBRAHIM AHMED', 'IBRAHIM AHMED'],
  ])('%s is %s', (printed, name) => {
    expect(nameIn(printed)).toBe(name);
  });

  test.each([
    'Al-Jalil',
    'Ali',
    'Ilya',
    'Ibrahim',
    'Iman',
    'Ines',
    'Ivanka',
    'Lillian',
    'Elliot',
    'Idris',
    'McIlroy',
    'McInnes',
    'MacIver',
    "O'Ilvy",
    'Abd al-latif',
    'Isabel Iglesias',
    'Henri II',
    'Karlsson',
    'AL MASRI',
    'AI WEI',
    'LI',
    'HILL III',
    'Weiwei AI',
    'ELLIS',
    'YIldIz',
    'Jean-Luc',
    'Luís',
    'Élie',
  ])('%s stays as it is', (name) => {
    expect(withNamedStrokes(name)).toBe(name);
  });

  test('where two names are spelled like that, neither is sure', () => {
    expect(hasOpenStroke('DiIorio')).toBe(true);
    expect(hasOpenStroke('Anna MacIain')).toBe(true);
    for (const name of ['Maclean', 'Dilara', 'McIlroy', 'Ibrahim', 'AI-Jalil', 'MARIA']) {
      expect(hasOpenStroke(name), name).toBe(false);
    }
  });
});
