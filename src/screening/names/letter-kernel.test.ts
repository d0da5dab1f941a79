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
  return distancesIn(listed(texts), text, texts.length);
}

function distancesIn(letters: Letters, text: string, count: number): number[] {
  const { starts, lengths, distances } = letterKernel().batchOf(letters);
  for (let id = 0; id < count; id++) {
    starts[id] = letters.starts[id]!;
    lengths[id] = letters.starts[id + 1]! - letters.starts[id]!;
  }
  letterKernel().compare(lettersOf(text), count);
  return [...distances.subarray(0, count)];
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

test('more texts than fit in its first memory, and few texts between them', () => {
  const texts = Array.from({ length: 30_000 }, (_, place) => (place * 7919).toString(26));
  const many = listed(texts);
  const alone = texts.slice(0, 100).map((_, id) => foldedDistance(lettersOf('marko'), many, id));
  expect(distancesIn(many, 'marko', 100)).toEqual(alone);
  distances('ivo', ['iva']);
  expect(distancesIn(many, 'marko', 100)).toEqual(alone);
});

test('letters of one comparison do not reach into the next', () => {
  expect(distances('mario', ['maria', 'a'])).toEqual(distances('mario', ['maria', 'a']));
  const [own] = distances('marko', ['marka']);
  distances('ivo', ['iva', 'ov', 'o']);
  expect(distances('marko', ['marka'])).toEqual([own]);
});
