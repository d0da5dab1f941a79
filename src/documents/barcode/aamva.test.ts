import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aamvaText } from '../../../specimens/barcode.ts';
import { inWords } from '../../sentences.ts';
import { readAamva } from './aamva.ts';

const licence = {
  DAQ: 'T64235789',
  DCS: 'SAMPLE',
  DDE: 'N',
  DAC: 'MICHAEL',
  DDF: 'N',
  DAD: 'JOHN',
  DDG: 'N',
  DCU: 'JR',
  DBD: '06062019',
  DBB: '06061986',
  DBA: '12102024',
  DBC: '1',
  DAG: '2300 WEST BROAD STREET',
  DAI: 'RICHMOND',
  DAJ: 'VA',
  DAK: '232690000  ',
  DCG: 'USA',
};

describe('a licence by AAMVA', () => {
  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('of version %i is read whole', (version) => {
    expect(readAamva(aamvaText(version, '636000', licence))).toMatchObject({
      version,
      issuer: { country: 'USA', code: 'VA', name: 'Virginia' },
      card: 'DL',
      number: 'T64235789',
      familyName: 'SAMPLE',
      givenNames: 'MICHAEL JOHN',
      suffix: 'JR',
      truncated: false,
      birthDate: '1986-06-06',
      issueDate: '2019-06-06',
      expiryDate: '2024-12-10',
      sex: 'M',
      address: '2300 WEST BROAD STREET, RICHMOND, VA 23269',
      country: 'USA',
      doubts: [],
    });
  });

  test('of version 1 has its whole name in one element and its dates year first', () => {
    const elements = {
      DAQ: '12345',
      DAA: 'DOE,JANE,QUINN,III',
      DBB: '19700315',
      DBA: '20050315',
      DBC: 'F',
      DAG: '1 MAIN ST',
    };
    expect(readAamva(aamvaText(1, '636015', elements))).toMatchObject({
      version: 1,
      issuer: { code: 'TX' },
      familyName: 'DOE',
      givenNames: 'JANE QUINN',
      suffix: 'III',
      birthDate: '1970-03-15',
      expiryDate: '2005-03-15',
      sex: 'F',
      country: 'USA',
    });
  });

  test('of version 1 keeps every middle name, and takes none for a suffix', () => {
    const read = (whole: string) => {
      const found = readAamva(aamvaText(1, '636015', { DAQ: '12345', DAA: whole, DBB: '19700315', DBA: '20050315' }));
      return [found?.familyName, found?.givenNames, found?.suffix];
    };
    expect(read('DOE,JANE,QUINN,ROSE,ANN')).toEqual(['DOE', 'JANE QUINN ROSE ANN', null]);
    expect(read('DOE,JOHN,QUINN,PAUL,JR')).toEqual(['DOE', 'JOHN QUINN PAUL', 'JR']);
    expect(read('DOE,JOHN,,III')).toEqual(['DOE', 'JOHN', 'III']);
    expect(read('DOE,JOHN,V')).toEqual(['DOE', 'JOHN V', null]);
    expect(read('DOE,JOHN')).toEqual(['DOE', 'JOHN', null]);
  });

  test('keeps a suffix behind the family name', () => {
    const { DCU: _, ...rest } = licence;
    const read = (family: string) => readAamva(aamvaText(8, '636000', { ...rest, DCS: family }));
    expect(read('SAMPLE, JR')).toMatchObject({ familyName: 'SAMPLE', givenNames: 'MICHAEL JOHN', suffix: 'JR' });
    expect(read('SAMPLE,III')).toMatchObject({ familyName: 'SAMPLE', suffix: 'III' });
    expect(read('SAMPLE,OTHER')).toMatchObject({ familyName: 'SAMPLE', suffix: null });
  });

  test('of the Department of State has a country and no state', () => {
    expect(readAamva(aamvaText(8, '636027', licence))).toMatchObject({
      issuer: { country: 'USA', code: null },
      country: 'USA',
      doubts: [],
    });
  });

  test('of versions 2 and 3 has all given names in one element', () => {
    const { DAC: _, DAD: __, ...rest } = licence;
    for (const version of [2, 3]) {
      expect(readAamva(aamvaText(version, '636000', { ...rest, DCT: 'MICHAEL,JOHN' }))?.givenNames).toBe(
        'MICHAEL JOHN',
      );
    }
    expect(readAamva(aamvaText(3, '636000', { ...rest, DCT: 'MICHAEL JOHN', DAD: 'JOHN' }))?.givenNames).toBe(
      'MICHAEL JOHN',
    );
  });

  test('of Canada has dates year first and a postal code with letters', () => {
    const text = aamvaText(10, '636012', {
      ...licence,
      DBB: '19860606',
      DBA: '20241210',
      DBD: '20190606',
      DCG: 'CAN',
      DAJ: 'ON',
      DAK: 'M5V2T6',
    });
    expect(readAamva(text)).toMatchObject({
      issuer: { country: 'CAN', code: 'ON', name: 'Ontario' },
      birthDate: '1986-06-06',
      expiryDate: '2024-12-10',
      address: '2300 WEST BROAD STREET, RICHMOND, ON M5V 2T6',
    });
  });

  test('whose issuer writes dates in the other order is read all the same', () => {
    expect(readAamva(aamvaText(8, '636000', { ...licence, DBB: '19860607' }))?.birthDate).toBe('1986-06-07');
    expect(readAamva(aamvaText(8, '636012', { ...licence, DCG: 'CAN', DBB: '06071986' }))?.birthDate).toBe(
      '1986-06-07',
    );
  });

  test('that leaves something out gives null for it, never the word for nothing', () => {
    const text = aamvaText(9, '636000', { ...licence, DAD: 'NONE', DCU: 'unavl', DBA: '00000000', DBC: '7', DAG: '' });
    expect(readAamva(text)).toMatchObject({
      givenNames: 'MICHAEL',
      suffix: null,
      expiryDate: null,
      sex: null,
      doubts: [],
    });
  });

  test('whose family name is Na keeps it', () => {
    expect(readAamva(aamvaText(9, '636000', { ...licence, DCS: 'NA' }))?.familyName).toBe('NA');
  });

  test('says that a name is cut short, that a date is none, that dates contradict each other', () => {
    expect(readAamva(aamvaText(9, '636000', { ...licence, DDF: 'T' }))?.truncated).toBe(true);
    expect(readAamva(aamvaText(9, '636000', { ...licence, DBB: '02301986' }))).toMatchObject({
      birthDate: null,
      doubts: [{ code: 'doubt.barcode-birth' }],
    });
    expect(readAamva(aamvaText(9, '636000', { ...licence, DBD: '06061980' }))?.doubts).toHaveLength(1);
    expect(readAamva(aamvaText(9, '636000', { ...licence, DCG: 'CAN' }))?.doubts.map(inWords)).toEqual([
      'The barcode says CAN, but its issuer is Virginia.',
    ]);
    expect(readAamva(aamvaText(9, '636999', licence))?.doubts[0]?.values).toEqual({ number: '636999' });
  });

  test('with wrong offsets and a second subfile is read by its elements', () => {
    const text = aamvaText(10, '636000', licence)
      .replace(/01DL\d{8}/, '02DL00990001ZV00010001')
      .concat('ZVZVA01\r');
    expect(readAamva(text)).toMatchObject({ number: 'T64235789', elements: { ZVA: '01' } });
  });

  test.each([
    ['without the number of subfiles', 'ANSI 63600001', '636000', 1],
    ['with one digit for the number of subfiles', 'AAMVA636000001', '636000', 0],
    ['of before the standard', 'AAMVA6360000001', '636000', 0],
    ['without the first digit of its issuer', 'AAMVA36000001', '636000', 0],
    ['without that digit and with all versions', 'ANSI 36000080002', '636000', 8],
    ['without a space', 'ANSI6360000101', '636000', 1],
    ['of an issuer that nobody knows', 'AAMVA9999990101', '999999', 1],
  ])('with a header %s is read', (_, header, issuerNumber, version) => {
    const body = 'DABSAMPLE\nDACMICHAEL\nDADJOHN\nDAQT64235789\nDBA06-07-2031\nDBB06-07-1986\nDBCM\nDBD07-18-2022\n';
    for (const head of [`@\n\x1e\r${header}DL00280200`, `@\n\n${header}DL00280200`]) {
      expect(readAamva(`${head}DL${body}`)).toMatchObject({
        issuerNumber,
        version,
        card: 'DL',
        number: 'T64235789',
        familyName: 'SAMPLE',
        givenNames: 'MICHAEL JOHN',
        birthDate: '1986-06-07',
        expiryDate: '2031-06-07',
      });
    }
  });

  test('that is an identification card says so', () => {
    expect(readAamva(aamvaText(10, '636014', licence, 'ID'))).toMatchObject({ card: 'ID', number: 'T64235789' });
  });
});

