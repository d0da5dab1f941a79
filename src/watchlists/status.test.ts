import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import type { SnapshotSource } from '../screening/types.ts';
import { enabledSources, SOURCES, sourceById } from './registry.ts';
import { listsStatus, staleSentences } from './status.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const enabled = enabledSources(readConfig({ TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf,interpol-red' }));

function inForce(source: string, facts: Partial<SnapshotSource> = {}): SnapshotSource {
  const { name, category } = sourceById(source);
  const counts = { entries: 10, names: 20, sha256: 'a'.repeat(64) };
  return { source, name, category, starter: false, ...counts, fetched: '2026-03-19T00:00:00.000Z', ...facts };
}

function status(sources: SnapshotSource[], checked: Record<string, string> = {}) {
  const states = Object.entries(checked).map(([source, checkedAt]) => ({
    ...{ source, checkedAt, lastError: null, lastErrorAt: null },
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

  it('counts the age from the last check, else from the publication, else from the import', () => {
    const old = '2026-03-01T00:00:00.000Z';
    const eu = inForce('eu-fsf');
    expect(staleSentences(status([inForce('un-sc', { published: old }), eu]), NOW)).toHaveLength(1);
    expect(
      staleSentences(status([inForce('un-sc', { published: old }), eu], { 'un-sc': '2026-03-20T00:00:00Z' }), NOW),
    ).toEqual([]);
    expect(staleSentences(status([inForce('un-sc', { fetched: old }), eu]), NOW)).toHaveLength(1);
  });

  it('counts a file that was imported after the last check by its own date', () => {
    const imported = inForce('un-sc', { published: '2026-03-18', fetched: '2026-03-19T00:00:00.000Z' });
    expect(staleSentences(status([imported, inForce('eu-fsf')], { 'un-sc': '2026-03-02T00:00:00Z' }), NOW)).toEqual([]);
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
    expect(SOURCES.map(({ id }) => id).filter((id) => !byDefault.includes(id))).toEqual(['uk-ofsi', 'opensanctions']);
    const named = readConfig({ TOUCHSTONE_LISTS_SOURCES: 'opensanctions' });
    expect(enabledSources(named).map(({ id }) => id)).toEqual(['opensanctions']);
  });
});
