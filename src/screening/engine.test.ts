import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entityOf, inDirectory, snapshotOf, withEngine } from '../../test/support/engine.ts';
import type { EntityType } from '../domain/entity-type.ts';
import type { SnapshotEntity } from '../domain/snapshot.ts';
import { Engine } from './engine.ts';
import { snapshotFiles } from './index/build.ts';
import { readIndexFile } from './index/format.ts';
import { analyseName } from './names/analyse.ts';
import { SharedMemory } from './shared-memory.ts';

const GIVEN = 'Tilman Orsolya Bertrand Wilfried Casimir Thaddeus Ignatius Leopold Marcelline Eberhard'.split(' ');
const MIDDLE = 'Rufus Amadeus Octavian Silvan Hyacinth Norbert'.split(' ');
const FAMILY = 'Varnhagen Quistorp Ollenburg Drexhage Tessmann Wackernagel Zumbrock Halberg Pfungst Rautenkranz'.split(
  ' ',
);

/** People who were never born: every given name with every family name, every third with a middle name. */
const CORPUS: SnapshotEntity[] = GIVEN.flatMap((given, row) =>
  FAMILY.map((family, column) => {
    const middle = (row + column) % 3 === 0 ? `${MIDDLE[(row * column) % MIDDLE.length]} ` : '';
    return entityOf(`p${row}-${column}`, [`${given} ${middle}${family}`]);
  }),
);

function search(
  engine: Engine,
  name: string,
  minScore = 70,
  entityType: EntityType = 'Individual',
  dateOfBirth?: string,
) {
  return engine.search({ name, entityType, minScore, limit: 50, ...(dateOfBirth ? { dateOfBirth } : {}) });
}

const ids = (result: ReturnType<Engine['search']>) => result.matches.map(({ entries }) => entries[0]!.id);

