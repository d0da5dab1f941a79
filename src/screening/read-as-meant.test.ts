import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';
import type { EntityType } from '../domain/entity-type.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import type { Engine } from './engine.ts';

const LISTED = [
  entityOf('p', ['Radmir Akhatovich Kashevar', 'Радмир Ахатович Кашевар']),
  entityOf('j', ['José Íñigo Zumbrock']),
  entityOf('q', ['Ottokar Quistorp']),
  entityOf('n', ['Christabel Null']),
  entityOf('f', ['FNU LNU', 'Unknown', 'XXX']),
  entityOf('l', ['Wendelin LNU']),
  entityOf('x', ['Malcolm X']),
  entityOf('o', ['Bureau 39 of the Zumbrock Union'], { kind: 'organization' }),
  entityOf('r', ['Quistorp Plant No. 9'], { kind: 'organization' }),
  entityOf('g', ['Kashevar74455'], { kind: 'organization' }),
];

function best(engine: Engine, name: string, entityType: EntityType = 'Individual'): EvidencedMatch | undefined {
  return engine.search({ name, entityType, minScore: 70, limit: 5 }).matches[0];
}
const idOf = (match: EvidencedMatch | undefined) => match?.entries[0]?.id;
const readAs = (text: string, set: string) => new TextDecoder(set).decode(new TextEncoder().encode(text));
const reasonsOf = (match: EvidencedMatch | undefined) =>
  match?.explanation.adjustments.map(({ reason }) => reason) ?? [];

function expectSum({ score, explanation }: EvidencedMatch): void {
  const points = explanation.adjustments.reduce((sum, one) => sum + one.points, 0);
  expect(explanation.nameScore + points).toBeCloseTo(score, 6);
}

describe('initials that are written together', () => {
  test.each(['RA Kashevar', 'Kashevar RA', 'KASHEVAR RA', 'ra kashevar', 'Кашевар РА', 'Kashevar, RA'])('%s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, name);
      expect(idOf(match)).toBe('p');
      expect(reasonsOf(match).join()).toMatch(/Read as “.*R\. A\..*”, with initials apart|Read as “Кашевар Р\. А\.”/i);
      expectSum(match!);
    }),
  );

  test('are no name that the lists have, no syllable, and no word in small letters with a capital', () =>
    withEngine(
      [...LISTED, ...Array.from({ length: 300 }, (_, at) => entityOf(`li${at}`, [`Li Vahl${at}`]))],
      (engine) => {
        for (const name of ['Ra Kashevar', 'XY Kashevar', 'Dr Kashevar'])
          expect(best(engine, name), name).toBeUndefined();
        expect(reasonsOf(best(engine, 'LI VAHL7')).join()).not.toMatch(/initials/);
      },
    ));
});

describe('spoilt text', () => {
  test.each([
    'Jos&eacute; &Iacute;&ntilde;igo Zumbrock',
    'Jos%C3%A9%20%C3%8D%C3%B1igo%20Zumbrock',
    readAs('José Íñigo Zumbrock', 'windows-1252'),
    readAs(readAs('José Íñigo Zumbrock', 'windows-1252'), 'windows-1252'),
  ])('is read as it was before: %s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, name);
      expect(idOf(match)).toBe('j');
      expect(match!.score).toBe(99);
      expect(reasonsOf(match)).toEqual(['Read as “José Íñigo Zumbrock”, which a program wrote in another code']);
      expectSum(match!);
    }),
  );

  test.each([
    'Jos? ??igo Zumbrock',
    'José Íñigo Z?mbrock',
    'Jos? Inigo Zumbro?k',
    'Josï¿½ Inigo Zumbrock',
    'JosÃ© ÃÃ±igo Zumbrock',
  ])('has question marks for letters: %s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, name);
      expect(idOf(match)).toBe('j');
      expect(match!.score).toBeGreaterThanOrEqual(90);
      expectSum(match!);
    }),
  );

  test('has question marks for letters of other scripts', () =>
    withEngine(LISTED, (engine) => expect(idOf(best(engine, 'Р?дмир Ахатович Ка?евар'))).toBe('p')));
});

