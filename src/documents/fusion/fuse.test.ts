import { describe, expect, test } from 'vitest';
import type { Quad } from '../../imaging/pixels.ts';
import { countryOf } from '../mrz/issuer-codes.ts';
import type { MrzReading } from '../mrz/mrz-reader.ts';
import { parseMrz } from '../mrz/parse.ts';
import type { TextLine } from '../text/text-reader.ts';
import type { DocumentSource, Field, FieldReading, SourceKind } from './document-source.ts';
import { fuse } from './fuse.ts';
import { mrzSource, printOfVisa, withRestOfName } from './sources.ts';
import { likeness, machineSpellings } from './transliteration.ts';

type Said = string | Partial<FieldReading> | undefined;

function sourceOf(kind: SourceKind, reliable: boolean, said: Partial<Record<Field, Said>>): DocumentSource {
  const fields = Object.fromEntries(
    Object.entries(said).map(([field, one]) => [
      field,
      { value: '', confidence: 0.95, sure: true, ...(typeof one === 'string' ? { value: one } : one) },
    ]),
  );
  return { kind, reliable, fields };
}

const ZONE = sourceOf('mrz', true, {
  documentType: 'Passport',
  documentNumber: 'X4711',
  surname: 'MUELLER',
  givenNames: 'JOSE MARIA',
  dateOfBirth: '1980-02-03',
  country: 'UTO',
});

test.each(['NYS', 'UT0', 'DEX', 'FRQ', 'GBX', 'ITX', 'PQL', 'ESQ', 'CZX', 'SVX'])(
  'a nationality %s, of which there is none, is left out where the zone was read with doubt, and so is an X',
  (code) => {
    const parsed = parseMrz([
      'P<MYSHAIRUDDIN<<AFIFAH<<<<<<<<<<<<<<<<<<<<<<',
      `R000000009${code}7511024X2203104<<<<<<<<<<<<<<<<`,
    ])!;
    const zone = { ...parsed, valid: false, confidence: 0.95 };
    expect(mrzSource(zone).fields.nationality).toBeUndefined();
    expect(mrzSource({ ...zone, valid: true }).fields.nationality?.value).toBe(code);
    expect(mrzSource(zone).fields.sex).toBeUndefined();
  },
);

