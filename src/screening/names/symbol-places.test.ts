import { expect, test } from 'vitest';
import type { Letters } from './distance.ts';
import { SymbolPlaces } from './symbol-places.ts';

const MIB = 2 ** 20;
const letters = (bytes: number): Letters => ({
  codes: new Uint8Array(0),
  symbols: new Uint16Array(bytes / 2),
  starts: new Uint32Array(1),
});

test('the snapshot and the lists of an account both keep their places', () => {
  const places = new SymbolPlaces(1_000);
  const [snapshot, own] = [letters(8 * MIB), letters(MIB)];
  expect(places.give(snapshot)).toBe(1_000);
  expect(places.give(own)).toBe(1_000 + 8 * MIB);
  expect([places.of(snapshot), places.of(own)]).toEqual([1_000, 1_000 + 8 * MIB]);
  expect(places.end).toBe(1_000 + 9 * MIB);
});

test('lists of many accounts do not pile up, whichever of them is the largest', () => {
  const places = new SymbolPlaces(0);
  const snapshot = letters(MIB);
  for (let account = 0; account < 100; account += 1) {
    if (places.of(snapshot) === undefined) places.give(snapshot);
    const own = letters(account === 50 ? 6 * MIB : MIB / 2);
    const at = places.give(own);
    expect(places.of(own)).toBe(at);
    expect(places.end).toBeLessThanOrEqual(11 * MIB);
  }
});