describe('several holders in one field', () => {
  test.each([
    'Ottokar Quistorp and Wilma Vahl',
    'Wilma Vahl & Ottokar Quistorp',
    'Wilma Vahl / Ottokar Quistorp JTWROS',
    'Wilma & Ottokar Quistorp',
    'Ottokar and Wilma Quistorp',
    'Vahl, Wilma; Quistorp, Ottokar',
  ])('are each screened: %s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, name);
      expect(idOf(match)).toBe('q');
      expect(match!.score).toBeGreaterThanOrEqual(95);
      expect(reasonsOf(match).join()).toMatch(/Read as “(Ottokar Quistorp|Quistorp, Ottokar)”, one of those/);
      expectSum(match!);
    }),
  );

  test('are both found where both are listed', () =>
    withEngine(LISTED, (engine) => {
      const { matches } = engine.search({
        name: 'Ottokar Quistorp und Christabel Null',
        entityType: 'Individual',
        minScore: 70,
        limit: 5,
      });
      expect(matches.map(idOf).sort()).toEqual(['n', 'q']);
    }));

  test('an organisation stays one', () =>
    withEngine(LISTED, (engine) => {
      expect(reasonsOf(best(engine, 'Quistorp & Sons Plant No. 9', 'Organization')).join()).not.toMatch(/Read as/);
    }));
});

describe('placeholders', () => {
  test.each([
    'FNU Ottokar Quistorp',
    'Ottokar LNU Quistorp',
    'Ottokar Quistorp N/A',
    'X X Ottokar Quistorp',
    'XXX Ottokar Quistorp',
    'Ottokar Quistorp unknown',
    'null Ottokar Quistorp',
    'Ottokar Quistorp (no middle name)',
    'Ottokar неизвестно Quistorp',
  ])('weigh nothing beside a name: %s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, name);
      expect(idOf(match)).toBe('q');
      expect(match!.score).toBeGreaterThanOrEqual(95);
    }),
  );

  test('give no match by themselves, and weigh nothing on a list', () =>
    withEngine(LISTED, (engine) => {
      for (const name of ['FNU Vahl', 'Berta LNU', 'Berta Unknown', 'Berta XXX'])
        expect(best(engine, name), name).toBeUndefined();
      expect(idOf(best(engine, 'Wendelin'))).toBe('l');
    }));

  test('are names of people where a given name stands beside them', () =>
    withEngine(LISTED, (engine) => {
      expect(best(engine, 'Christabel Null')).toMatchObject({ score: 100 });
      expect(best(engine, 'Malcolm X')).toMatchObject({ score: 100 });
    }));

  test.each<[string, EntityType]>([
    ...(
      ['FNU LNU', 'N/A', 'unknown', 'Null', 'X X', 'xxx', 'None', 'Mr Unknown', 'unbekannt', 'неизвестно'] as const
    ).map((name): [string, EntityType] => [name, 'Individual']),
    ...(['N/A', 'unknown', 'not applicable', 'null'] as const).map((name): [string, EntityType] => [
      name,
      'Organization',
    ]),
  ])('a query that is nothing else is refused: %s (%s)', (name, type) =>
    withEngine(LISTED, (engine) => {
      expect(() => best(engine, name, type)).toThrow(/says that the name is not known/);
    }),
  );

  test('a firm may be called so', () =>
    withEngine(LISTED, (engine) => {
      for (const name of ['FNU', 'Test', 'XXX', 'Unknown Pleasures Ltd']) {
        expect(() => best(engine, name, 'Organization'), name).not.toThrow();
      }
    }));
});

describe('numbers of organisations', () => {
  test.each([
    'Plant №9',
    'Plant № 9',
    'Plant No9',
    'Plant No.9',
    'Plant N9',
    'Plant Nr9',
    'Plant Nr. 9',
    'Plant #9',
    'Plant n° 9',
    'Plant номер9',
    'Plant 9',
    'Plant9',
  ])('are one however they are written: Quistorp %s', (name) =>
    withEngine(LISTED, (engine) => {
      const match = best(engine, `Quistorp ${name}`, 'Organization');
      expect(idOf(match)).toBe('r');
      expect(match!.score).toBeGreaterThanOrEqual(95);
    }),
  );

  test('are cut off from the letters before them, in a query and on a list', () =>
    withEngine(LISTED, (engine) => {
      expect(best(engine, 'Bureau39 of the Zumbrock Union', 'Organization')!.score).toBeGreaterThanOrEqual(95);
      expect(best(engine, 'Kashevar 74455', 'Organization')!.score).toBeGreaterThanOrEqual(95);
      expect(best(engine, 'Quistorp Plant №8', 'Organization')).toBeUndefined();
    }));
});
