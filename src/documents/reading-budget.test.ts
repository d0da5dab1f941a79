import { describe, expect, it } from 'vitest';
import { fullOfText } from '../../test/support/full-of-text.ts';
import { decodePhoto } from '../imaging/decode.ts';
import { DocumentReader } from './document-reader.ts';
import { lookAt, ReadingBudget, WHOLE_ZONE_SEARCH, ZONE_SEARCH } from './reading-budget.ts';

const itself = (width: number) => width;

describe('what one picture may cost', () => {
  it('is enough for a document whose zone has to be looked for in every way', () => {
    const budget = new ReadingBudget();
    // The picture, the page that was cut out of it, its zone and its lines; then all of it once more.
    budget.spend(2 * lookAt(960) + ZONE_SEARCH);
    expect(budget.lines(Array(70).fill(300), itself)).toHaveLength(70);
    expect(budget.affords(WHOLE_ZONE_SEARCH)).toBe(true);
    expect(budget.affords(lookAt(1600) + WHOLE_ZONE_SEARCH)).toBe(true);
    expect(budget.isCut).toBe(false);
  });

  it('ends, whatever is found, and then says that something was left out', () => {
    const budget = new ReadingBudget();
    let looks = 0;
    while (budget.affords(lookAt(1600))) looks += 1;
    expect(looks).toBeLessThan(5);
    expect(budget.isCut).toBe(true);
    expect(budget.lines([1], itself)).toEqual([]);
    expect(budget.milliseconds).toBe(0);
  });

  it('is less for a picture full of text, of which the first lines are read and nothing more', () => {
    const budget = new ReadingBudget();
    const read = budget.lines(Array(250).fill(1600), itself);
    expect(read).toHaveLength(15);
    expect(budget.isCut).toBe(true);
    expect(budget.affords(ZONE_SEARCH)).toBe(false);
  });
});

it('a picture full of text is read in part, the less where it is no document, and the reading says so', async () => {
  const reader = await DocumentReader.open();
  let pauses = 0;
  const pause = async () => void pauses++;
  const reading = await reader.read(await decodePhoto(fullOfText()), pause);
  const ofNone = pauses;
  expect(reading.isCut).toBe(true);
  expect(reading.timings).not.toHaveProperty('mrz again');
  expect(reading.timings).not.toHaveProperty('mrz search');
  // There is one before each line, and some of them are between others.
  const says = await reader.read(await decodePhoto(fullOfText('Passport No. X1234567 Surname MUSTER ')), pause);
  expect(says.isCut).toBe(true);
  expect(pauses - ofNone - ofNone).toBeGreaterThanOrEqual(8);
});
