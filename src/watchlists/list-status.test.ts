import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { listsStatus, staleSentences, stateOf } from './list-status.ts';
import { enabledSources, SOURCES, sourceById } from './registry.ts';

const IMPORTED = '2026-03-19T00:00:00.000Z';
const NOW = new Date('2026-03-20T12:00:00Z');
const enabled = enabledSources(readConfig({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf,interpol-red' }));

function inForce(source: string, facts: Partial<SnapshotSource> = {}): SnapshotSource {
  const { name, category } = sourceById(source);
  const counts = { entries: 10, names: 20, sha256: 'a'.repeat(64) };
  const published = '2026-03-18';
  return { source, name, category, starter: false, ...counts, published, fetched: IMPORTED, ...facts };
}

function status(sources: SnapshotSource[], checked: Record<string, string> = {}) {
  const states = Object.entries(checked).map(([source, checkedAt]) => ({
    source,
    checkedAt,
    lastError: null,
    lastErrorAt: null,
    failingSince: null,
    address: null,
    failing: [],
  }));
  const snapshot = { id: 's1', createdAt: '2026-03-19T00:00:00.000Z', engine: '1', sources };
  return listsStatus(snapshot, states, enabled);
}

describe('what a screening says of its lists', () => {
  it('is nothing where every sanctions list is real and young', () => {
    expect(staleSentences(status([inForce('un-sc'), inForce('eu-fsf')]), NOW)).toEqual([]);
  });

  it('names the sanctions lists that are missing, in one sentence; other kinds of lists are not told', () => {
    expect(staleSentences(status([]), NOW)).toEqual([
      'Not screened against the real list of UN Security Council Consolidated List, EU Financial Sanctions Files (consolidated list).',
    ]);
  });

  it('says that a starter list is no real one', () => {
    const starter = inForce('un-sc', { starter: true, name: 'UN (starter)' });
    expect(staleSentences(status([starter, inForce('eu-fsf')]), NOW)).toEqual([
      'Not screened against the real list of UN Security Council Consolidated List; only the small starter list stands in.',
    ]);
  });

  it('counts the age from the publication, never from an import or a check', () => {
    const old = inForce('un-sc', { published: '2023-12-28' });
    const name = 'UN Security Council Consolidated List';
    expect(staleSentences(status([old, inForce('eu-fsf')]), NOW)).toEqual([
      `Older than 7 days: ${name} (published 2023-12-28).`,
    ]);
    expect(staleSentences(status([old, inForce('eu-fsf')], { 'un-sc': '2026-03-20T00:00:00Z' }), NOW)).toEqual([
      `Older than 7 days: ${name} (published 2023-12-28, the newest on 2026-03-20).`,
    ]);
    const imported = inForce('un-sc', { fetched: '2026-01-01T00:00:00.000Z' });
    expect(staleSentences(status([imported, inForce('eu-fsf')]), NOW)).toEqual([]);
  });

  it('names the lists of which nobody knows how old they are', () => {
    const { published: _, ...unknown } = inForce('un-sc');
    const said = 'UN Security Council Consolidated List does not say when it was published;';
    expect(staleSentences(status([unknown, inForce('eu-fsf')]), NOW)).toEqual([`${said} imported on 2026-03-19.`]);
    expect(staleSentences(status([unknown, inForce('eu-fsf')], { 'un-sc': '2026-03-20T00:00:00Z' }), NOW)).toEqual([
      `${said} last checked on 2026-03-20.`,
    ]);
  });

  it('counts a list without entries as missing', () => {
    expect(staleSentences(status([inForce('un-sc', { entries: 0 }), inForce('eu-fsf')]), NOW)).toEqual([
      'Not screened against the real list of UN Security Council Consolidated List.',
    ]);
  });
});

describe('the state of a list', () => {
  const stateOfFirst = (sources: SnapshotSource[]) => stateOf(status(sources).sources[0]!, NOW);

  it('is missing, unknown, stale or current', () => {
    const { published: _, ...unknown } = inForce('un-sc');
    expect(stateOfFirst([])).toBe('missing');
    expect(stateOfFirst([inForce('un-sc', { starter: true })])).toBe('missing');
    expect(stateOfFirst([inForce('un-sc', { entries: 0 })])).toBe('missing');
    expect(stateOfFirst([unknown])).toBe('unknown');
    expect(stateOfFirst([inForce('un-sc', { published: 'no date' })])).toBe('unknown');
    expect(stateOfFirst([inForce('un-sc', { published: '2026-03-13T11:59:59Z' })])).toBe('stale');
    expect(stateOfFirst([inForce('un-sc', { published: '2026-03-13T12:00:00Z' })])).toBe('current');
  });
});

describe('the sources', () => {
  it('have ids, names and https addresses of their own', () => {
    expect(new Set(SOURCES.map(({ id }) => id)).size).toBe(SOURCES.length);
    expect(new Set(SOURCES.map(({ name }) => name)).size).toBe(SOURCES.length);
    expect(SOURCES.every(({ address }) => new URL(address).protocol === 'https:')).toBe(true);
  });

  it('are synced but for those that are off by default, unless the setting names them', () => {
    const byDefault = enabledSources(readConfig({})).map(({ id }) => id);
    expect(SOURCES.map(({ id }) => id).filter((id) => !byDefault.includes(id))).toEqual([
      'uk-ofsi',
      'ch-seco',
      'fr-gels',
      'us-csl',
      'jp-mof',
      'pl-mswia',
      'opensanctions',
    ]);
    const named = readConfig({ TOUCHSTONE_LISTS_SOURCES: 'opensanctions' });
    expect(enabledSources(named).map(({ id }) => id)).toEqual(['opensanctions']);
  });
});
