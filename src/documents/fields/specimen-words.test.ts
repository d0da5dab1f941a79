import { expect, test } from 'vitest';
import { specimenWordsIn } from './specimen-words.ts';

test.each([
  [['PASSPORT', 'Spécimen'], ['SPECIMEN']],
  [['ESPÉCIMEN SIN VALOR'], ['ESPECIMEN']],
  [['*** MUSTER ***', 'MUSTER'], ['MUSTER']],
  [['UNGÜLTIG'], ['UNGULTIG']],
  [
    ['FACSIMILE', 'FAC-SIMILE'],
    ['FACSIMILE', 'FAC-SIMILE'],
  ],
  [['PRZYKŁAD'], ['PRZYKLAD']],
  [['PEÇIMEN', 'SPECIMEN'], ['SPECIMEN']],
])('%j says what it is', (lines, words) => {
  expect(specimenWordsIn(lines)).toEqual(words);
});

test.each([[['MUSTER ANNA']], [['SAMPLE, JOHN Q']], [['SPECIMENS OF ART']], [['AVOID']], [[]]])(
  '%j says nothing',
  (lines) => {
    expect(specimenWordsIn(lines)).toEqual([]);
  },
);
