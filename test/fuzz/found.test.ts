import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Case } from './cases.ts';
import { SECRET, Target } from './target.ts';
import { fault } from './verdict.ts';
import { Wire } from './wire.ts';

const FOUND = new URL('./found/', import.meta.url);
const CASES = readdirSync(FOUND).map((file) => {
  return [file, JSON.parse(readFileSync(new URL(file, FOUND), 'utf8')) as Case] as const;
});

let target: Target;
let wire: Wire;

beforeAll(async () => {
  target = await Target.start(1);
  wire = new Wire(target.port);
});

afterAll(async () => {
  wire?.close();
  await target?.stop();
});

test.each(CASES)('a request that once found a fault is answered as promised: %s', async (_, one) => {
  const reply = await wire.send({ ...one, headers: [...target.headers(one.access), ...one.headers] });
  expect(fault(one, reply, SECRET)).toBeUndefined();
});
