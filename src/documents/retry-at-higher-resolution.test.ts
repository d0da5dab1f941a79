import { describe, expect, it } from 'vitest';
import type { DocumentSource, FieldReading } from './fusion/document-source.ts';
import { fuse } from './fusion/fuse.ts';
import { agreed, isLacking, withRetries } from './retry-at-higher-resolution.ts';

type Said = Partial<Record<keyof DocumentSource['fields'], string>>;

/** Print that says these values; what a question mark ends is in doubt. */
function print(said: Said): DocumentSource {
  const readings = Object.entries(said).map(([field, text]): [string, FieldReading] => {
    const isDoubtful = text.endsWith('?');
    return [field, { value: text.replace('?', ''), confidence: 0.9, sure: !isDoubtful, isDoubtful }];
  });
  return { kind: 'visual', reliable: false, fields: Object.fromEntries(readings) };
}

function values(fields: DocumentSource['fields']) {
  return Object.fromEntries(Object.entries(fields).map(([field, reading]) => [field, reading.value]));
}

const CARD: Said = {
  documentType: 'Driver License',
  country: 'USA',
  documentNumber: '54201851',
  dateOfBirth: '1978-10-10',
  expiryDate: '2034-10-10',
  address: '9672 Maple Dr, Rutland VT 05109',
  sex: 'F',
};
const NAME: Said = { surname: 'LI', givenNames: 'JO BOB' };

describe('a card that is looked at again', () => {
  it('is one of North America that lacks something which all of them have', () => {
    expect(isLacking(print(CARD))).toBe(true);
    expect(isLacking(print({ ...CARD, ...NAME }))).toBe(false);
    expect(isLacking(print({ ...CARD, fullName: 'JO BOB' }))).toBe(true);
    const { sex: _, ...rest } = { ...CARD, ...NAME };
    expect(isLacking(print(rest))).toBe(true);
    expect(isLacking(print({ ...CARD, country: 'DEU' }))).toBe(false);
    expect(isLacking(print({ ...CARD, documentType: 'Passport' }))).toBe(false);
  });

  it('is looked at in two more sizes', async () => {
    const sizes: number[] = [];
    const look = async (longSide: number) => {
      sizes.push(longSide);
      return print({ ...CARD, ...NAME });
    };
    const read = await withRetries(print(CARD), look);
    expect(sizes).toEqual([1280, 1600]);
    expect(values(read.fields)).toEqual({ ...CARD, ...NAME });
  });

  it('is looked at in one more size where that shows nothing new', async () => {
    const sizes: number[] = [];
    const look = async (longSide: number) => {
      sizes.push(longSide);
      return print({ ...CARD, givenNames: 'JO BOB' });
    };
    const read = await withRetries(print(CARD), look);
    expect(sizes).toEqual([1280]);
    expect(values(read.fields)).toEqual(CARD);
  });
});

describe('what several looks say', () => {
  it('is taken where two of them say the same', () => {
    const { address, ...rest } = CARD;
    const looks = [print(rest), print(CARD), print({ ...rest, address: '9672 MAPLE DR, RUTLAND, VT 05109' })];
    expect(values(agreed(looks))).toEqual({ ...rest, address });
  });

  it('is left out where only one says it, or all say another thing', () => {
    expect(values(agreed([print(CARD), print({ ...CARD, ...NAME }), print(CARD)]))).toEqual(CARD);
    const others = [print({ ...CARD, surname: 'LI', givenNames: 'JO' }), print({ ...CARD, fullName: 'JO BOB L' })];
    expect(values(agreed([print(CARD), ...others]))).toEqual(CARD);
  });

  it('does not change what the first look says', () => {
    const others = { ...CARD, ...NAME, sex: 'M', documentNumber: '54201857' };
    const first = { ...CARD, surname: 'LI', givenNames: 'BOB' };
    expect(values(agreed([print(first), print(others), print(others)]))).toEqual(first);
  });

  it('settles a doubt of the first look, and names in one part or in two', () => {
    const doubtful = { ...CARD, surname: 'LI', givenNames: 'JO B0B?' };
    const names = agreed([print(doubtful), print({ ...CARD, fullName: 'LI JO BOB' }), print({ ...CARD, ...NAME })]);
    expect(fuse([{ ...print({}), fields: names }]).extractedData.fullName).toBe('LI JO BOB');
    const same = agreed([print({ ...NAME, givenNames: 'JO BOB?' }), print(NAME), print({ fullName: 'JO BOB L' })]);
    expect(fuse([{ ...print({}), fields: same }]).extractedData.fullName).toBe('JO BOB LI');
  });

  it('is a whole name where the first look has half of it', () => {
    const half = print({ ...CARD, fullName: 'JO BOB' });
    const whole = print({ ...CARD, ...NAME });
    expect(values(agreed([half, whole, whole]))).toEqual({ ...CARD, ...NAME });
    expect(values(agreed([half, whole, print(CARD)])).fullName).toBe('JO BOB');
  });

  it('has the apostrophe that another look lost', () => {
    const name = (surname: string) => print({ ...CARD, surname, givenNames: 'TY' });
    const fields = agreed([print({ ...CARD, fullName: 'OBRIEN TY?' }), name("O'BRIEN"), print(CARD)]);
    expect(values(fields).surname).toBe("O'BRIEN");
  });

  it('stays in doubt where each of them doubts it', () => {
    const doubtful = print({ ...CARD, surname: 'LI', givenNames: 'JO BOB?' });
    const fields = agreed([doubtful, doubtful, doubtful]);
    expect(fuse([{ ...doubtful, fields }]).extractedData.fullName).toBeNull();
  });
});
