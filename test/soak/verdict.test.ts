import { expect, test } from 'vitest';
import type { Sample } from './sampler.ts';
import { findings, tooBusy } from './verdict.ts';

const STEADY: Sample = {
  seconds: 0,
  processes: 1,
  mainResidentMiB: 300,
  residentMiB: 400,
  proportionalMiB: 380,
  descriptors: 60,
  threads: 20,
  walMiB: 4,
  databaseMiB: 50,
  heapMiB: 60,
  externalMiB: 30,
  loopP99Ms: 12,
  loopMaxMs: 40,
};

/** Two hours of samples with some noise, changed by what is tried. */
const run = (change: (share: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 240 }, (_, index) => ({
    ...STEADY,
    residentMiB: 400 + ((index * 37) % 29),
    seconds: index * 30,
    ...change(index / 240),
  }));
const notFlat = (samples: readonly Sample[], hours = 2) =>
  findings(samples, new Map(), hours)
    .filter(({ flat }) => !flat)
    .map(({ figure }) => figure);

test('noise, and what fills during the warm-up, is flat', () => {
  expect(notFlat(run(() => ({})))).toEqual([]);
  expect(notFlat(run((share) => ({ residentMiB: share < 0.15 ? 200 : 400 })))).toEqual([]);
});

test('a leak shows, and so does a single step', () => {
  expect(notFlat(run((share) => ({ residentMiB: 400 + share * 120 })))).toEqual(['residentMiB']);
  expect(notFlat(run((share) => ({ threads: share < 0.6 ? 20 : 30 })))).toEqual(['threads']);
  expect(notFlat(run((share) => ({ descriptors: 60 + Math.floor(share * 60) })))).toEqual(['descriptors']);
});

test('a run of a few minutes judges threads alone', () => {
  const leaking = run((share) => ({
    residentMiB: 400 + share * 400,
    descriptors: 60 + share * 60,
    threads: 20 + share * 20,
  }));
  expect(notFlat(leaking, 0.05)).toEqual(['threads']);
});

test('threads that go again are no leak, however long they stay', () => {
  const compiling = run((share) => ({ threads: share > 0.5 && Math.round(share * 240) % 10 < 9 ? 34 : 20 }));
  expect(notFlat(compiling)).toEqual([]);
});

test('answers that take longer and longer are told by their kind', () => {
  const timings = new Map([
    ['list', Array.from({ length: 900 }, (_, index) => ({ at: index * 8, ms: 20 + index / 5 }))],
    ['get', Array.from({ length: 900 }, (_, index) => ({ at: index * 8, ms: 3 + (index % 7) }))],
  ]);
  const slower = findings(
    run(() => ({})),
    timings,
    2,
  ).filter(({ flat }) => !flat);
  expect(slower.map(({ figure }) => figure)).toEqual(['latency of list, ms']);
});

test('a rare 503 is no failure, many are, unless the run is short', () => {
  const timings = new Map([['verify', Array.from({ length: 300 }, (_, at) => ({ at, ms: 2000 }))]]);
  expect(tooBusy(new Map([['verify', 3]]), timings, 2)).toEqual([]);
  expect(tooBusy(new Map([['verify', 4]]), timings, 2)).toHaveLength(1);
  expect(tooBusy(new Map([['verify', 4]]), timings, 0.02)).toEqual([]);
});