test.each(['XXA', 'XXB', 'XXC', 'XXX'])('the code %s of holders without a nationality is no issuer', (code) => {
  const lines = [`P<${code}OKAFOR<<PRIYA`.padEnd(44, '<'), 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
  const zone = { ...parseMrz(lines)!, valid: false, confidence: 0.95 };
  expect(mrzSource(zone).fields.country).toBeUndefined();
  expect(mrzSource({ ...zone, valid: true }).fields.country?.value).toBe(code);
});

test('the zone of a Swiss licence has the number that is printed as field 5, not that of the card', () => {
  const lines = ['BQX471D<<', 'FACHE204611873001<<740914<<<<<', 'QUILLFEATHER<<WREN<<<<<<<<<<<<'];
  const zone = { ...parseMrz(lines)!, confidence: 0.98 };
  expect(fuse([mrzSource(zone)])).toMatchObject({
    extractedData: { documentType: 'Driver License', documentNumber: '204611873001', country: 'CHE' },
    doubtful: [],
  });
});

describe('which part of a document is believed', () => {
  test('a valid zone goes before a barcode, that before the print, and that before a zone that does not hold', () => {
    const print = sourceOf('visual', false, { dateOfBirth: '1980-02-03', address: '1 Pier Road' });
    const barcode = sourceOf('barcode', true, { dateOfBirth: '1980-02-04' });
    expect(fuse([print, barcode, ZONE])).toMatchObject({
      extractedData: { dateOfBirth: '1980-02-03', address: '1 Pier Road', documentNumber: 'X4711', region: null },
      origins: { dateOfBirth: 'mrz', address: 'visual' },
    });
    expect(fuse([print, barcode]).extractedData.dateOfBirth).toBe('1980-02-04');
    const broken = sourceOf('mrz', false, { dateOfBirth: { value: '1930-02-03', sure: false } });
    expect(fuse([broken, print]).extractedData.dateOfBirth).toBe('1980-02-03');
  });

  test('a doubtful reading is given only where nothing else is, and named', () => {
    const broken = sourceOf('mrz', false, { documentNumber: { value: 'X4Z11', sure: false }, sex: 'F' });
    expect(fuse([broken])).toMatchObject({
      extractedData: { documentNumber: 'X4Z11', sex: 'F' },
      doubtful: ['documentNumber'],
    });
  });

  test.each([
    ['documentNumber', 'X4711', 'X471101'],
    ['dateOfBirth', '1980-02-03', '1980-02-08'],
    ['expiryDate', '2031-05-06', '2021-05-06'],
  ] as const)('the %s of a zone whose own digit holds goes before print', (field, zone, printed) => {
    const broken = sourceOf('mrz', false, { [field]: zone });
    const print = sourceOf('visual', false, { [field]: printed });
    expect(fuse([broken, print]).extractedData[field]).toBe(zone);
    const open = sourceOf('mrz', false, { [field]: { value: zone, sure: false } });
    expect(fuse([open, print]).extractedData[field]).toBe(printed);
    const barcode = sourceOf('barcode', true, { [field]: printed });
    expect(fuse([broken, barcode]).extractedData[field]).toBe(printed);
  });

  test.each([
    ['sex', 'M', 'F'],
    ['documentNumber', 'X4711', '123456789'],
    ['nationality', 'FRA', 'FIN'],
    ['expiryDate', '2031-05-06', '2021-05-06'],
  ] as const)('of two doubtful readings of the %s the better read one is given', (field, one, other) => {
    const doubtful = (kind: SourceKind, value: string, confidence: number) =>
      sourceOf(kind, false, { [field]: { value, confidence, sure: false } });
    const told = (zone: number, print: number) =>
      fuse([doubtful('visual', other, print), doubtful('mrz', one, zone)]).extractedData[field];
    expect([told(0.98, 0.44), told(0.6, 0.8)]).toEqual([one, other]);
  });

  test.each([
    ['AUT', 'UTO'],
    ['HRV', 'UTO'],
    ['ESP', 'GIN'],
    ['PRT', 'USA'],
  ])(
    '%s in a zone that was read well is the country, though no digit holds and a place in print is %s',
    (code, place) => {
      const lines = [`ID${code}000009993<<<<<<<<<<<<<<<<`, `7109094F1112311${code}<<<<<<<<<<<0`];
      const parsed = parseMrz([...lines, 'QUILLFEATHER<<WREN<<<<<<<<<<<<'])!;
      const told = (confidence: number) =>
        fuse([mrzSource({ ...parsed, confidence }), sourceOf('visual', false, { country: place })]).extractedData
          .country;
      expect([told(0.92), told(0.7)]).toEqual([code, place]);
    },
  );

  test('a printed name with a doubtful letter is given only where another part has it, too', () => {
    const name = { givenNames: { value: 'SUSANI', sure: false, isDoubtful: true }, surname: 'NG' };
    expect(fuse([sourceOf('visual', false, name)])).toMatchObject({
      extractedData: { fullName: null },
      doubtful: ['givenNames', 'fullName'],
    });
    const barcode = sourceOf('barcode', true, { givenNames: 'SUSAN I', surname: 'NG' });
    expect(fuse([sourceOf('visual', false, name), barcode]).extractedData.fullName).toBe('SUSAN I NG');
    const whole = sourceOf('visual', false, { fullName: { value: 'SUSANI NG', sure: false, isDoubtful: true } });
    expect(fuse([whole]).extractedData.fullName).toBeNull();
  });

  test('the number that a visa prints does not contradict that of its zone, which may be the passport', () => {
    const print = sourceOf('visual', false, { documentType: 'Passport', documentNumber: 'M123889546', sex: 'F' });
    const { conflicts, agreements, extractedData } = fuse([ZONE, printOfVisa(print)]);
    expect([conflicts, agreements[0]!.differing, extractedData.documentNumber]).toEqual([[], [], 'X4711']);
  });

  test.each([
    ['AUT', 'UTO'],
    ['DEU', 'UTO'],
    ['USA', 'CAN'],
    ['USA', 'MEX'],
    ['FRA', 'DZA'],
    ['NLD', 'SUR'],
    ['PRT', 'BRA'],
    ['GBR', 'GIB'],
    ['ESP', 'MAR'],
    ['IRL', 'GBR'],
  ])('%s in a zone of which a digit fails is its issuer, though the print names %s', (country, place) => {
    const zone = sourceOf('mrz', false, { country, dateOfBirth: { value: '1930-02-03', sure: false } });
    const { extractedData } = fuse([zone, sourceOf('visual', false, { country: place, dateOfBirth: '1980-02-03' })]);
    expect([extractedData.country, extractedData.dateOfBirth]).toEqual([country, '1980-02-03']);
  });

  test('nothing read is null, never an empty word', () => {
    expect(Object.values(fuse([]).extractedData).every((value) => value === null)).toBe(true);
  });
});

describe('names', () => {
  test.each([
    ['SOLVAAR AA', 'SOLVAR ASA ELIN', 'SOLVAAR AASA ELIN'],
    ['SOLVAAR AA', 'SOL VAR ASA ELIN', 'SOLVAAR AASA ELIN'],
    ['GOEKHAN CAGR', 'Gokhan Cagri Ibrahim', 'Goekhan Cagri Ibrahim'],
    ['KATARINA', 'Katarina Nuša', 'Katarina Nuša'],
    ['ANDRAZ KRESIM', 'Andra Kresimir Duro', 'Andraz Kresimir Duro'],
    ['ANDRAZ KRESIMIR', 'Andra Kresimir', 'Andraz Kresimir'],
    ['GUENTHER', 'GUNTHER', 'GUENTHER'],
  ])('%s, cut off by the zone, goes on as printed: %s', (givenNames, printed, whole) => {
    const cut = sourceOf('mrz', true, { givenNames: { value: givenNames, truncated: true } });
    const print = sourceOf('visual', false, { givenNames: printed });
    expect(fuse([cut, print]).extractedData.fullName).toBe(whole);
  });

  test.each([
    ['HAURUDDUN', 'AFUFAH', 'AFIFAH HAIRUDDIN'],
    ['SPECUMEN', 'VZCR', 'VZOR SPECIMEN'],
    ['MCHR', 'ANNA LENA', 'MOHR ANNA LENA'],
    ['DUMAS', 'EUGENUE', 'Eugénie Dumas'],
    ['LUNDQVUST', 'EBBA', 'Ebba Lundqvist'],
    ['KOVALSKY', 'JAN', 'Jan Kowalsky'],
    ['TANIWAL', 'FERUZ', 'FEROZ TANIWAL'],
    ['OKAFOB', 'CHIDI', 'CHIDI OKAFOR'],
    ['VAN DER MEEB', 'SASKLA', 'Saskia van der Meer'],
    ['FERREURA', 'ANA', 'Ana Ferreira'],
  ])('%s and %s, of which letters are doubtful, are %s where the print surely says so', (last, first, fullName) => {
    const unsure = (value: string) => ({ value, sure: false });
    const zone = sourceOf('mrz', true, { surname: unsure(last), givenNames: unsure(first) });
    const beside = (said: Said) => fuse([zone, sourceOf('visual', false, { fullName: said })]);
    expect(beside({ value: fullName, confidence: 0.99 })).toMatchObject({
      extractedData: { fullName },
      origins: { fullName: 'visual' },
      doubtful: [],
    });
    for (const said of [
      { value: fullName, confidence: 0.9 },
      { value: 'QUILL FEATHERSTONE', confidence: 0.99 },
    ]) {
      expect(beside(said)).toMatchObject({
        extractedData: { fullName: `${first} ${last}` },
        doubtful: ['givenNames', 'surname'],
      });
    }
  });

  test.each([
    'Chur GR',
    'Date de naissance',
    'Mun. Hunedoara',
    'Wohnort',
    'BH UTOPIA',
    'Brown',
    'Signature',
    'Tallinn',
  ])('the well-read name of a zone of which a digit fails stands against %s', (other) => {
    const unsure = (value: string, confidence: number) => ({ value, sure: false, confidence });
    const beside = (confidence: number) =>
      fuse([
        sourceOf('mrz', false, { surname: unsure('VADIS', confidence), givenNames: unsure('QUO', confidence) }),
        sourceOf('visual', false, { surname: other, givenNames: 'QUO' }),
      ]);
    expect(beside(0.98)).toMatchObject({ extractedData: { fullName: 'QUO VADIS' }, doubtful: ['surname'] });
    expect(beside(0.7).extractedData.fullName).toBe(`QUO ${other}`);
  });

  test('a name that was cut off agrees with print that goes on from there, and with no other', () => {
    const cut = sourceOf('mrz', true, { givenNames: { value: 'LUKASZ PAWEL GR', truncated: true } });
    const beside = (givenNames: string) => fuse([cut, sourceOf('visual', false, { givenNames })]).agreements;
    const between = ['mrz', 'visual'];
    const whole = 'ŁUKASZ PAWEŁ GRZEGORZ JAKUB BŁAŻEJ';
    expect(beside(whole)).toEqual([{ between, alike: ['givenNames'], differing: [] }]);
    expect(beside('INGRID OYDIS')).toEqual([{ between, alike: [], differing: ['givenNames'] }]);
  });

  test('a name that was cut off is not given where the print says another, or was read badly', () => {
    const cut = sourceOf('mrz', true, { surname: 'DAL', givenNames: { value: 'SOLVAAR AA', truncated: true } });
    const others: Said[] = ['INGRID OYDIS', { value: 'SOLVAAR AASE', confidence: 0.7 }];
    for (const givenNames of others) {
      const fused = fuse([cut, sourceOf('visual', false, { givenNames })]);
      expect(fused.extractedData.fullName).toBeNull();
      expect(fused.doubtful).toEqual(['fullName']);
    }
    for (const beside of [{ dateOfBirth: '1980-02-03' }, { documentNumber: 'X4711' }]) {
      expect(fuse([cut, sourceOf('visual', false, beside)]).extractedData.fullName).toBeNull();
    }
  });

  test('a surname that the zone cut off before the given names goes on as printed, or is not given', () => {
    const cut = (value: string) => ({ value, truncated: true });
    const zone = sourceOf('mrz', true, { surname: cut('LINDQVIST AEROESKO'), givenNames: cut('HAAKON LAR') });
    const name = (surname: Said) =>
      fuse([zone, sourceOf('visual', false, { surname, givenNames: 'HÅKON LARS GÖRAN' })]).extractedData.fullName;
    expect(name('LINDQVIST ERØSKØBING')).toBe('HÅKON LARS GÖRAN LINDQVIST ÆRØSKØBING');
    expect(name('LINDQUlST ERQSXOBlNG')).toBeNull();
  });

  test('a name that was cut off is given as it stands where the picture shows the zone alone', () => {
    const cut = sourceOf('mrz', true, { surname: 'DAL', givenNames: { value: 'SOLVAAR AA', truncated: true } });
    expect(fuse([cut]).extractedData.fullName).toBe('SOLVAAR AA DAL');
  });

  test('a line of print that goes on as the zone does is the name, though no label was read', () => {
    const line = (text: string, confidence = 0.97): TextLine => ({
      text,
      confidence,
      characters: [],
      box: { quad: [0, 1, 2, 3].map((x) => ({ x, y: 0 })) as unknown as Quad, score: 1 },
    });
    const fields = { givenNames: 'PAWEL GRZ', truncated: true } as MrzReading['fields'];
    const print = sourceOf('visual', false, {});
    const named = (...lines: TextLine[]) => withRestOfName(print, { fields }, lines).fields.givenNames?.value;
    expect(named(line('NOWAK'), line('Paweł Grzegorz Jakub'))).toBe('Paweł Grzegorz Jakub');
    expect(named(line('Paweł Grzegorz Jakub', 0.8))).toBeUndefined();
    expect(named(line('PAWEL GRZEGORZ 23.07.2006'))).toBeUndefined();
    // A page of print has the name, though no line of it was read well enough.
    const page = ['NOWAK', 'RZECZPOSPOLITA', 'PASZPORT', 'Data', 'Polska'].map((text) => line(text));
    expect(withRestOfName(print, { fields }, page).isPrinted).toBe(true);
    expect(withRestOfName(print, { fields }, page.slice(1)).isPrinted).toBe(false);
    const cut = sourceOf('mrz', true, { surname: 'NOWAK', givenNames: { value: 'PAWEL GRZ', truncated: true } });
    expect(fuse([cut, withRestOfName(print, { fields }, page)])).toMatchObject({
      extractedData: { fullName: null },
      doubtful: ['fullName'],
    });
    const licence = { surname: 'CHATELAI', givenNames: null, truncated: true } as MrzReading['fields'];
    const found = withRestOfName(print, { fields: licence }, [line('FRANCOISE'), line('CHATELAIN')]);
    expect(found.fields).toEqual({ surname: { value: 'CHATELAIN', confidence: 0.97, sure: true } });
  });

  test('the country is the code of the zone, also one that no standard has where all of it was read surely', () => {
    const country = (issuer: string, valid: boolean) => {
      const fields = {
        documentCode: 'ID',
        issuer,
        country: countryOf(issuer),
        truncated: false,
      } as MrzReading['fields'];
      const zone = mrzSource({ format: 'TD1', fields, checks: [], valid, confidence: 0.99 });
      return fuse([zone, sourceOf('visual', false, { country: 'DEU' })]).extractedData.country;
    };
    expect(country('SI', true)).toBe('SVN');
    expect(country('USA', false)).toBe('USA');
    expect(country('BDR', true)).toBe('BDR');
    expect(country('BDR', false)).toBe('DEU');
  });

  test('the zone of an enhanced licence leaves its kind to the print', () => {
    const kind = (documentCode: string, issuer: string) => {
      const fields = { documentCode, issuer, truncated: false } as MrzReading['fields'];
      return mrzSource({ format: 'TD1', fields, checks: [], valid: true, confidence: 1 }).fields.documentType?.value;
    };
    expect(kind('ID', 'USA')).toBeUndefined();
    expect(kind('I', 'CAN')).toBeUndefined();
    expect(kind('IP', 'USA')).toBe('National ID');
    expect(kind('C1', 'USA')).toBe('Residence Permit');
    expect(kind('ID', 'DEU')).toBe('National ID');
  });

  test('the print gives the diacritics that the zone cannot write', () => {
    const print = sourceOf('visual', false, { surname: 'Müller', givenNames: 'José-María' });
    expect(fuse([ZONE, print])).toMatchObject({
      extractedData: { fullName: 'José-María Müller' },
      origins: { surname: 'visual', givenNames: 'visual' },
      conflicts: [],
    });
  });

  test('where the print lost a mark that the zone spells out, its letters are the zone’s', () => {
    const zone = sourceOf('mrz', true, { surname: 'SOERENSEN', givenNames: 'HAAKON OEYVIND' });
    const name = (givenNames: string, surname: string) =>
      fuse([zone, sourceOf('visual', false, { givenNames, surname })]).extractedData.fullName;
    expect(name('Hakon Øyvind', 'Sørensen')).toBe('Haakon Øyvind Sørensen');
    expect(name('HAKON ØYVIND', 'SORENSEN')).toBe('HAAKON ØYVIND SOERENSEN');
    expect(name('Hakan Øyvind', 'Sørensen')).toBe('Haakon Øyvind Sørensen');
    expect(name('Inge Øyvind', 'Sørensen')).toBe('HAAKON OEYVIND Sørensen');
  });

  test('the print gives the rest of a name that the zone cut off', () => {
    const zone = sourceOf('mrz', true, {
      surname: 'PAPANDROPOULOUS',
      givenNames: { value: 'JONATHON ALEXA', truncated: true },
    });
    const print = sourceOf('visual', false, { surname: 'PAPANDROPOULOUS', givenNames: 'JONATHON ALEXANDER' });
    expect(fuse([zone, print]).extractedData.fullName).toBe('JONATHON ALEXANDER PAPANDROPOULOUS');
  });

  test('a barcode keeps its own hyphens and apostrophes, and takes the marks of the print', () => {
    const barcode = sourceOf('barcode', true, { surname: "O'BRIEN-PENA", givenNames: 'MARY' });
    const name = (surname: string) =>
      fuse([barcode, sourceOf('visual', false, { surname, givenNames: 'MARY' })]).extractedData.fullName;
    expect(name("O'BRIEN-PEÑA")).toBe("MARY O'BRIEN-PEÑA");
    expect(name('OBRIEN PENA')).toBe("MARY O'BRIEN-PENA");
    expect(name('OBRIFN PENA')).toBe("MARY O'BRIEN-PENA");
  });

  test('a misread print changes nothing and is no conflict', () => {
    const print = sourceOf('visual', false, { surname: 'MUFLLER', givenNames: 'J0SE MARIA' });
    expect(fuse([ZONE, print])).toMatchObject({ extractedData: { fullName: 'JOSE MARIA MUELLER' }, conflicts: [] });
  });

  test('another name in the print is a conflict', () => {
    const print = sourceOf('visual', false, { surname: 'KOWALSKA', givenNames: 'JOSE MARIA' });
    expect(fuse([ZONE, print])).toMatchObject({
      extractedData: { fullName: 'JOSE MARIA MUELLER' },
      conflicts: ['surname'],
    });
  });

  test('a whole name serves where no part is known, and a single part where the other is missing', () => {
    expect(fuse([sourceOf('visual', false, { fullName: 'IVO MARLIN' })]).extractedData.fullName).toBe('IVO MARLIN');
    expect(fuse([sourceOf('mrz', true, { surname: 'ARKFREITH' })]).extractedData.fullName).toBe('ARKFREITH');
  });

  test.each([
    ['Müller', ['MUELLER', 'MULLER', 'MUXXLLER', 'MUXLLER']],
    ["O'Brien-Šmíd", ['OBRIEN SMID']],
    ['Þórdís Ægisdóttir', ['THORDIS AEGISDOTTIR']],
    ['Weiß', ['WEISS']],
    ['Łódź', ['LODZ']],
    ['Hansen Ågård', ['HANSEN AAGAARD', 'HANSEN AGARD', 'HANSEN AAGARD', 'HANSEN AGAARD']],
  ])('%s stands in a zone as %j', (printed, spellings) => {
    expect([...machineSpellings(printed)].sort()).toEqual([...spellings].sort());
  });

  test('names of any length from a barcode are compared', () => {
    const barcode = sourceOf('barcode', true, { surname: `${'Ü'.repeat(8)}${'B'.repeat(2000)}` });
    const print = sourceOf('visual', false, { surname: `${'Ü'.repeat(8)}${'C'.repeat(30)}` });
    expect(fuse([barcode, print]).conflicts).toEqual(['surname']);
  });

  test('a very long name with many umlauts is compared in bounded time', () => {
    expect(machineSpellings('ÄÖÜ'.repeat(60)).size).toBeLessThanOrEqual(256);
    expect(likeness('', 'X')).toBe(0);
  });
});

describe('contradictions', () => {
  test('another date in the print is a conflict; one that was hardly read is not', () => {
    const print = (confidence: number, sure: boolean) =>
      sourceOf('visual', false, { dateOfBirth: { value: '1981-02-03', confidence, sure } });
    expect(fuse([ZONE, print(0.95, true)]).conflicts).toEqual(['dateOfBirth']);
    expect(fuse([ZONE, print(0.6, true)]).conflicts).toEqual([]);
    expect(fuse([ZONE, print(0.95, false)]).conflicts).toEqual([]);
  });

  test.each([
    ['X4711', []],
    ['X-47 11', []],
    ['X47I1', []],
    ['X4711 B', []],
    ['X4811', []],
    ['Y9931', ['documentNumber']],
  ])('number %s beside X4711: %j', (value, conflicts) => {
    expect(fuse([ZONE, sourceOf('visual', false, { documentNumber: value })]).conflicts).toEqual(conflicts);
  });

  test('one other letter or digit is a conflict only where the print was read without any doubt', () => {
    const conflicts = (field: Field, value: string, confidence: number, sure = true) =>
      fuse([ZONE, sourceOf('visual', false, { [field]: { value, confidence, sure } })]).conflicts;
    expect(conflicts('documentNumber', 'X4811', 0.99)).toEqual(['documentNumber']);
    expect(conflicts('documentNumber', 'X4811', 0.96)).toEqual([]);
    expect(conflicts('surname', 'MUEHLER', 0.99)).toEqual(['surname']);
    expect(conflicts('surname', 'MUEHLER', 0.96)).toEqual([]);
    expect(conflicts('surname', 'MUEHLER', 0.99, false)).toEqual([]);
    // What a line of print has beside the name, marks and hyphens are no other name.
    for (const same of ['N MÜLLER', 'Muller', 'MÛLLER']) expect(conflicts('surname', same, 0.99)).toEqual([]);
    expect(conflicts('givenNames', 'Jose-Maria', 0.99)).toEqual([]);
  });

  test('a zone that does not hold contradicts nobody with what is not sure', () => {
    const zone = sourceOf('mrz', false, { dateOfBirth: { value: '1999-09-09', sure: false } });
    const print = sourceOf('visual', false, { dateOfBirth: '1980-02-03' });
    expect(fuse([zone, print])).toMatchObject({ extractedData: { dateOfBirth: '1980-02-03' }, conflicts: [] });
  });

  test("a barcode of another person and another state than the zone is not this document's", () => {
    const zone = sourceOf('mrz', false, {
      documentNumber: { value: 'X4711', sure: false },
      surname: 'VARGAN',
      givenNames: 'ILKO',
      country: 'UTO',
    });
    const barcode = (country: string) =>
      sourceOf('barcode', true, {
        documentNumber: 'H400-065',
        surname: 'TREMBLAY',
        givenNames: 'ODETTE',
        country,
        address: '1 Pier Road',
      });
    expect(fuse([zone, barcode('USA')])).toMatchObject({
      extractedData: { documentNumber: 'X4711', fullName: 'ILKO VARGAN', country: 'UTO', address: null },
      conflicts: ['surname', 'givenNames', 'documentNumber', 'country'],
    });
    expect(fuse([zone, barcode('UTO')]).extractedData.fullName).toBe('ODETTE TREMBLAY');
  });
});
