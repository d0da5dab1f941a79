import { describe, expect, it } from 'vitest';
import type { TextLine } from '../text/text-reader.ts';
import { readVisualZone } from './visual-zone.ts';

const PICTURE = { width: 1000, height: 640 };
const HEIGHT = 24;
const LETTER = 13;

/** A line of text as it is read off a card, its left upper corner at x, y. */
function line(x: number, y: number, text: string, confidence = 0.97): TextLine {
  const right = x + text.length * LETTER;
  const quad = [
    { x, y },
    { x: right, y },
    { x: right, y: y + HEIGHT },
    { x, y: y + HEIGHT },
  ] as const;
  return { text, confidence, characters: [...text].map(() => confidence), box: { quad, score: 0.9 } };
}

function valuesOf(lines: readonly TextLine[], hints = {}) {
  const { fields } = readVisualZone(lines, PICTURE, hints);
  return Object.fromEntries(Object.entries(fields).map(([name, found]) => [name, found?.value ?? null]));
}

describe('the European model licence', () => {
  const licence = [
    line(300, 30, 'FÜHRERSCHEIN'),
    line(640, 30, 'BUNDESREPUBLIK DEUTSCHLAND'),
    line(300, 100, '1. Quistorp'),
    line(300, 140, '2. Wernhild Adele'),
    line(300, 180, '3. 08.05.1983 Halberg'),
    line(300, 220, '4a. 12.03.2019'),
    line(520, 220, '4c. Landkreis Halberg'),
    line(300, 260, '4b. 11.03.2034'),
    line(300, 300, '5. B072RRE2I55'),
  ];

  it('is read by its numbered fields', () => {
    expect(valuesOf(licence)).toMatchObject({
      documentType: 'Driver License',
      country: 'DEU',
      surname: 'Quistorp',
      givenNames: 'Wernhild Adele',
      dateOfBirth: '1983-05-08',
      issueDate: '2019-03-12',
      expiryDate: '2034-03-11',
      documentNumber: 'B072RRE2I55',
    });
  });

  it('is of the country whose sign it shows where no name of a country was read', () => {
    const signed = [line(40, 40, 'GR'), line(300, 60, 'Driving licence'), ...licence.slice(2)];
    expect(valuesOf(signed)).toMatchObject({ documentType: 'Driver License', country: 'GRC' });
    expect(valuesOf([line(40, 560, 'GR'), ...signed.slice(1)]).country).toBeNull();
  });

  it('may show that sign on the right, where a single letter is anything', () => {
    const titled = [line(300, 60, 'Driving licence'), ...licence.slice(2)];
    expect(valuesOf([line(940, 70, 'CH'), ...titled]).country).toBe('CHE');
    expect(valuesOf([line(940, 70, 'B'), ...titled]).country).toBeNull();
    expect(valuesOf([line(940, 560, 'CH'), ...titled]).country).toBeNull();
  });

  it.each([
    ['SCHWEIZ SUISSE SVIZZERA SVIZRA', 'CHE'],
    ['BELGIË BELGIQUE BELGIEN', 'BEL'],
    ['SUOMI FINLAND', 'FIN'],
    ['Suisse Finland', null],
  ])('is of the country that %s names in all its languages: %s', (row, country) => {
    expect(valuesOf([line(300, 30, row), line(300, 60, 'Driving licence'), ...licence.slice(2)]).country).toBe(country);
  });

  it('does not take the place of birth for another given name where no number tells the rows apart', () => {
    const numbered = [line(250, 100, '1.'), line(300, 100, 'Quistorp'), line(250, 130, '2.')];
    const below = [line(300, 130, 'Wernhild Adele'), line(300, 160, '11.04.1979 Rostock'), line(250, 190, '4a.')];
    const rows = [...licence.slice(0, 2), ...numbered, ...below, line(300, 190, '02.05.2021')];
    expect(valuesOf(rows)).toMatchObject({ surname: 'Quistorp', givenNames: 'Wernhild Adele' });
  });
});

