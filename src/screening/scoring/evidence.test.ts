import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../../test/support/engine.ts';
import { readTable } from '../../tables.ts';
import { AGAINST, FEATURES, FOR } from './evidence.ts';
import { EVIDENCE_MODELS } from './parameters.ts';

const rows = new Map(
  readTable('matching/evidence.tsv', ['feature', ...EVIDENCE_MODELS]).map(([feature, ...weights]) => [
    feature,
    weights.map(Number),
  ]),
);

describe('the table of weights', () => {
  test('has a row for each feature and no other', () => {
    expect([...rows.keys()]).toEqual(['base', ...FEATURES]);
  });

  test('never counts evidence for one person against it, nor the other way round', () => {
    for (const feature of FOR) expect(Math.min(...rows.get(feature)!), feature).toBeGreaterThanOrEqual(0);
    for (const feature of AGAINST) expect(Math.max(...rows.get(feature)!), feature).toBeLessThanOrEqual(0);
  });
});

const LISTED = [
  entityOf('a', ['Tilman Quistorp']),
  entityOf('b', ['Maria Vanderzoom']),
  ...Array.from({ length: 300 }, (_, place) => entityOf(`m${place}`, [`Maria Zumbrock${place}`])),
];

describe('a score by evidence', () => {
  test('is the name score and its points, to the hundredth', () =>
    withEngine(LISTED, (engine) => {
      for (const name of [
        'Tillman Quistorp',
        'Quistorp Tilman',
        'Maria Vandersoom',
        'Mary Vanderzoom',
        'T. Quistorp',
      ]) {
        const matches = engine.search({ name, entityType: 'Individual', minScore: 40, limit: 20 }).matches;
        expect(matches.length, name).toBeGreaterThan(0);
        for (const { score, explanation } of matches) {
          const sum = explanation.adjustments.reduce((total, { points }) => total + points, explanation.nameScore);
          expect(sum, name).toBeCloseTo(score, 2);
        }
      }
    }));

  test('is lower where the words that agree are common', () =>
    withEngine(LISTED, (engine) => {
      const scoreOf = (a: string, b: string) => engine.compare(a, b, 'Individual').score;
      expect(scoreOf('Maria Vandersohm', 'Maria Vanderzoom')).toBeLessThan(
        scoreOf('Tilman Vandersohm', 'Tilman Vanderzoom'),
      );
    }));

  test('does not fall where lists have a country in many languages', async () => {
    const listed = (...countries: string[]) => [
      entityOf('a', ['Zumbrock Bank of Syria'], { kind: 'organization' }),
      ...Array.from({ length: 60 }, (_, place) =>
        entityOf(
          `m${place}`,
          countries.map((country) => `Quistorp${place} ${country}`),
          { kind: 'organization' },
        ),
      ),
    ];
    const scoreAmong = (...countries: string[]) =>
      withEngine(listed(...countries), (engine) => {
        return engine.compare('Zumbrok Bank Syria', 'Zumbrock Bank of Syria', 'Organization').score;
      });
    expect(await scoreAmong('Syria', 'Syrie', 'Syrien', 'سوريا')).toBe(await scoreAmong('Syria'));
  });

  test('reaches 100 only as the list spells the name', () =>
    withEngine(LISTED, (engine) => {
      expect(engine.compare('TILMAN QUISTORP', 'Tilman Quistorp', 'Individual').score).toBe(100);
      expect(engine.compare('Tilman, Quistorp Junior', 'Tilman Quistorp', 'Individual').score).toBeLessThan(100);
    }));
});
