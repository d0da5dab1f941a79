import { expect, test } from 'vitest';
import { dayBounds, isZone, lastDays } from './days.ts';

const NOW = new Date('2027-03-29T12:00:00Z');
const REQUESTS = 300;
const MAX_GROWTH_MIB = 40;

test('the days of an overview begin when the clocks of its zone say so, also where summer time begins', () => {
  expect(dayBounds(lastDays(NOW, 3, 'Europe/Berlin'), 'Europe/Berlin')).toEqual([
    { day: '2027-03-27', from: '2027-03-26T23:00:00.000Z' },
    { day: '2027-03-28', from: '2027-03-27T23:00:00.000Z' },
    { day: '2027-03-29', from: '2027-03-28T22:00:00.000Z' },
  ]);
});

test('what is no zone is none, however often it is asked for', () => {
  expect(['Mars/Base', '', 'Europe', 'Europe/Berlin', 'europe/berlin', 'UTC'].map(isZone)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('overviews in any number of zones leave no memory behind', () => {
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 20);
  const overview = (zone: string) => dayBounds(lastDays(NOW, 30, zone), zone);
  for (const zone of zones) overview(zone);
  const before = process.memoryUsage.rss();
  for (let request = 0; request < REQUESTS; request += 1) overview(zones[request % zones.length]!);
  expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(MAX_GROWTH_MIB);
});