describe('a Canadian licence', () => {
  const shown = (address: readonly TextLine[]) =>
    valuesOf([line(60, 20, 'NOVA SCOTIA'), line(400, 20, 'DRIVER LICENCE'), line(400, 220, '1 ARSENEAU'), ...address]);

  it('has its postal code in two groups, however close they stand', () => {
    const address = [line(400, 300, '8 14 COVE ROAD'), line(400, 330, 'TRURO NS B2N5E3')];
    expect(shown(address).address).toBe('14 COVE ROAD, TRURO NS B2N 5E3');
  });

  it('gives no address where a line of it was hard to read', () => {
    const address = [line(400, 300, '8 14 COVE ROAD'), line(400, 330, 'TRURO NS B2N5E3', 0.8)];
    expect(shown(address).address).toBeNull();
  });
});

describe('a residence permit with its labels on the left', () => {
  it('has its own number, not the personal one, though that begins like a label', () => {
    const permit = [
      line(60, 20, 'REPUBLIK ÖSTERREICH / REPUBLIC OF AUSTRIA'),
      line(60, 60, 'AUFENTHALTSTITEL / RESIDENCE PERMIT'),
      line(60, 100, 'Dokumentennummer / Document No.'),
      line(460, 100, 'FN83517'),
      line(60, 140, 'Persönliche Nr./ Personal No.'),
      line(460, 140, '815002613'),
    ];
    expect(valuesOf(permit).documentNumber).toBe('FN83517');
  });
});

describe('an address', () => {
  const card = (title: string, address: string) =>
    valuesOf([line(60, 20, title), line(60, 60, 'IDENTITY CARD'), line(60, 100, 'Adresse'), line(60, 130, address)])
      .address;

  it('has the letters of its country', () => {
    expect(card('SVERIGE', 'Storgatan 12, 903 26 Umeâ')).toBe('Storgatan 12, 903 26 Umeå');
    expect(card('ROMANIA', 'Strada Florilor 152, 48669 IAŞI')).toBe('Strada Florilor 152, 48669 IAȘI');
    expect(card('RÉPUBLIQUE FRANÇAISE', '12 rue du Château, 75001 Paris')).toBe('12 rue du Château, 75001 Paris');
  });

  it('has an I where a one ends a word, but not where a flat is numbered', () => {
    expect(card('SVERIGE', 'RAKOCZ1 TORG 12, 903 26 LUND')).toBe('RAKOCZI TORG 12, 903 26 LUND');
    expect(card('SVERIGE', 'FLAT1 RAKOCZI TORG 12, 903 26 LUND')).toBe('FLAT 1 RAKOCZI TORG 12, 903 26 LUND');
  });
});

