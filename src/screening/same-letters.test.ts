import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';
import type { Engine } from './engine.ts';

/** Words of people's names in many scripts; titles and what links two people are left out. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  latin:
    'Abdul Rahim Manan Zarnuq Abu Bakr Ottokar Zumbrock Nur Din Uddin van der Quistorp al Halim Allah Ben de'.split(
      ' ',
    ),
  arabic: ['عبد', 'الرحمن', 'سندي', 'محمد', 'زرنوق', 'ابو', 'بكر', 'دماو', 'نديان'],
  cyrillic: ['Оттокар', 'Зумброк', 'Михаил', 'Абдул', 'Халим', 'Квисторп'],
  greek: ['Ζουμπρος', 'Θωμάς', 'Πέτρος', 'Κουιστορπ'],
  hebrew: ['זומברוק', 'אוטוקר', 'קוויסטורפ', 'שלום'],
  devanagari: ['जुम्ब्रोक', 'ओट्टोकर', 'श्याम', 'शुन्दर'],
  armenian: ['Զումբրոկ', 'Օտտոկար', 'Քվիստորպ'],
  georgian: ['ზუმბროკი', 'ოტტოკარ', 'ქვისტორპი'],
};

const nameOf = (script: string) => fc.uniqueArray(fc.constantFrom(...WORDS[script]!), { minLength: 3, maxLength: 4 });

const scores = (engine: Engine, a: string, b: string) => engine.compare(a, b, 'Individual').score;

describe('a name against itself', () => {
  test.each(Object.keys(WORDS))('has every order of its own words at 85 or more: %s', async (script) => {
    await withEngine([entityOf('x', ['Ottokar Zumbrock'])], (engine) => {
      const orders = nameOf(script).chain((words) =>
        fc.record({
          words: fc.constant(words),
          moved: fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length }),
        }),
      );
      fc.assert(
        fc.property(orders, ({ words, moved }) => {
          expect(scores(engine, moved.join(' '), words.join(' '))).toBeGreaterThanOrEqual(85);
        }),
        { numRuns: 25 },
      );
    });
  });

  test('a father and a son who exchange names stay two people', async () => {
    await withEngine([entityOf('x', ['Ottokar Zumbrock'])], (engine) => {
      expect(scores(engine, 'Zarnuq bin Halim', 'Halim bin Zarnuq')).toBeLessThan(70);
      expect(scores(engine, 'Zarnuq Ben Halim', 'Halim Ben Zarnuq')).toBeGreaterThanOrEqual(85);
    });
  });
});

/** Of one name each: what stands between its parts, none among them. */
const SEPARATORS = ['', ' ', '·', '・', '-', '‐', '.', '•', ' · ', '=', '\u200c'];

describe('a name with other separators', () => {
  test.each([
    [['揚', '范', '艾克']],
    [['弗拉基米尔', '普京']],
    [['奥托卡', '祖姆布罗克']],
    [['オットカー', 'ツンブロック']],
    [['오토카르', '줌브록']],
    [['چولالونگ', 'کورن']],
    [['دماو', 'ندیان', 'قاسم']],
    [['عبد', 'الرحمن', 'زرنوق']],
    [['โอตโต', 'ซุมบร็อก']],
    [['Оттокар', 'Зумброк']],
    [['ზუმბროკი', 'ოტტოკარ']],
    [['Ζουμπρος', 'Θωμάς']],
    [['זומברוק', 'אוטוקר']],
    [['श्याम', 'शुन्दर']],
    [['Ottokar', 'Zumbrock']],
    [['Jean', 'Zumbrock']],
  ])('is that name: %j', async (parts) => {
    await withEngine([entityOf('x', ['Ottokar Zumbrock'])], (engine) => {
      for (const one of SEPARATORS) {
        for (const other of ['', ' ', '·']) {
          const [a, b] = [parts.join(one), parts.join(other)];
          const isJoinedLatin =
            /^[A-Z]/.test(a) && (one === '' || one === '\u200c' || other === '' || other === '\u200c');
          expect(scores(engine, a, b), `${a} | ${b}`).toBeGreaterThanOrEqual(isJoinedLatin ? 70 : 85);
        }
      }
    });
  });
});

test('who has other letters in the same places is somebody else', async () => {
  const listed = [entityOf('a', ['عبد المالك دروكدال']), entityOf('b', ['揚·范·艾克'])];
  await withEngine(listed, (engine) => {
    const found = (name: string) =>
      engine.search({ name, entityType: 'Individual', minScore: 70, limit: 5 }).matches.map(({ score }) => score);
    expect(found('دروكدال المالك عبد')[0]).toBeGreaterThanOrEqual(85);
    expect(found('揚范艾克')[0]).toBeGreaterThanOrEqual(85);
    expect(found('揚范艾')).toEqual([]);
  });
});
