import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownSource } from '../../domain/own-list.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import { datasetOf, entityId, entryOf } from './ids.ts';

/** What FollowTheMoney takes for an id of an entity, without the dots that it has for namespaces. */
const ID = /^[0-9a-zA-Z]([0-9a-zA-Z-]*[0-9a-zA-Z])?$/;

test('an id says which list and which entry', () => {
  expect(entityId({ source: 'us-ofac-sdn', id: '1001' })).toBe('us-ofac-sdn-1001');
  expect(entityId({ source: 'un-sc', id: 'QDi.902' })).toBe('un-sc-QDi--2E902');
  expect(entityId({ source: 'wikidata-pep', id: 'a--é-' })).toBe('wikidata-pep-a--2D---C3--A9--2D');
  expect(datasetOf('us-ofac-sdn')).toBe('us_ofac_sdn');
});

test('every id is one that FollowTheMoney takes, and leads back to its entry alone', () => {
  const lists = SOURCES.map(({ id }) => id);
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...'-.A2Dé:/'), minLength: 1 }),
  );
  const own = fc.string({ unit: fc.constantFrom(...'-a2d'), minLength: 1 }).map(ownSource);
  const source = fc.oneof(fc.constantFrom(...lists), own);
  // An id of OpenSanctions is written as it is, so it may look like one that another list would have.
  const lookalike = fc.record({ source, id: text }).map((one) => ({ source: 'opensanctions', id: entityId(one) }));
  const entry = fc.oneof(fc.record({ source, id: text }), lookalike);
  fc.assert(
    fc.property(entry, (one) => {
      fc.pre(one.id.isWellFormed());
      expect(entityId(one)).toMatch(ID);
      expect(entryOf(entityId(one))).toEqual(one);
    }),
    {
      examples: [
        [{ source: 'opensanctions', id: 'D.A' }],
        [{ source: 'opensanctions', id: 'own--3Aa-2' }],
        [{ source: 'own:-', id: '-2D-' }],
      ],
    },
  );
});

test('nothing else is an id', () => {
  for (const text of ['', '-', 'a/b', 'un-sc-', 'un-sc-QDi.902', 'un-sc-a--2e1', 'un-sc-a--41']) {
    expect([text, entryOf(text)]).toEqual([text, undefined]);
  }
});

test('an id of OpenSanctions stays as it is, unless it looks like one of ours', () => {
  for (const id of ['NK-2Ab3', 'Q7747', 'ofac-12345', 'eu-fsf-eu-1234-56']) {
    const own = entryOf(id)?.source === 'opensanctions';
    expect([id, entityId({ source: 'opensanctions', id })]).toEqual([id, own ? id : `opensanctions-${id}`]);
  }
});