describe('an American licence', () => {
  const licence = [
    line(60, 20, 'OREGON'),
    line(400, 20, 'DRIVER LICENSE'),
    line(400, 100, '4d DLN 4821937'),
    line(400, 140, '3 DOB 04/11/1979'),
    line(400, 180, '4b EXP 04/11/2027'),
    line(400, 220, '1 HALVORSEN'),
    line(400, 260, '2 TILDA MAE'),
    line(400, 300, '8 1620 QUARRY ROAD'),
    line(400, 330, 'SALEM, OR 97301'),
    line(400, 380, '15 SEX F'),
  ];

  it('is read by its codes, with the month first', () => {
    expect(valuesOf(licence)).toMatchObject({
      documentType: 'Driver License',
      country: 'USA',
      region: 'OR',
      surname: 'HALVORSEN',
      givenNames: 'TILDA MAE',
      documentNumber: '4821937',
      dateOfBirth: '1979-04-11',
      expiryDate: '2027-04-11',
      sex: 'F',
    });
  });

  it('gives the address as it is printed', () => {
    expect(valuesOf(licence).address).toBe('1620 QUARRY ROAD, SALEM, OR 97301');
  });

  it('gives a number that its state does not write only where it is labelled and clear', () => {
    const numbered = (confidence: number) =>
      valuesOf([
        ...licence.filter(({ text }) => !text.startsWith('4d')),
        line(400, 100, '4d DLN 48219X7Y', confidence),
      ]);
    expect(numbered(0.99).documentNumber).toBe('48219X7Y');
    expect(numbered(0.9).documentNumber).toBeNull();
  });

  it('has names of people, not what stands beside them', () => {
    const named = (above: readonly string[], speck: readonly TextLine[] = []) => {
      const rows = [...above, '77 FERN ROAD', 'SALEM OR 97301'].map((text, at) => line(400, 200 + at * 30, text));
      return valuesOf([...licence.filter(({ text }) => /OREGON|LICENSE|^4|DOB/.test(text)), ...rows, ...speck]);
    };
    const person = { surname: 'QUISTORP', givenNames: 'ADA LYNN' };
    expect(named(['QUISTORP', 'ADA LYNN'])).toMatchObject(person);
    expect(named(['QUISTORP', 'ADA LYNN', 'ÇN'])).toMatchObject(person);
    expect(named(['QUISTORP', 'ADA LYNN'], [line(400, 275, 'cO', 0.66)])).toMatchObject(person);
    expect(named(['BEYES BRO', 'ADA LYNN'])).toMatchObject({ surname: null, givenNames: null });
    expect(named(['RCSTRIGTOSS NONE', 'ADA LYNN'])).toMatchObject({ surname: null, givenNames: null });
  });

  it('has names above an address and the state in it, also where a part of the address was misread', () => {
    const shown = (address: readonly string[]) =>
      valuesOf([
        line(400, 20, 'DRIVER LICENSE'),
        ...['QUISTORP', 'ADA LYNN', ...address].map((text, at) => line(400, 200 + at * 30, text)),
      ]);
    const read = { surname: 'QUISTORP', givenNames: 'ADA LYNN', region: 'OR', address: null };
    expect(shown(['GO8 FERN ROAD', 'SALEM OR 97301'])).toMatchObject(read);
    expect(shown(['608 FERN ROAD', 'SALEM OR 9730-0000'])).toMatchObject(read);
    expect(shown(['608 FERN ROAD', 'SALEM OR 97301'])).toMatchObject({
      ...read,
      address: '608 FERN ROAD, SALEM OR 97301',
    });
  });

  it('keeps the code of a field and its twins out of the address', () => {
    const living = (street: string) =>
      valuesOf([...licence.slice(0, 2), line(400, 260, street), line(400, 290, 'SALEM OR 97301')]).address;
    expect(living('3 123 FERN ROAD')).toBe('123 FERN ROAD, SALEM OR 97301');
    expect(living('6O8 FERN ROAD')).toBe('608 FERN ROAD, SALEM OR 97301');
    expect(living('1')).toBeNull();
  });
});

describe('an address after a label', () => {
  const below = (...texts: string[]) =>
    valuesOf([line(60, 100, 'Adresse / Address'), ...texts.map((text, at) => line(60, 134 + 34 * at, text))]).address;

  it('ends before the categories of vehicles', () => {
    expect(below('14 quai des Tisserands, 80211 Vernelle', 'AM B BE L')).toBe('14 quai des Tisserands, 80211 Vernelle');
  });

  it('is not given with a letter that the reader does not know', () => {
    expect(below('Halgatan 14, 80211 Vern?')).toBeNull();
  });

  it('has the ß back that the reader took for a B', () => {
    expect(below('HafenstraBe 8, 80211 Vernau')).toBe('Hafenstraße 8, 80211 Vernau');
    expect(below('MacBride Lane 8, 80211 Vernau')).toBe('MacBride Lane 8, 80211 Vernau');
  });

  it('keeps the number apart from the street', () => {
    expect(below('VEENWEG5, 80211 VERNELLE')).toBe('VEENWEG 5, 80211 VERNELLE');
    expect(below('Veenweg 5, 80211Vernelle')).toBe('Veenweg 5, 80211 Vernelle');
  });
});

it('the sex on a Mexican card is hombre or mujer', () => {
  const card = (sex: string) =>
    valuesOf([line(60, 30, 'MÉXICO'), line(60, 70, 'CREDENCIAL PARA VOTAR'), line(60, 120, `SEXO ${sex}`)]).sex;
  expect(card('M')).toBe('F');
  expect(card('H')).toBe('M');
});

