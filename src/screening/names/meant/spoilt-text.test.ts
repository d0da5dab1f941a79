import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mended } from './spoilt-text.ts';

const readAs = (text: string, set: string) => new TextDecoder(set).decode(new TextEncoder().encode(text));
const NAMES = [
  'José Muñoz Zumbrock',
  'Ángel Íñigo Quist',
  'Радмир Кашевар',
  'Пётр Ильич Вальд',
  'Łukasz Żółtik',
  'قاسم زمبرق',
];
const SETS = ['windows-1252', 'windows-1251', 'windows-1250', 'macintosh', 'koi8-r', 'ibm866', 'iso-8859-15'];

describe('a name whose UTF-8 was read in another character set', () => {
  test.each(SETS)('is read as it was written: %s, once and twice', (set) => {
    for (const name of NAMES) {
      expect(mended(readAs(name, set))).toBe(name);
      expect(mended(readAs(readAs(name, set), set))).toBe(name);
    }
  });

  test('is read also where its no-break spaces became spaces, or were cut off', () => {
    for (const name of ['Радмир Кашевар', 'Àngel Zumbrock i Sabrià']) {
      for (const set of ['windows-1252', 'windows-1251', 'koi8-r']) {
        expect(mended(readAs(name, set).replaceAll('\u00a0', ' ').trim()), set).toBe(name);
      }
    }
  });

  test('has a question mark where a letter is lost for good', () => {
    expect(mended('Josï¿½ Quistorp')).toBe('Jos? Quistorp');
  });

  test('may stand beside words that were read rightly', () => {
    expect(mended('José MuÃ±oz')).toBe('José Muñoz');
  });
});

test.each([
  ['Jos&eacute; Mu&ntilde;oz', 'José Muñoz'],
  ['&#1055;&#1105;&#x442;&#x440; Вальд', 'Пётр Вальд'],
  ['Jos&amp;eacute; Quist', 'José Quist'],
  ['Quist &amp; Vahl', 'Quist & Vahl'],
  ['&Lstrok;ukasz &Zcaron;ik', 'Łukasz Žik'],
  ['O&#146;Quist', 'O’Quist'],
  ['Jos%C3%A9%20Mu%C3%B1oz', 'José Muñoz'],
  ['%D0%9F%D1%91%D1%82%D1%80+%D0%92%D0%B0%D0%BB%D1%8C%D0%B4', 'Пётр Вальд'],
  ['Jos%E9 Quist', 'José Quist'],
  ['Jos%u00E9 Quist', 'José Quist'],
  ['\\u041f\\u0451\\u0442\\u0440', 'Пётр'],
  ['JosÃƒÂ© &amp; Ana', 'José & Ana'],
])('%s is %s', (spoilt, name) => {
  expect(mended(spoilt)).toBe(name);
});

describe('a name that nobody spoilt', () => {
  test.each([
    'Quist & Sons',
    'R&D; Quist',
    'AT&T',
    '25% Quist',
    '100 %',
    'Тёма',
    'Лі Вё',
    'Кім',
    'Соловьёв',
    'Müller',
    'São João',
    'Çağlar Ünal',
    'İsmail Ğ',
    'Þór Ðe',
    'Σωκράτης',
    'Đặng Văn',
    'Ü',
    'Ã',
    'محمد',
    '金 正恩',
    'ÄÖÜ',
    'Ñ',
    'Nguyễn',
    'JONÁŠ KŘÍŽ',
    'LÍŠKA',
    'RŮŽIČKA',
    'BÉŠ',
  ])('is left alone: %s', (name) => {
    expect(mended(name)).toBeUndefined();
  });

  test('is left alone where it is Cyrillic words in small letters, in capitals, or with a capital', () => {
    const small = fc.string({
      unit: fc.constantFrom(...'абвгдежзиклмнопрстуфхцчшщыэюяёіїєґ'),
      minLength: 1,
      maxLength: 9,
    });
    const way = fc.constantFrom('small', 'capitals', 'capital');
    const word = fc.tuple(small, way).map(([text, kind]) => {
      if (kind === 'capital') return text[0]!.toUpperCase() + text.slice(1);
      return kind === 'small' ? text : text.toUpperCase();
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => mended(words.join(' ')) === undefined),
      { numRuns: 500 },
    );
  });
});

test('no text makes it fail or gives half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => mended(text)?.isWellFormed() ?? true),
    { numRuns: 500 },
  );
});
