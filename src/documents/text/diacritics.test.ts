import { describe, expect, it } from 'vitest';
import { type PrintedCharacter, withMarks } from './diacritics.ts';
import type { Letter } from './letter-network.ts';

const PITCH = 24;

/** Characters side by side, as the reader of lines gives them. */
function read(text: string, score = 0.99): PrintedCharacter[] {
  return [...text].map((letter, at) => ({ letter, score, x: at * PITCH + PITCH / 2, gap: 2, space: 0 }));
}

/** The same line as the network of marked letters sees it; `_` where it sees nothing. */
function seen(text: string, chance = 0.98): Letter[] {
  return [...text].flatMap((letter, at) =>
    letter === '_' ? [] : [{ letter, from: at * PITCH + 4, to: at * PITCH + 20, chance }],
  );
}

const marked = (was: string, is: string, chance?: number, score?: number) =>
  withMarks(read(was, score), seen(is, chance))
    .map(({ letter }) => letter)
    .join('');

describe('marks of letters', () => {
  it('are put on letters that were read without them', () => {
    expect(marked('Schafer Gunther', 'Schäfer_Günther')).toBe('Schäfer Günther');
    expect(marked('ZOLC', 'ŻÓŁĆ')).toBe('ŻÓŁĆ');
    expect(marked('Inigo', 'Íñigo')).toBe('Íñigo');
  });

  it('follow the case of what was read', () => {
    expect(marked('SJOSTROM', 'SJöSTRöM')).toBe('SJÖSTRÖM');
  });

  it('come with letters that were taken for others', () => {
    expect(marked('Qyvind', 'Øyvind')).toBe('Øyvind');
    expect(marked('Weis', 'Weiß')).toBe('Weiß');
    expect(marked('Godoll6', 'Gödöllő')).toBe('Gödöllő');
    expect(marked('Gödöll6', 'GödöllŐ', 0.6)).toBe('Gödöllő');
  });

  it('come with letters that were not read at all, where there is room', () => {
    const without = read('Nádražní').filter((_, at) => at !== 5);
    const found = withMarks(without, seen('Nádražní'));
    expect(found.map(({ letter }) => letter).join('')).toBe('Nádražní');
    const wide: Letter[] = [...seen('SAMPL'), { letter: 'Æ', from: 118, to: 134, chance: 0.99 }, ...seen('_____E')];
    const plain = [...read('SAMPL'), ...read('     E').slice(5)];
    expect(withMarks(plain, wide)).toEqual(plain);
  });

  it('join the two letters that one was taken for', () => {
    const two = [...read('K'), ...read(' AE').slice(1), ...read('   R').slice(3)];
    const wide: Letter[] = [...seen('K'), { letter: 'Æ', from: 26, to: 70, chance: 0.97 }, ...seen('___R')];
    expect(
      withMarks(two, wide)
        .map(({ letter }) => letter)
        .join(''),
    ).toBe('KÆR');
  });

  it('are left off where the network is not sure, or saw another letter', () => {
    expect(marked('Ivan', 'Íván', 0.5)).toBe('Ivan');
    expect(marked('Kern', 'Kßrn')).toBe('Kern');
    expect(marked('Kern', 'Kßrn', 0.98, 0.5)).toBe('Kßrn');
  });

  it('never come into numbers', () => {
    expect(marked('XK00471', 'XKØØ471')).toBe('XK00471');
    expect(marked('02.08.1980', 'ö2.ö8.198ö')).toBe('02.08.1980');
  });

  it('take a mark for no dot: capitals stay capitals', () => {
    expect(marked('JIRi', 'JIŘÍ')).toBe('JIŘÍ');
  });

  it('change nothing where there are none', () => {
    const plain = read('Matthias');
    expect(withMarks(plain, seen('Mathias_'))).toEqual(plain);
  });
});

