import type { IndexInMemory } from '../engine.ts';

/** Entities that are searched beside a snapshot, compiled with the rarities of that. Threads share its memory. */
export interface Part extends IndexInMemory {
  /** Another one for each part of this process. */
  readonly id: number;
  /** Of each entity the last day on which it counts, as the number YYYYMMDD; 0 for ever. */
  readonly ends: SharedArrayBuffer;
  /** Of each entity 1 where it was changed or removed since, 0 where not; undefined where none was. */
  readonly gone?: SharedArrayBuffer;
}

/** All that is searched beside the snapshot for one owner. */
export type Overlay = readonly Part[];

/** `YYYY-MM-DD` as the number YYYYMMDD. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** Bytes that all threads share together. */
export const bytesOf = ({ index, facts, ends }: Omit<Part, 'id'>): number =>
  index.byteLength + facts.byteLength + ends.byteLength;

/** Smaller ones are too many for a mapping of their own each. */
const LEAST_ACCOUNTED = 65_536;

/**
 * Addresses without memory, of so many bytes, for whoever holds shared memory of that size to hold beside it. V8 does
 * not count shared memory, and would look for what nobody holds any more only when its heap is full.
 */
export const accountedBytes = (bytes: number): ArrayBuffer | undefined =>
  bytes < LEAST_ACCOUNTED ? undefined : new ArrayBuffer(bytes, { maxByteLength: bytes });
