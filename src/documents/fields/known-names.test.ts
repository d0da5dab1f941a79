import { describe, expect, it } from 'vitest';
import { withKnownNames } from './known-names.ts';

/** A row as given names have it; places of what is left in doubt behind it. */
function known(text: string, ...doubts: number[]): string {
  const found = withKnownNames({ text, doubts, characters: [...text].map(() => 0.9) });
  expect(found.characters).toHaveLength(found.text.length);
  return [found.text, ...found.doubts].join(' | ');
}

describe('what known given names settle', () => {
  it('parts names and initials that ran together, and joins what is one name', () => {
    expect(known('SUSANI', 4.5)).toBe('SUSAN I');
    expect(known('SUSAN I', 5.5)).toBe('SUSAN I');
    expect(known('1.2 HALL, SUSANIELIZABETH', 15.5)).toBe('1.2 HALL, SUSAN I ELIZABETH');
    expect(known('ANTHONY JJAMES', 8.5)).toBe('ANTHONY J JAMES');
    expect(known('CHRIS TOPHER', 5.5)).toBe('CHRISTOPHER');
  });

  it('tells a Q from an O', () => {
    expect(known('OUINCY', 0)).toBe('QUINCY');
    expect(known('OLIVIA', 0)).toBe('OLIVIA');
  });

  it('has letters that look alike as a listed name has them', () => {
    expect(known('DAVID LEE EDWARO')).toBe('DAVID LEE EDWARD');
    expect(known('HOLIY ANNE')).toBe('HOLLY ANNE');
    expect(known('ORTIZ DRTIZ')).toBe('ORTIZ DRTIZ');
    expect(known('LYNN INY', 0, 6)).toBe('LYNN INY | 6');
  });

  it('knows what stands behind names', () => {
    expect(known('EDWARD, JRJO BOB', 9.5)).toBe('EDWARD, JR JO BOB');
    expect(known('CASTILLO, SUSAN1', 14.5)).toBe('CASTILLO, SUSAN 1');
    expect(known('CASTILLO, SUSAN 1', 15.5)).toBe('CASTILLO, SUSAN 1');
  });

  it('takes a digit behind a name for the initial I', () => {
    expect(known('DE LA CRUZ, SUSAN1')).toBe('DE LA CRUZ, SUSAN 1');
    expect(known('CLASS1')).toBe('CLASS1');
  });

  it('takes a lone zero behind a name for the initial O, and a D that begins one for an O', () => {
    expect(known('QUIGLEY. MICHAEL 0', 16.5)).toBe('QUIGLEY. MICHAEL O');
    expect(known('APT 0')).toBe('APT 0');
    expect(known('DLIVIA')).toBe('OLIVIA');
    expect(known('DARREN')).toBe('DARREN');
  });

  it('parts a word that is longer than any name', () => {
    expect(known('LUIS CHRISTOPHERJAMES')).toBe('LUIS CHRISTOPHER JAMES');
    expect(known('MARTINDALE')).toBe('MARTINDALE');
    expect(known('FEATHERSTONEHAUGH')).toBe('FEATHERSTONEHAUGH');
  });

  it('makes no name of initials alone', () => {
    expect(known('OLYMPIA WA 08098', 8.5)).toBe('OLYMPIA WA 08098 | 8.5');
  });

  it('leaves alone what has two readings or none, and what was read surely', () => {
    expect(known('JOANN', 1.5)).toBe('JOANN | 1.5');
    expect(known('ZOQUE', 2)).toBe('ZOQUE | 2');
    expect(known('SUSANI')).toBe('SUSANI');
    expect(known('EXPIRES E', 7.5)).toBe('EXPIRES E | 7.5');
  });

  it('keeps the places of other doubts', () => {
    expect(known('SUSANI XOX', 4.5, 8)).toBe('SUSAN I XOX | 9');
  });
});
