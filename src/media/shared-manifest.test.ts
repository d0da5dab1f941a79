import { describe, expect, it } from 'vitest';
import { readSharedManifest } from './shared-manifest.ts';

const HASH = '0123456789abcdef'.repeat(4);
const STATE = {
  since: '20260301001500',
  newest: '20260302001500',
  checkedAt: '2026-03-02T00:20:00.000Z',
  listedAt: '2026-03-02T00:20:00.000Z',
  failed: { '20260301011500': 'it is damaged' },
  awaited: [{ stamp: '20260301013000', bytes: 9, md5: HASH.slice(32) }],
  gaps: [],
};
const FEEDS = { ...STATE, failed: { 'https://news.example/feed': 'it is no feed' }, awaited: undefined };

const withDays = (days: unknown) => ({ gdelt: { state: STATE, days } });
const withState = (part: object) => ({ gdelt: { state: { ...STATE, ...part }, days: {} } });

describe('the description of the news that nodes share', () => {
  it.each([
    ['nothing', {}],
    ['a day', withDays({ '2026-03-01': HASH })],
    ['feeds, whose failures are known by address', { feeds: { state: FEEDS, days: { '2026-03-01': HASH } } }],
    ['no state yet', { gdelt: { state: null, days: {} } }],
  ])('has %s', (_, manifest) => {
    expect(readSharedManifest(JSON.stringify(manifest))).toEqual(JSON.parse(JSON.stringify(manifest)));
  });

  it.each([
    ['a day that leads elsewhere', withDays({ '../../../etc': HASH })],
    ['a day with a line break', withDays({ '2026-03-01\n/../../etc': HASH })],
    ['a day with more behind it', withDays({ '2026-03-01/../../x': HASH })],
    ['a hash that leads elsewhere', withDays({ '2026-03-01': '../../images/1/2/document' })],
    ['a hash that is none', withDays({ '2026-03-01': 7 })],
    ['days in a list', withDays(['2026-03-01'])],
    ['a stamp that leads elsewhere', withState({ awaited: [{ stamp: '../../../../ab', bytes: 1, md5: HASH }] })],
    ['a stamp with a line break', withState({ newest: '20260302001500\n' })],
    ['a stamp that is no time', withState({ since: '20261399001500' })],
    ['a failure of no file', withState({ failed: { '../x': 'why' } })],
    ['no list of gaps', withState({ gaps: null })],
    ['a source that is a text', { gdelt: 'x' }],
    ['a list', []],
    ['null', null],
  ])('is refused with %s', (_, manifest) => {
    expect(() => readSharedManifest(JSON.stringify(manifest))).toThrow('is not what was shared');
  });

  it('is refused where it is cut', () => {
    expect(() => readSharedManifest('{"gdelt":')).toThrow('is not what was shared');
  });
});