describe('a search', () => {
  test('puts the name as it is listed first, at 100', () =>
    withEngine(CORPUS, (engine) => {
      const { matches } = search(engine, 'Tilman QUISTORP');
      expect(matches[0]).toMatchObject({ name: 'Tilman Quistorp', score: 100, entityType: 'Individual' });
    }));

  test('finds a name whatever the order of its parts, with the same similarity', () =>
    withEngine(CORPUS, (engine) => {
      const nameScore = (name: string) => search(engine, name).matches[0]!.explanation.nameScore;
      fc.assert(
        fc.property(
          fc.shuffledSubarray(['Tilmann', 'Rufus', 'Varnhagn'], { minLength: 3, maxLength: 3 }),
          (parts) => Math.abs(nameScore(parts.join(' ')) - nameScore('Tilmann Rufus Varnhagn')) < 0.011,
        ),
        { numRuns: 20 },
      );
    }));

  test('finds each of the names that a query gives together', () =>
    withEngine(CORPUS, (engine) => {
      const { matches } = search(engine, 'Ottmar Nobody alias Tilman Quistorp');
      expect(matches[0]).toMatchObject({ name: 'Tilman Quistorp' });
      expect(matches[0]!.score).toBeGreaterThanOrEqual(98);
      expect(matches[0]!.explanation.unmatchedQuery).toEqual([]);
    }));

  test('finds what comparing with every single name finds', () =>
    withEngine(CORPUS, (engine) => {
      for (const query of [
        'Tilmann Kwistorp',
        'Wilfrid Drexhaage',
        'Casimir Halberg',
        'Leopolt Tesmann',
        'Rautenkrantz Ebehard',
      ]) {
        const byHand = CORPUS.filter(({ entries }) => {
          return engine.compare(query, entries[0]!.names[0]!.full, 'Individual').score >= 72;
        });
        const found = new Set(ids(search(engine, query, 66)));
        for (const { entries } of byHand)
          expect(found, `${query} ~ ${entries[0]!.names[0]!.full}`).toContain(entries[0]!.id);
      }
    }));

  test('finds a name that is written as one word where all its words are listed, and nothing like them', () =>
    withEngine(CORPUS, (engine) => {
      expect(search(engine, 'TILMANQUISTORP').matches[0]).toMatchObject({ name: 'Tilman Quistorp', score: 99 });
      expect(search(engine, 'bertrandrufuszumbrock').matches[0]?.score ?? 0).toBeGreaterThan(70);
      expect(search(engine, 'TILMONQUISTROP', 0).matches[0]!.explanation.pairs.map(({ query }) => query)).not.toContain(
        'TILMON',
      );
    }));

  test('a title that no list gives costs nothing, and is not a listed word either', () =>
    withEngine([entityOf('q', ['Quillon Ferrabast']), entityOf('w', ['Sheikh Wumbolt'])], (engine) => {
      const score = (name: string) => search(engine, name, 0).matches[0]!.score;
      expect(score('General Ferrabast')).toBe(score('Ferrabast'));
      expect(score('Mullah Wumbolt')).toBeLessThan(99);
    }));

  test('leaves out a name that leaves nothing to compare, where others are given with it', () =>
    withEngine(CORPUS, (engine) => {
      expect(search(engine, 'Tilman Quistorp alias ー').matches[0]).toMatchObject({
        name: 'Tilman Quistorp',
        score: 99,
      });
      expect(search(engine, 'ـ @ Tilman Quistorp').matches[0]).toMatchObject({ name: 'Tilman Quistorp' });
    }));

  test('does not take another family name for the same person', () =>
    withEngine(CORPUS, (engine) => {
      const names = search(engine, 'Bertrand Zumbrock').matches.map(({ name }) => name);
      expect(names.filter((name) => !name.endsWith('Zumbrock'))).toEqual([]);
    }));

  test('never scores an entity lower for one more alias', () =>
    withEngine(
      [entityOf('one', ['Tilman Varnhagen']), entityOf('two', ['Tilman Varnhagen', 'Ignatius Halberg', 'T. V.'])],
      (engine) => {
        for (const query of ['Tilman Varnhagn', 'T Varnhagen', 'Varnhagen Tillman']) {
          const scores = new Map(
            search(engine, query, 10).matches.map(({ entries, score }) => [entries[0]!.id, score]),
          );
          expect(scores.get('two')).toBeGreaterThanOrEqual(scores.get('one')!);
        }
      },
    ));

  test('gives the same answer however often it is asked', () =>
    withEngine(CORPUS, (engine) => {
      const first = search(engine, 'Marceline Wackernagl', 40);
      for (let again = 0; again < 3; again++) expect(search(engine, 'Marceline Wackernagl', 40)).toEqual(first);
    }));

  test('answers any text that leaves a token, in bounded time, and refuses any other', () =>
    withEngine(CORPUS, (engine) => {
      const text = fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
        fc.string({ unit: fc.constantFrom(...'ーـʹь²Ⅷ[1](b), '), minLength: 1, maxLength: 6 }),
      );
      fc.assert(
        fc.property(text, fc.constantFrom<EntityType>('Individual', 'Organization'), (name, entityType) => {
          const { readings } = analyseName(name, entityType === 'Individual' ? 'person' : 'organization');
          if (readings.every(({ tokens }) => tokens.length === 0)) {
            expect(() => search(engine, name, 0, entityType)).toThrow('name: has no letter or digit');
            expect(() => engine.compare('Ada', name, entityType)).toThrow('name: has no letter or digit');
            return;
          }
          const { matches, qualifying } = search(engine, name, 0, entityType);
          expect(matches.length).toBeLessThanOrEqual(50);
          expect(qualifying).toBe(entityType === 'Individual' ? CORPUS.length : 0);
          expect(matches.every(({ score }) => score >= 0 && score <= 100)).toBe(true);
        }),
        { numRuns: 200 },
      );
    }));

  test.each([...'ーـʹь'])('"%s" leaves nothing to compare and is refused: an all-clear would be a lie', (name) =>
    withEngine(CORPUS, (engine) => {
      for (const minScore of [0, 70]) {
        expect(() => search(engine, name, minScore)).toThrow('name: has no letter or digit, so it cannot be screened.');
      }
    }),
  );

  test.each([...'²Ⅷ7Ж王ا', 'ーア', 'ь²('])('"%s" is screened', (name) =>
    withEngine(CORPUS, (engine) => expect(search(engine, name).matches).toEqual([])),
  );
});

