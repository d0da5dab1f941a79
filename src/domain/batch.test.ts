import { describe, expect, test } from 'vitest';
import { batchStatus, stateAfterRow } from './batch.ts';

describe('what people see of a file of names', () => {
  test.each([
    ['queued', { state: 'open', done: 0, used: 0, quota: 5 }],
    ['running', { state: 'open', done: 1, used: 4, quota: 5 }],
    ['waiting-for-quota', { state: 'open', done: 1, used: 5, quota: 5 }],
    ['waiting-for-quota', { state: 'open', done: 0, used: 9, quota: 5 }],
    ['done', { state: 'done', done: 5, used: 5, quota: 5 }],
    ['cancelled', { state: 'cancelled', done: 2, used: 5, quota: 5 }],
  ] as const)('it is %s as %j', (status, batch) => {
    expect(batchStatus(batch)).toBe(status);
  });

  test('the outcome of its last row ends it', () => {
    expect([0, 1, 2].map((done) => stateAfterRow({ done, total: 3 }))).toEqual(['open', 'open', 'done']);
  });
});
