import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../fusion/document-source.ts';
import type { TextLine } from '../text/text-reader.ts';
import { readVisualZone } from './visual-zone.ts';

const PICTURE = { width: 1000, height: 640 };

/** A line of text as it is read off a card, its left upper corner at x, y. */
function line(x: number, y: number, text: string): TextLine {
  const [right, bottom] = [x + text.length * 15, y + 28];
  const quad = [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ] as const;
  return { text, confidence: 0.98, characters: [...text].map(() => 0.98), box: { quad, score: 0.9 } };
}

const rows = (x: number, ...texts: readonly string[]) => texts.map((text, at) => line(x, 130 + 32 * at, text));

function said(lines: readonly TextLine[]) {
  const { source } = readVisualZone(lines, PICTURE);
  return Object.fromEntries(Object.entries(source.fields).map(([field, reading]) => [field, reading.value]));
}

describe('a Mexican card', () => {
  const title = [
    line(330, 30, 'INSTITUTO NACIONAL ELECTORAL'),
    line(60, 40, 'MÉXICO'),
    line(330, 80, 'CREDENCIAL PARA VOTAR'),
  ];
  const named = (...names: readonly string[]) => {
    const { surname, givenNames, sex } = said([
      ...title,
      ...rows(330, 'NOMBRE', ...names, 'DOMICILIO', 'C ROBLE 12', 'COL CENTRO 04800'),
      line(720, 200, 'SEXO M'),
    ]);
    return [surname, givenNames, sex];
  };

  test('has paternal, maternal and given names in rows under NOMBRE, and M for a woman', () => {
    expect(named('SALVATIERRA', 'MEJÍA', 'ROSAURA')).toEqual(['SALVATIERRA MEJÍA', 'ROSAURA', 'F']);
    expect(named('DE LA TORRE', 'DEL RÍO', 'ANA ROSAURA')).toEqual(['DE LA TORRE DEL RÍO', 'ANA ROSAURA', 'F']);
    expect(named('DE LA TORRE', 'MEJÍA', 'ANA ROSAURA DE LOS', 'ANGELES')).toEqual([
      'DE LA TORRE MEJÍA',
      'ANA ROSAURA DE LOS ANGELES',
      'F',
    ]);
  });

  test('has one surname where two rows are the name', () => {
    expect(named('SALVATIERRA', 'ROSAURA')).toEqual(['SALVATIERRA', 'ROSAURA', 'F']);
  });

  test('of another state has its given names alone under NOMBRE', () => {
    const card = [
      line(330, 30, 'ESPAÑA'),
      line(330, 70, 'DOCUMENTO NACIONAL DE IDENTIDAD'),
      ...rows(330, 'APELLIDOS', 'SALVATIERRA', 'MEJÍA', 'NOMBRE', 'ROSAURA'),
    ];
    expect(said(card)).toMatchObject({ surname: 'SALVATIERRA MEJÍA', givenNames: 'ROSAURA' });
  });
});

describe('a German identity card', () => {
  const title = [line(40, 30, 'BUNDESREPUBLIK DEUTSCHLAND'), line(40, 80, 'PERSONALAUSWEIS')];
  const labels = [
    '[a] Name/Surname/Nom [b] Geburtsname/Name at birth/Nom de naissance',
    'Vornamen/Given names/Prénoms',
  ];
  const named = (...names: readonly string[]) => {
    const { surname, givenNames } = said([...title, ...rows(340, labels[0]!, ...names, labels[1]!, 'HEDWIG')]);
    return [surname, givenNames];
  };

  test('has the surname behind [a], and the name at birth behind [b] is none', () => {
    expect(named('[a] BRANDHORST', '[b] VON DER AUE')).toEqual(['BRANDHORST', 'HEDWIG']);
    for (const [a, b] of [
      ['(a]', '[6]'],
      ['[aJ', '[bJ'],
      ['[al', 'lb]'],
      ['a]', 'b]'],
    ]) {
      expect(named(`${a} IDE`, `${b} ILG`)).toEqual(['IDE', 'HEDWIG']);
    }
    expect(named('[a] BRANDHORST-LÜHR')).toEqual(['BRANDHORST-LÜHR', 'HEDWIG']);
  });

  test('of before 2021 has the surname under its label, and "geb." before the name at birth', () => {
    expect(named('BRANDHORST', 'GEB. AUE')).toEqual(['BRANDHORST', 'HEDWIG']);
    expect(named('BRANDHORST')).toEqual(['BRANDHORST', 'HEDWIG']);
  });
});

test('a date far behind its own label is not that of the label above it', () => {
  const card = [
    line(330, 30, 'UNITED STATES OF AMERICA'),
    line(330, 70, 'PERMANENT RESIDENT'),
    ...rows(340, 'Surname', 'BRANDHORST', 'Given Name', 'HEDWIG', 'Date of Birth', '01 JAN 1985'),
    line(640, 258, 'Sex'),
    line(640, 290, 'F'),
    line(340, 340, 'Card Expires:'),
    line(600, 336, '03/14/29'),
    line(340, 380, 'Resident Since:'),
    line(600, 376, '03/14/19'),
  ];
  expect(said(card)).toMatchObject({ documentType: 'Residence Permit', expiryDate: '2029-03-14', sex: 'F' });
});

describe('a document that never ends', () => {
  const ends = (text: string, label = 'VALIDEZ') =>
    said([
      line(330, 30, 'ESPAÑA'),
      line(330, 70, 'DOCUMENTO NACIONAL DE IDENTIDAD'),
      line(330, 300, 'FECHA DE NACIMIENTO'),
      line(330, 332, '04 03 1944'),
      line(700, 300, label),
      line(700, 332, text),
    ]);

  test.each([
    '01 01 9999',
    '31.12.9999',
    '9999-12-31',
    '31 DIC 9999',
    'INDEFINIDO',
    'Permanente',
    'UNBEFRISTET/UNLIMITED',
  ])('is known by %s behind the label of its end', (text) => {
    expect(ends(text)).toMatchObject({ dateOfBirth: '1944-03-04', expiryDate: UNLIMITED });
  });

  test.each(['01 01 2031', '01 01 1999'])('is none where %s stands there', (text) => {
    expect(ends(text).expiryDate).toBe(`${text.slice(6)}-01-01`);
  });

  test('is not known by 9999 or the word behind another label', () => {
    expect(ends('01 01 9999', 'EMISIÓN').expiryDate).toBeUndefined();
    expect(ends('PERMANENTE', 'OBSERVACIONES').expiryDate).toBeUndefined();
  });
});