describe('anything else', () => {
  test('other barcodes are none of AAMVA', () => {
    expect(readAamva('')).toBeNull();
    expect(readAamva('https://example.org/636000')).toBeNull();
    expect(readAamva('@\n\x1e\rANSI 63600010')).toBeNull();
  });

  test('no text whatever makes reading fail, and no date comes out that is none', () => {
    const element = fc.tuple(
      fc.constantFrom(...Object.keys(licence), 'DAA', 'DCT', 'DAB'),
      fc.string({ unit: 'binary' }),
    );
    const file = fc
      .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 999999 }), fc.array(element))
      .map(([version, issuer, elements]) =>
        aamvaText(version, String(issuer).padStart(6, '0'), Object.fromEntries(elements)),
      );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), file), fc.nat(), (text, cut) => {
        for (const input of [text, text.slice(0, cut % (text.length + 1))]) {
          const reading = readAamva(input);
          for (const date of [reading?.birthDate, reading?.expiryDate, reading?.issueDate]) {
            if (date) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test('every real date survives in both orders', () => {
    const day = fc.date({ min: new Date('1850-01-01'), max: new Date('2150-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('636000', '636012'), fc.boolean(), (date, issuer, yearFirst) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, dayOfMonth] = iso.split('-');
        const written = yearFirst ? `${year}${month}${dayOfMonth}` : `${month}${dayOfMonth}${year}`;
        expect(readAamva(aamvaText(8, issuer, { DAQ: '1A', DCS: 'X', DBB: written }))?.birthDate).toBe(iso);
      }),
    );
  });
});
