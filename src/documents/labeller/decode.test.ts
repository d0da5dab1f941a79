import { expect, it, test } from 'vitest';
import { printedText } from '../fields/printed-text.ts';
import { nationalityIn } from '../fields/values.ts';
import type { TextLine } from '../text/text-reader.ts';
import { labelledFields } from './decode.ts';
import { holdsDate } from './doubts.ts';
import { tokensOf } from './tokens.ts';

type Chances = Readonly<Record<string, number>>;

/** Rows under each other, word for word with the chances of its classes, as the network gives them. */
function fieldsOf(...rows: readonly (readonly [word: string, chances: Chances])[][]) {
  const lines = rows.map((row, at): TextLine => {
    const text = row.map(([word]) => word).join(' ');
    const [right, top] = [text.length * 15, at * 40];
    const quad = [
      { x: 0, y: top },
      { x: right, y: top },
      { x: right, y: top + 30 },
      { x: 0, y: top + 30 },
    ] as const;
    return { text, confidence: 0.98, characters: Array.from(text, () => 0.98), box: { quad, score: 1 } };
  });
  const text = printedText(lines, { width: 1000, height: 640 });
  const tokens = tokensOf(text.pieces);
  const said = new Map(rows.flat());
  const chanceOf = (at: number, kind: string) => said.get(tokens[at]!.text)?.[kind] ?? 0;
  const isOf = (at: number, kinds: readonly string[]) => {
    const together = kinds.reduce((sum, kind) => sum + chanceOf(at, kind), 0);
    return Object.entries(said.get(tokens[at]!.text) ?? {}).every(
      ([kind, one]) => kinds.includes(kind) || one < together,
    );
  };
  const found = labelledFields({ tokens, chance: chanceOf, isOf }, text.layout);
  return Object.fromEntries(Object.entries(found).map(([name, one]) => [name, one!.found.value]));
}

it('takes a word for a name that is of one part or another more likely than anything else', () => {
  const names = fieldsOf([
    ['BARKA', { surname: 0.3, given: 0.28, other: 0.4 }],
    ['DELUKA', { surname: 0.9, other: 0.1 }],
  ]);
  expect(names).toEqual({ surname: 'BARKA DELUKA' });
});

it('parts a row where surname and given names meet', () => {
  const names = fieldsOf([
    ['KOWALTENKO', { surname: 0.6, given: 0.4 }],
    ['MARIA', { given: 0.8, surname: 0.2 }],
    ['ANNA', { given: 0.7, surname: 0.2 }],
  ]);
  expect(names).toEqual({ surname: 'KOWALTENKO', givenNames: 'MARIA ANNA' });
});

it('keeps an initial between two names, and no letter behind them', () => {
  const names = fieldsOf([
    ['MARY', { given: 0.9 }],
    ['Q', { other: 0.9 }],
    ['IMA', { given: 0.9 }],
    ['D', { other: 0.9 }],
  ]);
  expect(names).toEqual({ givenNames: 'MARY Q IMA' });
});

it('takes the likeliest dates that follow each other', () => {
  const dates = fieldsOf(
    [['24.05.1988', { birth: 0.9, issue: 0.1 }]],
    [['19.09.2031', { expiry: 0.7, issue: 0.3 }]],
    [['20.09.2021', { issue: 0.45, expiry: 0.5 }]],
    [['01.02.1980', { issue: 0.6, expiry: 0.4 }]],
  );
  expect(dates).toEqual({ dateOfBirth: '1988-05-24', issueDate: '2021-09-20', expiryDate: '2031-09-19' });
});

test.each([
  ['760412-1234', '1976-04-12', true],
  ['1204976500123', '1976-04-12', true],
  ['1204977500123', '1976-04-12', false],
  ['0705966505468', '1966-05-07', true],
  ['211271-426U', '1971-12-21', true],
  ['LX4470921', '1988-05-24', false],
])('the number %s of a holder born on %s holds that date: %s', (number, date, holds) => {
  expect(holdsDate(number, date)).toBe(holds);
});

test.each([
  ['FINNISH FINSK', 'FIN'],
  ['LIBYAN LIBYAN', 'LBY'],
  ['REPUBLIQUE DU NIGER NIGERIEN', 'NER'],
  ['FINNISH LIBYAN', null],
])('a nationality in two languages is one: %s', (printed, country) => {
  expect(nationalityIn(printed)).toBe(country);
});