describe('letters that the reader of lines left out', () => {
  /** DE LA, without its L: the space that was thought of stands before what followed it. */
  const without = read('DE LA')
    .filter(({ letter }) => letter !== ' ' && letter !== 'L')
    .map((one) => (one.letter === 'A' ? { ...one, space: 0.2, gap: 20 } : one));
  const found = (chance: number) => withMarks(without, seen('DE LA', chance));

  it('are read where the network is all but certain, on their side of a space', () => {
    const text = found(0.99);
    expect(text.map(({ letter }) => letter).join('')).toBe('DELA');
    expect(text.map(({ space }) => space)).toEqual([0, 0, 0.2, 0]);
    expect(found(0.95)).toEqual(without);
  });

  it('stand where a sign was read for one that the network surely sees', () => {
    expect(marked('ANTHONY]', 'ANTHONYJ')).toBe('ANTHONYJ');
    expect(marked('ANTHONY]', 'ANTHONYJ', 0.9)).toBe('ANTHONY]');
  });

  it('are none between letters that stand as close as others do', () => {
    const close = read('SALEM.');
    const lost = [
      ...seen('SALEM_', 0.99),
      { letter: 'L', from: 118, to: 126, chance: 0.99 },
      { letter: ',', from: 134, to: 142, chance: 0.99 },
    ];
    const wide = close.map((one, at) => ({ ...one, x: one.x + (at > 4 ? 6 : 0) }));
    expect(
      withMarks(wide, lost)
        .map(({ letter }) => letter)
        .join(''),
    ).toBe('SALEM.');
  });

  it('are initials at the end of a line in capitals, behind a space', () => {
    const end = (...letters: Letter[]) => {
      const found = withMarks(read('ANTHONY'), [...seen('ANTHONY'), ...letters]);
      return found.map(({ letter, isDoubtful }) => (isDoubtful ? `${letter}?` : letter)).join('');
    };
    const space: Letter = { letter: ' ', from: 166, to: 172, chance: 0.96 };
    const last = (letter: string, chance: number): Letter => ({ letter, from: 176, to: 188, chance });
    expect(end(space, last('J', 0.97))).toBe('ANTHONYJ');
    expect(end(space, last('J', 0.7))).toBe('ANTHONY?');
    expect(end(last('J', 0.97))).toBe('ANTHONY');
    expect(end(space, last('j', 0.97))).toBe('ANTHONY');
    expect(end(last('M', 0.8))).toBe('ANTHONY?');
    expect(end(last('Y', 0.8))).toBe('ANTHONY');
  });

  it('are no halves of a wider letter', () => {
    const wide = read('WHITE').map((one, at) => ({ ...one, x: one.x + (at > 0 ? PITCH : 0) }));
    const halves = [...seen('VV', 0.99), ...seen('__HITE')];
    expect(withMarks(wide, halves)).toEqual(wide);
  });

  it('are read at the beginning of a word behind a number', () => {
    const city = read('72 Žalec').filter((_, at) => at !== 2 && at !== 3);
    const text = withMarks(city, seen('72 Žalec'));
    expect(text.map(({ letter }) => letter).join('')).toBe('72Žalec');
  });

  it('are not one letter that the network sees as two', () => {
    const word = read('ZHELA');
    const split: Letter[] = [
      ...seen('ZHE_A').filter(({ letter }) => letter !== 'A'),
      { letter: 'L', from: 72, to: 80, chance: 0.89 },
      { letter: 'Ľ', from: 80, to: 92, chance: 0.95 },
      ...seen('____A'),
    ];
    expect(withMarks(word, split).map(({ letter }) => letter).length).toBe(5);
  });

  it('are digits where one that was hardly read stands before others', () => {
    const house = (score: number, chance: number) => {
      const printed = read('B528').map((one, at) => (at === 0 ? { ...one, score } : one));
      return withMarks(printed, seen('8528', chance))[0]!.letter;
    };
    expect(house(0.5, 0.97)).toBe('8');
    expect(house(0.9, 0.97)).toBe('B');
    expect(house(0.5, 0.9)).toBe('B');
  });

  it('are small behind a small one', () => {
    const word = read('Panevys').filter((_, at) => at !== 5);
    const text = withMarks(word, seen('PanevŽs'));
    expect(text.map(({ letter }) => letter).join('')).toBe('Panevžs');
  });

  it('are none beside digits', () => {
    const number = read('X12345').filter((_, at) => at !== 2);
    expect(withMarks(number, seen('X1I345'))).toEqual(number);
    const long = read('123ABCDE').filter(({ letter }) => letter !== 'D');
    expect(withMarks(long, seen('123ABCDE', 0.99))).toEqual(long);
  });
});