describe('engines of several threads', () => {
  const names = ['Aleksandr Petrovich Ivanov', 'Mohammed Qasim', 'Li Wei', 'Oleksandra Ivanenko', 'Kasim Muhamed'];
  const queries = ['Alexander Ivanov', 'Александр Иванов', 'محمد قاسم', 'Oleksandra Ivanenka', 'Alexandra Petrovich'];
  const search = (engine: Engine, name: string) =>
    engine.search({ name, entityType: 'Individual', minScore: 40, limit: 50 });

  test('take over what one of them found, and answer the same', () =>
    inDirectory(async (directory) => {
      const entities = names.map((name, place) => entityOf(String(place), [name]));
      await snapshotOf(entities, directory);
      const { index: indexFile, facts } = snapshotFiles(directory, 'snapshot-1');
      const index = await readIndexFile(indexFile);
      const shared = new SharedMemory();
      const [first, second, alone] = [shared, new SharedMemory(shared.buffer), new SharedMemory()].map((memory) =>
        Engine.open(index, facts, memory),
      ) as [Engine, Engine, Engine];
      // Its header says how much was written.
      const written = () => new Uint8Array(shared.buffer, 0, 64).join();
      const found = queries.map((name) => search(first, name));
      const before = written();
      expect(queries.map((name) => search(second, name))).toEqual(found);
      expect(written()).toBe(before);
      expect(queries.map((name) => search(alone, name))).toEqual(found);
      expect(found.filter(({ matches }) => matches.length > 0)).toHaveLength(queries.length);
      for (const engine of [first, second, alone]) engine.close();
    }));
});

describe('the type of an entry', () => {
  const entities = [
    entityOf('person', ['Halberg Quistorp']),
    entityOf('company', ['Halberg Quistorp'], { kind: 'organization' }),
    entityOf('either', ['Halberg Quistorp'], { kind: 'unknown' }),
    entityOf('ship', ['Halberg Quistorp'], { kind: 'vessel' }),
  ];

  test('an entry without a type is searched under both, a vessel under none', () =>
    withEngine(entities, (engine) => {
      expect(ids(search(engine, 'Halberg Quistorp')).sort()).toEqual(['either', 'person']);
      expect(ids(search(engine, 'Halberg Quistorp', 70, 'Organization')).sort()).toEqual(['company', 'either']);
    }));
});

describe('minScore and limit', () => {
  test('how many qualify is counted beyond the limit', () =>
    withEngine(CORPUS, (engine) => {
      const { matches, qualifying } = engine.search({
        name: 'Tilman',
        entityType: 'Individual',
        minScore: 0,
        limit: 7,
      });
      expect(matches).toHaveLength(7);
      expect(qualifying).toBe(CORPUS.length);
    }));

  test('a listed name whose words resemble each other is found with the highest minScore', () => {
    const others = Array.from({ length: 2000 }, (_, at) => entityOf(`x${at}`, [`William Quistorp${at}`]));
    return withEngine([...others, entityOf('w', ['William Willingham'])], (engine) => {
      for (const minScore of [70, 90, 95, 100]) {
        expect(ids(search(engine, 'William Willingham', minScore)), String(minScore)).toEqual(['w']);
      }
    });
  });

  test('a match that reaches minScore exactly is returned', () =>
    withEngine(CORPUS, (engine) => {
      const { score } = search(engine, 'Ignatius Halbergh').matches[0]!;
      expect(search(engine, 'Ignatius Halbergh', score).matches[0]!.score).toBe(score);
    }));

  test('asking for less finds nothing over a higher score that asking for that score does not', () =>
    withEngine(CORPUS, (engine) => {
      const names = ['Тильман Кваисторп', 'Эбергард Раутенкранц', 'Τιλμαν Ζουμπροκ', 'Ignaz Halberck', 'Wilf Drexhage'];
      for (const name of [...names, 'Rufus Wackernagl', 'Otokar Pfungstt', 'Tilman Halberg Quistorp']) {
        for (const least of [70, 78, 85, 92]) {
          const over = search(engine, name, 40).matches.filter(({ score }) => score >= least);
          expect(ids(search(engine, name, least)), `${name} from ${least}`).toEqual(
            over.map(({ entries }) => entries[0]!.id),
          );
        }
      }
    }));

  test('equal scores are ordered by name', () =>
    withEngine([entityOf('b', ['Zumbrock Tilman']), entityOf('a', ['Zumbrock Tilman'])], (engine) => {
      expect(ids(search(engine, 'Zumbrock Tilman'))).toEqual(['a', 'b']);
    }));
});

