import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pronunciations } from './pronunciations.ts';
import { LETTERS, SoundModel } from './sound-model.ts';

interface Group {
  readonly letters: string;
  readonly signs: string;
  readonly probability: number;
}

const encoder = new TextEncoder();
const latin = fc.string({ unit: fc.constantFrom(...'abchs'), minLength: 1, maxLength: 12 });
const written = fc.string({ unit: fc.constantFrom(...'АБСШ'), minLength: 1, maxLength: 8 });
const groups: readonly Group[] = Object.entries({
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
}).map(([letters, signs], place) => ({ letters, signs, probability: 0.9 - place / 20 }));
const modelOf = (groups: readonly Group[]) =>
  new SoundModel({ groups, signs: new Map([...'АБСШ'].map((sign) => [sign, 0.25])) }, new Float32Array(LETTERS ** 3));
const model = modelOf(groups);

/** The sum over all ways to cut both into groups, in bits. */
function plainEvidence(groups: readonly Group[], word: string, text: string): number {
  const known = new Map(groups.map(({ letters, signs, probability }) => [`${letters} ${signs}`, probability]));
  const probability = (letters: string, signs: string) =>
    known.get(`${letters} ${signs}`) ?? (letters.length === 1 && signs.length < 2 ? 1e-5 : 0);
  const steps = [1, 2, 3].flatMap((letters) => [0, 1, 2].map((signs) => [letters, signs] as const));
  const cells = Array.from({ length: text.length + 1 }, () => new Array<number>(word.length + 1).fill(0));
  cells[0]![0] = 1;
  for (let end = 1; end <= text.length; end++) {
    for (let place = 0; place <= word.length; place++) {
      for (const [letters, signs] of steps.filter(([letters, signs]) => letters <= end && signs <= place)) {
        const own = probability(text.slice(end - letters, end), word.slice(place - signs, place));
        cells[end]![place]! += cells[end - letters]![place - signs]! * own;
      }
    }
  }
  return Math.log2(cells[text.length]![word.length]!) + 2 * word.length;
}

test('what is expected are the texts whose sum over all ways to cut them is high enough', () => {
  const part = <T extends string>(...units: readonly T[]) => fc.constantFrom(...units);
  const groupsOfAny = fc.uniqueArray(
    fc.record({
      letters: fc.string({ unit: part(...'abjz'), minLength: 1, maxLength: 3 }),
      signs: fc.string({ unit: part(...'АБС'), maxLength: 2 }),
      probability: fc.double({ min: 0.001, max: 1, noNaN: true }),
    }),
    { minLength: 10, maxLength: 60, selector: ({ letters, signs }) => `${letters} ${signs}` },
  );
  const anyWord = fc.string({ unit: part(...'АБСШ'), minLength: 1, maxLength: 24 });
  const anyTexts = fc.array(fc.string({ unit: part(...'abjz'), maxLength: 31 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(groupsOfAny, anyWord, anyTexts, fc.nat(60), (groups, word, texts, behind) => {
      const model = modelOf(groups);
      const hearing = new Pronunciations();
      hearing.listen(model, model.read(word));
      const plain = texts.map((text) => plainEvidence(groups, word, text));
      for (const [place, text] of texts.entries()) {
        expect(hearing.evidence(encoder.encode(text))).toBeCloseTo(plain[place]!, 9);
      }
      const least = Math.max(...plain) - behind;
      hearing.expect(least - 0.001);
      for (const [place, text] of texts.entries()) {
        if (Math.abs(plain[place]! - least) < 0.01) continue;
        const told = plain[place]! >= least ? plain[place]! : Number.NEGATIVE_INFINITY;
        expect(hearing.evidence(encoder.encode(text))).toBeCloseTo(told, 9);
      }
    }),
  );
});

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
  const texts = Array.from({ length: 8_000 }, (_, number) =>
    encoder.encode(number.toString(5).replace(/\d/g, (digit) => 'abchs'[Number(digit)]!)),
  );
  const [hearing, fresh] = [new Pronunciations(), new Pronunciations()];
  for (const one of [hearing, fresh]) one.listen(model, model.read('АБСШ'));
  for (const text of texts) hearing.evidence(text);
  for (const text of texts.slice(-200)) expect(hearing.evidence(text)).toBe(fresh.evidence(text));
});

test('more groups than are remembered are told as the first', () => {
  const texts = Array.from({ length: 512 }, (_, number) =>
    number
      .toString(8)
      .padStart(3, '0')
      .replace(/\d/g, (digit) => 'abcdefgh'[Number(digit)]!),
  );
  const groups = texts.map((letters, place) => ({ letters, signs: 'А', probability: 1 / (place + 2) }));
  const [model, word] = [modelOf(groups), 'А'.repeat(24)];
  const hearing = new Pronunciations();
  hearing.listen(model, model.read(word));
  for (const text of [...texts, ...texts].map((text, place) => text + texts[(place * 7) % 512]!)) {
    expect(hearing.evidence(encoder.encode(text))).toBeCloseTo(plainEvidence(groups, word, text), 9);
  }
});

test('many that listen in turn hear as each would alone', () => {
  const texts = ['absch', 'shab', 'bsa', 'aaa'].map((text) => encoder.encode(text));
  const words = Array.from({ length: 20 }, (_, place) => 'АБСШ'.repeat(3).slice(place % 4, 5 + (place % 7)));
  const listening = words.map((word) => {
    const hearing = new Pronunciations();
    hearing.listen(model, model.read(word));
    const alone = texts.map((text) => hearing.evidence(text));
    const least = Math.max(...alone) - 1;
    return { hearing, least, told: alone.map((bits) => (bits >= least ? bits : Number.NEGATIVE_INFINITY)) };
  });
  for (const { hearing, least } of listening) hearing.expect(least);
  for (const [place, text] of texts.entries()) {
    for (const { hearing, told } of listening) expect(hearing.evidence(text)).toBe(told[place]);
  }
});

test('a text with a number has no evidence', () => {
  const hearing = new Pronunciations();
  hearing.listen(model, model.read('А'));
  expect(hearing.evidence(encoder.encode('a4'))).toBe(Number.NEGATIVE_INFINITY);
});
