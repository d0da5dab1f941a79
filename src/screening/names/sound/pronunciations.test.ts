import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pronunciations } from './pronunciations.ts';
import { LETTERS, SoundModel } from './sound-model.ts';

const encoder = new TextEncoder();
const latin = fc.string({ unit: fc.constantFrom(...'abchs'), minLength: 1, maxLength: 12 });
const written = fc.string({ unit: fc.constantFrom(...'АБСШ'), minLength: 1, maxLength: 8 });
const model = new SoundModel(
  {
    groups: Object.entries({
      a: 'А',
      b: 'Б',
      c: 'С',
      s: 'С',
      sh: 'Ш',
      sch: 'Ш',
      h: '',
      ab: 'АБ',
      bs: 'Б',
      ch: 'С',
    }).map(([letters, signs], place) => ({ letters, signs, probability: 0.9 - place / 20 })),
    signs: new Map([...'АБСШ'].map((sign) => [sign, 0.25])),
  },
  new Float32Array(LETTERS ** 3),
);

test('what is expected changes nothing but that less evidence is not told', () => {
  fc.assert(
    fc.property(written, fc.array(latin, { minLength: 1, maxLength: 20 }), fc.nat(60), (word, texts, behind) => {
      const [all, enough] = [new Pronunciations(), new Pronunciations()];
      for (const hearing of [all, enough]) hearing.listen(model, model.read(word));
      const evidence = texts.map((text) => all.evidence(encoder.encode(text)));
      const least = Math.max(...evidence) - behind;
      enough.expect(least);
      for (const [place, text] of texts.entries()) {
        const told = evidence[place]! >= least ? evidence[place]! : Number.NEGATIVE_INFINITY;
        expect(enough.evidence(encoder.encode(text))).toBe(told);
      }
    }),
  );
});

test('more texts than are remembered are told as the first', () => {
  const hearing = new Pronunciations();
  hearing.listen(model, model.read('АБСШ'));
  const first = hearing.evidence(encoder.encode('absch'));
  for (let number = 0; number < 2_000; number++) {
    hearing.evidence(encoder.encode(number.toString(5).replace(/\d/g, (digit) => 'abchs'[Number(digit)]!)));
  }
  expect(hearing.evidence(encoder.encode('absch'))).toBe(first);
});

test('a text with a number has no evidence', () => {
  const hearing = new Pronunciations();
  hearing.listen(model, model.read('А'));
  expect(hearing.evidence(encoder.encode('a4'))).toBe(Number.NEGATIVE_INFINITY);
});
