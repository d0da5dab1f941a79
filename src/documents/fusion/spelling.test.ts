import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignName } from './spelling.ts';
import { machineSpellings } from './transliteration.ts';

describe('a printed name beside the zone', () => {
  test.each([
    ['José-María', 'JOSE MARIA', 'José-María', 0],
    ["Marchand d'Aubigné", 'MARCHAND DAUBIGNE', "Marchand d'Aubigné", 0],
    ['ÄÖÜ'.repeat(3), 'AEOEUE'.repeat(3), 'ÄÖÜ'.repeat(3), 0],
    // Marks that readers take for others, or letters for others.
    ['SOLVÂR ÂSA', 'SOLVAAR AASA', 'SOLVÅR ÅSA', 0],
    ['Kärkkáinen', 'KAERKKAEINEN', 'Kärkkäinen', 0],
    ['Gotąb', 'GOLAB', 'Gołąb', 0],
    ['Świętostawa Bożena', 'SWIETOSLAWA BOZENA', 'Świętosława Bożena', 0],
    ['Gropmann', 'GROPMANN', 'Gropmann', 0],
    ['GROBMANN', 'GROSSMANN', 'GROẞMANN', 0],
    ['Grobmann', 'GROSSMANN', 'Großmann', 0],
    ['Qyvind', 'OEYVIND', 'Øyvind', 0],
    ['ERØSKØBING', 'AEROESKOEBING', 'ÆRØSKØBING', 0],
    // A mark is lost: which it was stays open.
    ['Hakon', 'HAAKON', 'Haakon', 0],
    ['SORENSEN', 'SOERENSEN', 'SOERENSEN', 0],
    // Words parted otherwise.
    ['Dalla Costa', 'DALLACOSTA', 'DallaCosta', 0],
    ['DELACRUZ', 'DE LA CRUZ', 'DE LA CRUZ', 0],
    // Letters lost, too many and others.
    ['Natach', 'NATACHA', 'Natacha', 1],
    ['atacha', 'NATACHA', 'Natacha', 1],
    ['Nattacha', 'NATACHA', 'Natacha', 1],
    ['NATRCHA MARIR', 'NATACHA MARIA', 'NATACHA MARIA', 2],
  ])('%s beside %s is %s', (printed, machine, name, misread) => {
    expect(alignName(printed, machine, false)).toEqual({ name, misread });
  });

  test.each([
    ['NELSON', 'SON'],
    ['Ivo', 'IVA'],
    ['Naracho', 'NATACHA'],
    ['Иван', 'IVAN'],
    ['JONATHON ALEXANDER', 'JONATHON ALEXA'],
    ['', 'MUELLER'],
    ['MÜLLER', ''],
    ['A'.repeat(200), 'A'.repeat(200)],
  ])('%s is another name than %s', (printed, machine) => {
    expect(alignName(printed, machine, false)).toBeNull();
  });

  test.each([
    ['Jürgen Lukas', 'JUERG', 'Jürgen Lukas'],
    ['SOLVÂR ÂSA INGRID', 'SOLVAAR AA', 'SOLVÅR ÅSA INGRID'],
    ['Châtelain', 'CHATELAI', 'Châtelain'],
  ])('%s goes on where the zone was cut off: %s', (printed, machine, name) => {
    expect(alignName(printed, machine, true)).toEqual({ name, misread: 0 });
  });

  test('a beginning that was misread, or is too short, goes on nowhere', () => {
    expect(alignName('Chatolain', 'CHATELAI', true)).toBeNull();
    expect(alignName('Natrcha', 'NATACHA MAR', true)).toBeNull();
    expect(alignName('Jo', 'J', true)).toBeNull();
  });

  test('what is given always stands in the zone as the zone has it', () => {
    const alphabet = [...'ABEHILOPQRSTU ÄÅÖØÜŁẞÞÑ-'];
    const name = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 9 });
    const machine = fc.string({ unit: fc.constantFrom(...'AEHLOSTU'), minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(name, machine, (printed, zone) => {
        const spelled = alignName(printed, zone, false);
        if (spelled) expect([...machineSpellings(spelled.name)].map((one) => one.replaceAll(' ', ''))).toContain(zone);
      }),
      { numRuns: 3000 },
    );
  });
});
