import { describe, expect, test } from 'vitest';
import { Sheet } from '../../../specimens/sheet.ts';
import type { PrintedMrz } from '../../../specimens/truth.ts';
import { TextReader } from '../text/text-reader.ts';
import { checkDigit } from './formats.ts';
import { MrzReader } from './mrz-reader.ts';
import { parseMrz } from './parse.ts';

/** A card's zone with every check digit. `start` is code and issuer, `rest` what follows the number. */
function card(start: string, sex: string, rest = ''): PrintedMrz {
  const digit = (text: string) => text + checkDigit(text);
  const first = `${start}${digit('204713865')}${rest}`.padEnd(30, '<');
  const [born, ends] = [digit('800705'), digit('311231')];
  const optional = '<'.repeat(11);
  const composite = checkDigit(first.slice(5) + born + ends + optional);
  const second = `${born}${sex}${ends}${start.slice(2)}${optional}${composite}`;
  return { format: 'TD1', lines: [first, second, 'SALVATIERRA<MEJIA<<ROSAURA<<<<'] };
}

const VOTER = '<<0747116375842';

describe('what an issuer adds to a zone', () => {
  const fields = (zone: PrintedMrz) => parseMrz(zone.lines, '2026-06-01')!.fields;

  test('H is a man and M a woman on the Mexican voter card alone, told by the form of its first line', () => {
    expect(fields(card('IDMEX', 'H', VOTER)).sex).toBe('M');
    expect(fields(card('IDMEX', 'M', VOTER)).sex).toBe('F');
    expect(fields(card('IDMEX', 'X', VOTER)).sex).toBe('X');
    expect(fields(card('IDMEX', 'M')).sex).toBe('M');
    expect(fields(card('IDCOL', 'M', VOTER)).sex).toBe('M');
    expect(parseMrz(card('IDCOL', 'H', VOTER).lines)).toMatchObject({ valid: false, fields: { sex: null } });
  });

  test.each(['C1', 'C2', 'I1', 'A7', 'IO', 'I<'])('%s may begin a card', (code) => {
    expect(parseMrz(card(`${code}FRA`, 'F').lines)).toMatchObject({
      valid: true,
      fields: { documentCode: code.replace('<', '') },
    });
  });

  test('a digit may follow the P of a passport and the V of a visa, and no V the first letter of a card', () => {
    const lower = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
    expect(parseMrz(['P1UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', lower])).toMatchObject({ valid: true });
    expect(parseMrz(['V1UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', lower])).toMatchObject({ valid: true });
    expect(parseMrz(card('IVFRA', 'F').lines)!.valid).toBe(false);
  });
});

describe('read from a picture', async () => {
  const text = await TextReader.open();
  const reader = await MrzReader.open();
  const read = async (zone: PrintedMrz) => {
    const sheet = new Sheet(85.6, 54, 8);
    sheet.context.fillStyle = '#e6e2ee';
    sheet.context.fillRect(0, 0, 85.6, 54);
    sheet.mrz(zone, 49.6, 2.54, 6.2);
    const { pixels } = sheet.side(3.18);
    return reader.read(pixels, await text.detect(pixels));
  };

  test.each(['C1USA', 'C2USA', 'I1FRA', 'IOHRV', 'ILFRA'])('%s is read as printed and without doubt', async (start) => {
    const zone = card(start, 'F');
    expect(await read(zone)).toMatchObject({ lines: zone.lines, valid: true, doubts: [] });
  });

  test.each([
    ['H', 'M'],
    ['M', 'F'],
  ])('the %s of a Mexican voter card is read without doubt', async (sign, sex) => {
    const zone = card('IDMEX', sign, VOTER);
    expect(await read(zone)).toMatchObject({ lines: zone.lines, valid: true, doubts: [], fields: { sex } });
  });

  test('a V that no card has is doubted', async () => {
    const reading = await read(card('IVFRA', 'F'));
    expect(reading!.valid).toBe(false);
    expect(reading!.doubts).toContainEqual({ code: 'doubt.out-of-place', values: { position: 2, line: 1, sign: 'V' } });
  });
});
