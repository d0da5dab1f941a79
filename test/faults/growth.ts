import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import { treeFigures } from '../rig/process-tree.ts';
import { type Running, underLoad } from './subject.ts';

/** By then the tables of the search are made, which are no matter of questions. */
const FIRST_QUESTIONS = 2_000;
const QUESTIONS = 5_000;
const AT_ONCE = 4;
/**
 * What caches that are bounded, and the allocator, may take. With a statement kept for each of 10,000 questions it was
 * 732.
 */
const MEMORY_MIB = 150;
const DISK_MIB = 300;
const WORDS = ['ada', 'quill', 'marlin', 'ost', 'bruno', 'nor', 'wes', 'sud'];

/** Questions that differ in every way that filters can be combined do not make the service grow. */
export function memoryOfQuestions(): Promise<string> {
  return underLoad({ clients: 1 }, async (running) => {
    const ask = asker(running);
    await each(FIRST_QUESTIONS, (one) => ask('GET', question(one)));
    const before = memory(running);
    const statuses = await each(QUESTIONS, (one) => ask('GET', question(FIRST_QUESTIONS + one)));
    assert.deepEqual(statuses, new Set([200]), `Questions were answered with ${[...statuses]}.`);
    const grown = memory(running) - before;
    assert.ok(grown < MEMORY_MIB, `${QUESTIONS} questions took ${grown.toFixed(0)} MiB.`);
    return `${QUESTIONS} different questions took ${grown.toFixed(0)} MiB`;
  });
}

/** Files of names that are stopped and sent again, and comments, without a unit of the quota. */
export function diskForNothing(): Promise<string> {
  return underLoad({ clients: 1 }, async (running) => {
    const ask = asker(running);
    const row = `${'Somebody With A Long Name '.repeat(36)},Ship\n`;
    const file = `name,entityType\n${row.repeat(11_000)}`;
    const statuses = new Set<number>();
    const before = disk(running);
    for (let sent = 0; sent < 60; sent += 1) {
      const { status, body } = await ask('POST', '/api/Screening/batch', file, 'text/csv');
      statuses.add(status);
      if (status === 202) await ask('DELETE', `/api/Screening/batch/${(JSON.parse(body) as { id: string }).id}`);
    }
    const grown = disk(running) - before;
    assert.ok(grown < DISK_MIB, `60 files of ${(file.length / 2 ** 20).toFixed(0)} MiB took ${grown.toFixed(0)} MiB.`);
    return `60 files of ${(file.length / 2 ** 20).toFixed(0)} MiB that were stopped took ${grown.toFixed(0)} MiB; ${[...statuses]}`;
  });
}

/** The filters of a question by the digits of its number, so that none comes twice. */
function question(one: number): string {
  const has = (bit: number) => Math.floor(one / 2 ** bit) % 2 === 1;
  const filters = {
    ...(has(0) && { state: 'open' }),
    ...(has(1) && { minScore: '10' }),
    ...(has(2) && { maxScore: '90' }),
    ...(has(3) && { entityType: 'Individual' }),
    ...(has(4) && { reason: 'other' }),
    ...(has(5) && { assignee: 'nobody' }),
    ...(has(6) && { openedFrom: '2026-01-01' }),
    ...(has(7) && { openedTo: '2036-01-01' }),
    ...(has(8) && { customer: 'C-1' }),
    ...(has(9) && { entry: 'un-sc:1' }),
    ...(has(10) && { category: 'pep' }),
    text: WORDS.slice(0, (one % 8) + 1).join(' '),
    limit: String((one % 200) + 1),
  };
  return `/api/Alerts?${new URLSearchParams(filters)}`;
}

function asker({ load }: Running) {
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  return async (method: string, path: string, body?: string, type = 'application/json') => {
    const answer = await agent.request({
      origin: load.url,
      path,
      method: method as 'GET',
      headers: { 'x-api-key': load.key, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  };
}

async function each(count: number, ask: (one: number) => Promise<{ status: number }>): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) statuses.add((await ask(next++)).status);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

/** Of the process that answers questions. The one with the models takes 200 MiB, up to a minute after the start. */
function memory({ subject }: Running): number {
  return treeFigures(subject.service.pid!).mainResidentMiB;
}

/** MiB of the database with its log. */
function disk({ subject }: Running): number {
  const files = readdirSync(subject.dataDir).filter((name) => name.startsWith('touchstone.sqlite'));
  return files.reduce((sum, name) => sum + statSync(join(subject.dataDir, name)).size, 0) / 2 ** 20;
}