describe('a date of birth', () => {
  const entities = [entityOf('p', ['Octavian Pfungst'], { birthDates: [{ date: '1961-04-09' }] })];
  const scoreWith = (engine: Engine, born?: string) =>
    search(engine, 'Octavien Pfungst', 50, 'Individual', born).matches[0]!.score;

  test('the true one never lowers a score, a slip costs little, another one more', () =>
    withEngine(entities, (engine) => {
      const without = scoreWith(engine);
      expect(scoreWith(engine, '1961-04-09')).toBeGreaterThanOrEqual(without);
      for (const slip of ['1961-09-04', '1961-04-19', '1962-04-09']) {
        expect(without - scoreWith(engine, slip)).toBeLessThanOrEqual(3);
      }
      expect(without - scoreWith(engine, '1984-12-24')).toBeGreaterThan(10);
    }));

  test('that cannot be the same person takes a name below 70, however it is spelt', () =>
    withEngine(entities, (engine) => {
      expect(search(engine, 'Octavian Pfungst', 70, 'Individual', '1984-12-24').matches).toEqual([]);
      const [match] = search(engine, 'Octavian Pfungst', 60, 'Individual', '1966-12-24').matches;
      expect(match!.score).toBeLessThan(70);
      expect(match!.explanation.adjustments.at(-1)!.reason).toBe('Another date of birth');
    }));

  test('that cannot be the same person leaves a name that hardly two people bear between 70 and 75', () => {
    const unique = [entityOf('p', ['Octavian Zumbrock Pfungst'], { birthDates: [{ date: '1961-04-09' }] })];
    return withEngine(unique, (engine) => {
      const [match] = search(engine, 'Octavian Zumbrock Pfungst', 70, 'Individual', '1984-12-24').matches;
      expect(match!.score).toBeGreaterThanOrEqual(70);
      expect(match!.score).toBeLessThanOrEqual(75);
      expect(match!.explanation.adjustments.at(-1)!.reason).toContain('hardly two people');
      expect(search(engine, 'Octavian Zumbrok Pfungst', 70, 'Individual', '1984-12-24').matches).toEqual([]);
    });
  });
});

describe('an explanation', () => {
  test('adds up: score = nameScore + Σ points', () =>
    withEngine(CORPUS, (engine) => {
      for (const query of ['Tilman Varnhagen', 'Varnhagen Tilman', 'Orsolia Olenburg', 'T. Quistorp']) {
        for (const { score, explanation } of search(engine, query, 10).matches) {
          const points = explanation.adjustments.reduce((sum, adjustment) => sum + adjustment.points, 0);
          expect(Math.abs(explanation.nameScore + points - score)).toBeLessThan(0.005);
          expect(Math.round(score * 100)).toBeCloseTo(score * 100, 6);
        }
      }
    }));

  test('names the kind of evidence of each pair, and what is left over', () =>
    withEngine([entityOf('p', [{ full: 'Варнхаген Тильман Руфус', kind: 'primary' }])], (engine) => {
      const { explanation } = search(engine, 'Tilman Varnhagen Halberg', 10).matches[0]!;
      expect(explanation).toMatchObject({
        matchedName: 'Варнхаген Тильман Руфус',
        matchedNameKind: 'primary',
        weakAlias: false,
      });
      expect(explanation.pairs.map(({ query, entry }) => [query, entry])).toEqual(
        expect.arrayContaining([
          ['Tilman', 'Тильман'],
          ['Varnhagen', 'Варнхаген'],
        ]),
      );
      expect(explanation.pairs.every(({ evidence, detail }) => evidence !== 'exact' && detail)).toBe(true);
      expect(explanation.unmatchedQuery).toEqual(['Halberg']);
      expect(explanation.unmatchedEntry).toEqual(['Руфус']);
    }));

  test('a weak alias is said to be one, and counts less', () =>
    withEngine([entityOf('p', ['Tilman Varnhagen', { full: 'Zumbrock', kind: 'alias', weak: true }])], (engine) => {
      const { score, explanation } = search(engine, 'Zumbrock', 50).matches[0]!;
      expect(explanation).toMatchObject({ matchedName: 'Zumbrock', weakAlias: true });
      expect(score).toBeLessThanOrEqual(75);
    }));

  test('the same words in another order are not the same name', () =>
    withEngine(CORPUS, (engine) => {
      const { score } = search(engine, 'Quistorp Tilman').matches[0]!;
      expect(score).toBeGreaterThanOrEqual(90);
      expect(score).toBeLessThan(100);
    }));
});

