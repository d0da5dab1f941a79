import { expect, test } from 'vitest';
import { type Attempt, SignInLimit } from './sign-in-limit.ts';

const ADA = 'ada@example.org';

/** A limit whose clock stands still until it is moved. */
function limitAt(start = Date.UTC(2026, 10, 20)) {
  let now = start;
  const limit = new SignInLimit(() => new Date(now));
  return {
    limit,
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    /** Fails as often as it may; answers how often that was. */
    guess: (attempt: Attempt, times: number): number => {
      let made = 0;
      for (; made < times && limit.wait(attempt) === 0; made += 1) limit.failed(attempt);
      return made;
    },
  };
}

const from = (client: string, person = ADA, browser?: string): Attempt => ({ person, client, browser });

test('five failures of a client for a person are free; then each waits twice as long, up to a quarter of an hour', () => {
  const { limit, pass, guess } = limitAt();
  const stranger = from('203.0.113.7');
  expect(guess(stranger, 100)).toBe(5);
  for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900]) {
    expect(limit.wait(stranger)).toBe(seconds);
    pass(seconds - 1);
    expect(limit.wait(stranger)).toBe(1);
    pass(1);
    expect(guess(stranger, 100)).toBe(1);
  }
  pass(24 * 3600);
  expect(limit.wait(stranger)).toBe(0);
});

test('whoever keeps guessing from one address is in nobody else’s way', () => {
  const { limit, guess } = limitAt();
  guess(from('203.0.113.7'), 100);
  expect(limit.wait(from('198.51.100.1'))).toBe(0);
});

test('a browser that the person knows waits for its own failures alone, however many addresses guess', () => {
  const { limit, guess } = limitAt();
  const known = from('203.0.113.0', ADA, 'her browser');
  for (let client = 0; client < 250; client += 1) guess(from(`203.0.113.${client}`), 5);
  expect(guess(known, 100)).toBe(5);
  expect(limit.wait(known)).toBe(15);
  expect(limit.wait(from('203.0.113.0', ADA, 'her other browser'))).toBe(0);
});

test('while many addresses guess, a new browser waits at most a minute for its turn, and nobody can take that turn', () => {
  const { limit, pass, guess } = limitAt();
  for (let client = 0; client < 250; client += 1) guess(from(`203.0.113.${client}`), 5);
  const fresh = from('198.51.100.1');
  expect(limit.wait(fresh)).toBe(15);
  for (let second = 0; second < 60; second += 1) {
    expect(limit.wait(fresh)).toBeLessThanOrEqual(60 - second);
    for (let client = 0; client < 250; client += 1) guess(from(`203.0.113.${client}`), 5);
    pass(1);
  }
  expect(limit.wait(fresh)).toBe(0);
});

test('a client that tries many people waits, whatever IPv6 address of its network it takes', () => {
  const { limit } = limitAt();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const spray = from(`2001:db8::${attempt}`, `person${attempt}@example.org`);
    expect(limit.wait(spray)).toBe(0);
    limit.failed(spray);
  }
  expect(limit.wait(from('2001:db8::abcd'))).toBe(15);
  expect(limit.wait(from('2001:db8:0:1::1'))).toBe(0);
});

test('a failure that was none is taken back with the time of the one before it', () => {
  const { limit, pass, guess } = limitAt();
  const attempt = from('203.0.113.7');
  guess(attempt, 5);
  pass(15);
  const takeBack = limit.failed(attempt);
  expect(limit.wait(attempt)).toBe(30);
  takeBack();
  expect(limit.wait(attempt)).toBe(0);
});

test('what is remembered is bounded: the one that has waited longest is forgotten', () => {
  const { limit, guess } = limitAt();
  guess(from('2001:db8::1', 'first@example.org'), 5);
  for (let client = 0; client < 10_000; client += 1) limit.failed(from(`2001:db8:${client.toString(16)}::1`));
  expect(limit.wait(from('2001:db8::1', 'first@example.org'))).toBe(0);
});

test('a clock that is set back makes nobody wait longer', () => {
  const { limit, pass, guess } = limitAt();
  const attempt = from('203.0.113.7');
  guess(attempt, 5);
  pass(-3600);
  expect(limit.wait(attempt)).toBe(15);
});
