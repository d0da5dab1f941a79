import { expect, test } from 'vitest';
import { ALPHABET } from './formats.ts';
import { withOpinion } from './second-opinion.ts';

/** Logarithms of a row that was read as `text`, with the next likeliest character at some places and how far it is. */
function rowOf(text: string, others: Readonly<Record<number, readonly [string, number]>> = {}): Float32Array[] {
  return [...text].map((letter, at) => {
    const row = new Float32Array(ALPHABET.length).fill(-12);
    row[ALPHABET.indexOf(letter)] = -0.1;
    const [other, far] = others[at] ?? [];
    if (other) row[ALPHABET.indexOf(other)] = -0.1 - far!;
    return row;
  });
}

const seenAs = (text: string, score = 0.97) => [...text].map((letter) => ({ letter, score }));
const textOf = (rows: readonly Float32Array[]) => rows.map((row) => ALPHABET[row.indexOf(Math.max(...row))]).join('');
const NAMES = 'A'.repeat(30);
const ANY = 'X'.repeat(30);
const never = () => false;

test.each([
  ['IDCHES0D02068<8<<<<<<<<<<<<<<<', 7, 'D', '0', 'IDCHES0002068<8'],
  ['C<ITACA0000OAA4<<<<<<<<<<<<<<<', 11, 'O', '0', 'C<ITACA00000AA4<<<'],
  ['IDUTOX4Z110000<<<<<<<<<<<<<<<<', 7, 'Z', '7', 'IDUTOX47110000'],
  ['IDUTOXS7110000<<<<<<<<<<<<<<<<', 6, 'S', '5', 'ID UTO X57110000'],
  ['IDUTOX47B10000<<<<<<<<<<<<<<<<', 8, 'B', '8', 'IDUTOX47810000«««'],
])('%s: under a check digit place %i is no %s but %s', (text, place, own, other, seen) => {
  const letters = rowOf(text, { [place]: [other, 2.5] });
  const rows = withOpinion(letters, ANY, seenAs(seen), () => true);
  expect(text[place]).toBe(own);
  expect(textOf(rows)).toBe(text.slice(0, place) + other + text.slice(place + 1));
  expect(textOf(letters)).toBe(text);
});

test.each([
  ['AFUFAH<<HAIRUDDIN<<<<<<<<<<<<<', 2, 'I', 'AFIFAH<<HAIRUDDIN'],
  ['ESPAROLA<ESPANOLA<<CARMEN<<<<<', 4, 'N', 'ESPANOLA<ESPANOLA<CARMEN<<'],
  ['OKAFOR<<RXHAN<SAMUEL<<<<<<<<<<', 9, 'O', 'OKAFOR<<ROHAN<SAMUEL'],
  ['MEUER<<ANNA<<<<<<<<<<<<<<<<<<<', 2, 'I', 'MEIER<<ANNA<<<<<'],
])('%s: of an unsure letter without a digit a sure opinion decides', (text, place, other, seen) => {
  const letters = rowOf(text, { [place]: [other, 1.4] });
  const opinion = (score: number) => textOf(withOpinion(letters, NAMES, seenAs(seen, score), never));
  expect(opinion(0.97)).toBe(text.slice(0, place) + other + text.slice(place + 1));
  expect(opinion(0.7)).toBe(text);
});

test.each([
  ['MOHR<<ANNA<<<<<<<<<<<<<<<<<<<<', 'M0HR<<ANNA<<<'],
  ['QUILL<<WREN<<<<<<<<<<<<<<<<<<<', 'OUILL<<WREN<<<'],
  ['DUMAS<<EUGENIE<<<<<<<<<<<<<<<<', 'DUMAS<<EUGEN1E<<'],
  ['LIND<<EBBA<MARIA<<<<<<<<<<<<<<', 'UND<<EBBA<MARlA<'],
  ['NGUYEN<<THI<LAN<<<<<<<<<<<<<<<', 'NGUYEN'],
  ['KOWALSKI<<JAN<<<<<<<<<<<<<<<<<', 'REPUBLIC OF UTOPIA'],
  ['KOWALSKI<<JAN<<<<<<<<<<<<<<<<<', ''],
])('%s stays where it was read surely, whatever else sees %s', (text, seen) => {
  expect(textOf(withOpinion(rowOf(text), NAMES, seenAs(seen), never))).toBe(text);
});

test('a row that was read whole and surely decides against surer letters, and one with a lost character does not', () => {
  const letters = rowOf('ASNXXRTT<PEABERTCD<<AEI<<<<<<<', { 6: ['T', 4] });
  const whole = 'ASHWORTH<PEMBERTON<<MEI<<<<<<<';
  expect(textOf(withOpinion(rowOf('MEL<<ANNA', { 2: ['I', 4] }), 'A'.repeat(9), seenAs('MEI<<ANNA'), never))).toBe(
    'MEI<<ANNA',
  );
  expect(textOf(withOpinion(rowOf('MEL<<ANNA', { 2: ['I', 4] }), 'A'.repeat(9), seenAs('MEI<ANNA'), never))).toBe(
    'MEL<<ANNA',
  );
  expect(textOf(withOpinion(letters, NAMES, seenAs(whole, 0.8), never))).toBe(textOf(letters));
});
