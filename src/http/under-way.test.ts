import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { RequestsUnderWay } from './under-way.ts';

/** A request with what it is told by, and the end of its answer. */
function begun(underWay: RequestsUnderWay, id: string): () => void {
  const raw = new EventEmitter();
  const request = { id, method: 'GET', is404: true, raw: { complete: true } };
  underWay.note(request as FastifyRequest, { raw, elapsedTime: 1 } as never as FastifyReply);
  return () => void raw.emit('close');
}

function cut(underWay: RequestsUnderWay): string[] {
  const ids: string[] = [];
  underWay.logCut({ warn: (line: { requestId: string }) => void ids.push(line.requestId) } as never);
  return ids.sort();
}

test.each([
  ['in their order', [0, 1, 2, 3, 4]],
  ['the last one first', [4, 3, 2, 1, 0]],
  ['across', [2, 4, 0, 3, 1]],
])('requests that end %s leave exactly the others', async (_, order) => {
  const underWay = new RequestsUnderWay();
  const left = new Map(['a', 'b', 'c', 'd', 'e'].map((id) => [id, begun(underWay, id)]));
  for (const place of order) {
    const id = 'abcde'[place]!;
    left.get(id)!();
    left.delete(id);
    expect(cut(underWay)).toEqual([...left.keys()]);
  }
  begun(underWay, 'f')();
  expect(cut(underWay)).toEqual([]);
  await underWay.ended(60_000);
});

test('a wait for requests ends where one does not', async () => {
  const underWay = new RequestsUnderWay();
  begun(underWay, 'a');
  await underWay.ended(30);
  expect(cut(underWay)).toEqual(['a']);
});