describe('dates', () => {
  const birth = (label: string, value: string, more: TextLine[] = [], hints = {}) =>
    valuesOf([line(60, 100, label), line(60, 134, value), ...more], hints).dateOfBirth;

  it.each([
    ['Date of birth', '17 NOV 1988', '1988-11-17'],
    ['Date de naissance', '3 août 1991', '1991-08-03'],
    ['Geburtsdatum', '25.12.1970', '1970-12-25'],
    ['Data urodzenia', '1988-02-29', '1988-02-29'],
  ])('are understood in the language of the document: %s %s', (label, value, expected) => {
    expect(birth(label, value)).toBe(expected);
  });

  const short = (...lines: string[]) =>
    valuesOf([
      line(300, 30, 'FÜHRERSCHEIN'),
      line(640, 30, 'BUNDESREPUBLIK DEUTSCHLAND'),
      ...lines.map((text, at) => line(300, 100 + 40 * at, text)),
    ]);

  it('with years of two digits lie where such a document can have them', () => {
    expect(short('3. 08.05.64', '4a. 22.01.99').dateOfBirth).toBe('1964-05-08');
    expect(short('3. 08.05.64', '4a. 22.01.89', '4b. 21.01.99')).toMatchObject({
      dateOfBirth: '1964-05-08',
      expiryDate: '1999-01-21',
    });
    expect(short('3. 08.05.98', '4a. 22.01.18', '4b. 21.01.33')).toMatchObject({
      dateOfBirth: '1998-05-08',
      expiryDate: '2033-01-21',
    });
  });

  it('of the United States have the month first, though another date was misread', () => {
    const lines = [
      line(60, 180, 'EXP'),
      line(60, 214, '09/11/2030'),
      line(60, 260, 'ISS'),
      line(60, 294, '18/05/2022'),
    ];
    expect(birth('DOB', '08/12/1974', lines, { country: 'USA' })).toBe('1974-08-12');
  });

  it('that can be read in two orders are left out rather than guessed', () => {
    expect(birth('Date of birth', '03/04/1990')).toBeNull();
  });

  it('that can be read in two orders are settled by the country', () => {
    expect(birth('Date of birth', '03/04/1990', [], { country: 'GBR' })).toBe('1990-04-03');
    expect(birth('Date of birth', '03/04/1990', [], { country: 'USA' })).toBe('1990-03-04');
  });

  it('are no names of places, however alike their digits look', () => {
    expect(birth('Date of birth', '11.11.2015')).toBe('2015-11-11');
    expect(valuesOf([line(60, 100, '11.11.2015'), line(60, 134, 'DRIVER LICENSE')])).toMatchObject({
      region: null,
      country: null,
    });
  });

  it('that no calendar has are left out', () => {
    expect(birth('Date of birth', '29.02.2011')).toBeNull();
  });
});

describe('labels', () => {
  it('above their values, in two languages', () => {
    const card = [
      line(60, 20, 'CARTE NATIONALE D’IDENTITÉ'),
      line(300, 90, 'NOM / Surname'),
      line(300, 122, 'FERRANDIÈRE'),
      line(300, 170, 'Prénoms / Given names'),
      line(300, 202, 'Apolline, Maud'),
      line(300, 250, 'SEXE / Sex'),
      line(300, 282, 'F'),
    ];
    expect(valuesOf(card)).toMatchObject({ documentType: 'National ID', surname: 'FERRANDIÈRE', sex: 'F' });
  });

  it('before names whose capital I looks like a small l', () => {
    const card = (surname: string) =>
      valuesOf([line(60, 90, 'Surname'), line(60, 122, surname), line(60, 170, 'Given names'), line(60, 202, 'Nora')]);
    expect(card('lvarsdottir').surname).toBe('Ivarsdottir');
    expect(card('de la Cueva').surname).toBe('de la Cueva');
  });

  it('are no values: an empty field stays empty', () => {
    const card = [line(60, 20, 'IDENTITY CARD'), line(60, 90, 'Surname'), line(60, 170, 'Given names')];
    expect(valuesOf(card)).toMatchObject({ surname: null, givenNames: null, fullName: null });
  });
});
