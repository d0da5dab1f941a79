import { describe, expect, test } from 'vitest';
import type { EntryFacts, NameParts } from '../../domain/list-entry.ts';
import { analyseName } from '../names/analyse.ts';
import { bearsTwoFamilyNames, familyMask, familyWordsOf } from './family-names.ts';

const inParts = (full: string, parts?: NameParts) => ({ analysed: analyseName(full, 'person'), parts });
const maskOf = (full: string, familyWords: ReadonlySet<string>) =>
  familyMask(analyseName(full, 'person').readings[0]!.tokens, familyWords);

describe('the words of a family name', () => {
  const listed = inParts('Ilmar de Jesús ZUMBRÖCK QUISTORP', {
    given: 'Ilmar de Jesús',
    family: 'ZUMBRÖCK QUISTORP',
  });

  test('come from the parts that a list gives, and hold for all names of the person', () => {
    const words = familyWordsOf([listed, inParts('Zumbrock')]);
    expect(maskOf('Ilmar Zumbrock Quistorp', words)).toBe(0b110);
    expect(maskOf('Quistorp, Ilmar', words)).toBe(0b10);
    expect(maskOf('El Ilmar', words)).toBe(0);
  });

  test('leave out what is a given name as well', () => {
    const other = inParts('Zumbrock Vistal', { given: 'Zumbrock', family: 'Vistal' });
    expect([...familyWordsOf([listed, other])].sort()).toEqual(['quistorp', 'vistal']);
  });

  test('are found where hyphens and articles divide a part in another way than the whole name', () => {
    const words = familyWordsOf([inParts("Ilmar AL-ZUM'BROCK", { given: 'Ilmar', family: "AL-ZUM'BROCK" })]);
    expect(maskOf("Ilmar AL-ZUM'BROCK", words)).toBe(0b100);
  });

  test('are not known where a list gives no parts, or parts that the name does not have', () => {
    expect(familyWordsOf([inParts('Ilmar Zumbrock')]).size).toBe(0);
    expect(familyWordsOf([inParts('Ilmar Zumbrock', { given: 'Ilmar', family: 'Vistal' })]).size).toBe(0);
  });
});

describe('two family names', () => {
  const entry = (family: string, more: Partial<EntryFacts>): EntryFacts => ({
    id: '1',
    kind: 'person',
    source: 'un-sc',
    sourceName: '',
    ...more,
    names: [{ full: `Ilmar ${family}`, kind: 'primary', parts: { given: 'Ilmar', family } }],
  });

  test('are borne in Spanish-speaking countries, whatever a list says of the person there', () => {
    expect(bearsTwoFamilyNames([entry('Zumbrock Vistal', { nationalities: ['CO'] })])).toBe(true);
    expect(bearsTwoFamilyNames([entry('Zumbrock Vistal', { birthPlaces: ['Culiacan, Sinaloa, Mexico'] })])).toBe(true);
    expect(bearsTwoFamilyNames([entry('Zumbrock Vistal', { addresses: ['San Salvador, EL SALVADOR'] })])).toBe(true);
  });

  test('are not borne elsewhere, nor by a person with one', () => {
    expect(bearsTwoFamilyNames([entry('Zumbrock Vistal', { nationalities: ['BR'], birthPlaces: ['Comexico'] })])).toBe(
      false,
    );
    expect(bearsTwoFamilyNames([entry('Zumbrock', { nationalities: ['CO'] })])).toBe(false);
  });
});