describe('comparing two names', () => {
  test('scores a spelling variant high and another family name under 70', () =>
    withEngine(CORPUS, (engine) => {
      expect(engine.compare('Tilman Varnhagen', 'Tillmann Varnhagen', 'Individual').score).toBeGreaterThan(85);
      expect(engine.compare('Tilman Varnhagen', 'Tilman Drexhage', 'Individual').score).toBeLessThan(70);
    }));

  test('the merged entity shows its Latin primary name and every list once', () => {
    const entries = [
      ...entityOf('a', [{ full: 'Тильман Варнхаген', kind: 'primary' }]).entries,
      ...entityOf('b', ['Tilman Varnhagen'], { source: 'other', sourceName: 'Other list', nationalities: ['XA'] })
        .entries,
    ];
    return withEngine([{ entries }], (engine) => {
      const [match] = search(engine, 'Tilman Varnhagen').matches;
      expect(match).toMatchObject({
        name: 'Tilman Varnhagen',
        nationality: 'XA',
        sources: ['Test list', 'Other list'],
      });
      expect(match!.entries).toEqual([
        { source: 'test', id: 'a' },
        { source: 'other', id: 'b' },
      ]);
      expect(match!.facts).toEqual(entries);
    });
  });
});

describe('a search for an organisation', () => {
  const star = entityOf('v1', ['IMAGINARY STAR'], { kind: 'vessel', sourceName: 'List A' });
  const plane = entityOf('a1', ['XX-FAKE', 'Imaginary Star II'], { kind: 'aircraft', sourceName: 'List B' });
  const company = entityOf('o1', ['Fictional Trading LLC'], { kind: 'organization' });
  const world = [...CORPUS, star, plane, company];

  test('notes the vessels and aircraft that its name would match, and returns none of them', () =>
    withEngine(world, (engine) => {
      const found = search(engine, 'Imaginary Star', 70, 'Organization');
      expect(found.matches).toEqual([]);
      expect(found.crafts).toEqual([
        { kind: 'vessel', sourceName: 'List A' },
        { kind: 'aircraft', sourceName: 'List B' },
      ]);
      expect(search(engine, 'Imaginry Star', 70, 'Organization').crafts).toContainEqual(found.crafts[0]);
      expect(search(engine, 'Fictional Trading', 70, 'Organization')).toMatchObject({ crafts: [], qualifying: 1 });
      expect(search(engine, 'Imaginary Star', 70, 'Individual').crafts).toEqual([]);
      expect(search(engine, 'Imaginary Star', 101, 'Organization').crafts).toEqual([]);
    }));

  test.each([
    'MV Tifon',
    'M/V TIFON',
    'm.v. Tifon',
    'M/T Tifon',
    'MS Tifon',
    'S/S Tifon',
    'F/V Tifon',
    'S/Y Tifon',
    'LPG/C Tifon',
    'Motor Vessel Tifon',
    'vessel: Tifon',
    'tanker Tifon',
    'Tifon (cargo ship)',
    'Tifon vessel',
    'т/х Тифон',
    'судно Тифон',
    'M/V Tiffon',
  ])('notes the vessel of one word that is called %s', (name) =>
    withEngine([...CORPUS, entityOf('v2', ['TIFON'], { kind: 'vessel', sourceName: 'List A' }), company], (engine) => {
      const found = search(engine, name, 70, 'Organization');
      expect([found.matches, found.crafts]).toEqual([[], [{ kind: 'vessel', sourceName: 'List A' }]]);
    }),
  );

  test.each(['MV Typhoon Trading', 'MV Unknown', 'MV 12', 'M/V', 'MV Ltd', 'Mast Tifon Holding'])(
    'notes no vessel of another name for %s',
    (name) =>
      withEngine(
        [...CORPUS, entityOf('v2', ['TIFON'], { kind: 'vessel', sourceName: 'List A' }), company],
        (engine) => {
          expect(search(engine, name, 70, 'Organization').crafts).toEqual([]);
        },
      ),
  );

  test('finds the same matches with and without vessels of like names on the lists', async () => {
    const fleet = Array.from({ length: 300 }, (_, place) =>
      entityOf(`v${place}`, [`Fictional Trading ${place}`], { kind: 'vessel', sourceName: 'List A' }),
    );
    const matches = (engine: Engine) => ids(search(engine, 'Fictional Trading Company', 60, 'Organization'));
    expect(await withEngine([...CORPUS, company, ...fleet], matches)).toEqual(['o1']);
  });
});
