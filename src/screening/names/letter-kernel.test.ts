import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedDistance, type Letters, lettersIn, lettersOf } from './distance.ts';
import { letterKernel } from './letter-kernel.ts';

const spelling = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz019'), minLength: 1, maxLength: 45 });
const close = fc.string({ unit: fc.constantFrom(...'aoihtsc'), minLength: 1, maxLength: 9 });

function listed(texts: readonly string[]): Letters {
  const codes = Uint8Array.from(texts.join(''), (letter) => letter.charCodeAt(0));
  const starts = new Uint32Array(texts.length + 1);
  for (const [place, text] of texts.entries()) starts[place + 1] = starts[place]! + text.length;
  return lettersIn(codes, starts);
}

function distances(text: string, texts: readonly string[]): number[] {
  const into = new Int16Array(texts.length);
  letterKernel().distances(lettersOf(text), listed(texts), Uint32Array.from(texts.keys()), texts.length, into);
  return [...into];
}

test('eight texts at once are as far from a text as each of them alone', () => {
  for (const kind of [spelling, close]) {
    fc.assert(
      fc.property(kind, fc.array(kind, { minLength: 1, maxLength: 20 }), (text, texts) => {
        const many = listed(texts);
        const alone = texts.map((_, id) => foldedDistance(lettersOf(text), many, id));
        expect(distances(text, texts)).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  }
});

test('letters of one comparison do not reach into the next', () => {
  expect(distances('mario', ['maria', 'a'])).toEqual(distances('mario', ['maria', 'a']));
  const [own] = distances('marko', ['marka']);
  distances('ivo', ['iva', 'ov', 'o']);
  expect(distances('marko', ['marka'])).toEqual([own]);
});
