import { expect, test } from 'vitest';
import { type PublishedSnapshot, versionsOf } from './snapshot.ts';

const snapshot = (day: number, hashes: Readonly<Record<string, string>>): PublishedSnapshot => ({
  id: `s${day}`,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
  engine: '1.0.0',
  sources: Object.entries(hashes).map(([source, sha256]) => ({
    source,
    name: source,
    category: 'sanctions',
    starter: false,
    entries: day,
    names: day,
    sha256,
    fetched: `2026-01-0${day}T00:00:00.000Z`,
  })),
});

test('a version of a list holds from the first snapshot with its files, and one that comes back is new again', () => {
  const snapshots = [
    snapshot(6, { 'un-sc': 'a' }),
    snapshot(5, { 'un-sc': 'b', 'eu-fsf': 'x' }),
    snapshot(4, { 'un-sc': 'b' }),
    snapshot(3, { 'eu-fsf': 'x' }),
    snapshot(2, { 'un-sc': 'a' }),
  ];
  const versions = versionsOf('un-sc', snapshots).map(({ snapshot: id, since, sha256 }) => [id, since, sha256]);
  expect(versions).toEqual([
    ['s6', '2026-01-06T00:00:00.000Z', 'a'],
    ['s4', '2026-01-04T00:00:00.000Z', 'b'],
    ['s2', '2026-01-02T00:00:00.000Z', 'a'],
  ]);
  expect(versionsOf('us-ofac-sdn', snapshots)).toEqual([]);
});
