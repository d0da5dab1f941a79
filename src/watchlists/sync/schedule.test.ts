import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Timers } from '../../threads/command-process.ts';
import { type SyncRun, SyncSchedule } from './schedule.ts';

interface Wait {
  readonly ms: number;
  readonly run: () => void;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const LIMIT_MS = 7 * 60_000;

let directory: string;
let schedule: SyncSchedule | undefined;
/** What waits for the next run, and what would end the one that runs. */
let waits: Wait[];
let limits: Wait[];
let lines: { level: string; fields: unknown; text: string }[];
let arrived: (() => void)[];

const timers: Timers = {
  after(ms, run) {
    const wait = { ms, run };
    const kind = ms === LIMIT_MS ? limits : waits;
    kind.push(wait);
    notify();
    return () => kind.splice(kind.indexOf(wait), 1);
  },
};

const write =
  (level: string) =>
  (fields: unknown, text = '') => {
    lines.push({ level, fields, text });
    notify();
  };
const log = { info: write('info'), warn: write('warn'), error: write('error') } as never;

const settings = (environment: Record<string, string> = {}) =>
  readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_LISTS_SYNC_LIMIT: '7m', ...environment });

function notify(): void {
  for (const check of arrived) check();
}

/** Resolves as soon as the condition holds after something was logged or scheduled. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      arrived = arrived.filter((item) => item !== check);
      resolve();
    };
    arrived.push(check);
    check();
  });
}

async function start(program: string, environment: Record<string, string> = {}): Promise<SyncSchedule> {
  const file = join(directory, 'sync.mjs');
  await writeFile(file, program);
  schedule = new SyncSchedule(settings(environment), log, {
    timers,
    command: [process.execPath, file],
    random: () => 0.5,
  });
  schedule.start();
  return schedule;
}

/** A process that ended and that nobody has asked after yet does not run. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

const result = (error: string | null) =>
  JSON.stringify({ snapshot: 's1', sources: [{ source: 'un-sc', entries: 8, names: 9, skipped: 0, error }] });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-schedule-'));
  waits = [];
  limits = [];
  lines = [];
  arrived = [];
});

afterEach(async () => {
  await schedule?.stop();
  schedule = undefined;
  await rm(directory, { recursive: true, force: true });
});

describe('the schedule', () => {
  it('syncs at once, logs a line for each source, and again at the interval with some jitter', async () => {
    await start(`console.log(${JSON.stringify(result(null))})`);
    await until(() => waits.length === 1);
    expect(waits[0]!.ms).toBeCloseTo(DAY_MS * 1.05);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', fields: { source: 'un-sc', entries: 8, names: 9, skipped: 0 } }),
    );
    waits.splice(0, 1)[0]!.run();
    await until(() => waits.length === 1);
    expect(lines.filter(({ text }) => text === 'lists synchronised')).toHaveLength(2);
  });

  it('tries again within the hour where a list failed, and logs why', async () => {
    await start(`console.log(${JSON.stringify(result('it answered 404'))}); process.exitCode = 1`);
    await until(() => waits.length === 1);
    expect(waits[0]!.ms).toBeCloseTo(HOUR_MS * 1.05);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: { source: 'un-sc', entries: 8, error: 'it answered 404' } }),
    );
  });

  it('survives the crash of its process and what that one writes to standard error', async () => {
    await start(`console.error('something is wrong'); process.kill(process.pid, 'SIGKILL')`);
    await until(() => waits.length === 1);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', fields: { exit: 'SIGKILL' } }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { sync: 'something is wrong' } }));
  });

  it('survives a program that cannot be started', async () => {
    schedule = new SyncSchedule(settings(), log, { timers, command: [join(directory, 'nothing')] });
    schedule.start();
    await until(() => waits.length === 1);
    expect(lines.some(({ level }) => level === 'error')).toBe(true);
  });

  it('survives a system that refuses it a process', async () => {
    const config = readConfig({ TOUCHSTONE_DATA_DIR: directory });
    // Node.js throws at once for some errors of the system and of the command, such as this one.
    schedule = new SyncSchedule(config, log, { timers, command: ['not\0a program'] });
    schedule.start();
    await until(() => waits.length === 1);
    expect(waits[0]!.ms).toBeLessThan(2 * HOUR_MS);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', text: 'lists sync could not be run' }));
  });

  it('runs its process at low priority and ends it when it is stopped', async () => {
    const running = await start(`console.error(String(process.pid)); setInterval(() => {}, 1000)`);
    await until(() => lines.some(({ level }) => level === 'warn'));
    const pid = Number((lines.find(({ level }) => level === 'warn')!.fields as { sync: string }).sync);
    expect(getPriority(pid)).toBeGreaterThan(0);
    await running.stop();
    expect(() => process.kill(pid, 0)).toThrow();
    expect(waits).toEqual([]);
  });

  it('ends a run that hangs, with all it started, says so, and runs the next as usual', async () => {
    const marker = join(directory, 'ran');
    // The first run hangs as in an endless expression, beside a process of its own; the second is as it should be.
    const file = join(directory, 'sync.mjs');
    await writeFile(
      file,
      `import { spawn } from 'node:child_process'; import { existsSync, writeFileSync } from 'node:fs';
       if (existsSync(${JSON.stringify(marker)})) console.log(${JSON.stringify(result(null))});
       else {
         writeFileSync(${JSON.stringify(marker)}, '');
         const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'inherit'] });
         process.on('SIGTERM', () => {});
         process.stderr.write(\`\${process.pid} \${other.pid}\\n\`, () => { for (;;); });
       }`,
    );
    const runs: SyncRun[] = [];
    const startedAt = new Date('2026-03-01T00:00:00Z');
    schedule = new SyncSchedule(settings(), log, {
      timers,
      command: [process.execPath, file, '--due'],
      random: () => 0.5,
      now: () => startedAt,
      ended: (run) => {
        runs.push(run);
      },
    });
    schedule.start();
    await until(() => lines.some(({ level }) => level === 'warn'));
    const said = lines.find(({ level }) => level === 'warn')!.fields as { sync: string };
    limits[0]!.run();
    await until(() => waits.length === 1);
    // A killed process closes its pipes a moment before it is gone.
    for (const pid of said.sync.split(' ')) await expect.poll(() => isRunning(Number(pid))).toBe(false);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'error', text: expect.stringContaining('did not finish') }),
    );
    expect(waits[0]!.ms).toBeCloseTo(HOUR_MS * 1.05);
    waits.splice(0, 1)[0]!.run();
    await until(() => waits.length === 1);
    expect(runs).toEqual([
      { result: 'stuck', startedAt, everyList: false },
      { result: 'ok', startedAt, everyList: false },
    ]);
    expect(limits).toEqual([]);
  });

  it('does nothing where TOUCHSTONE_LISTS_SYNC is off', async () => {
    const off = await start('', { TOUCHSTONE_LISTS_SYNC: 'off' });
    await off.stop();
    expect(waits).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it('syncs when it is asked to, also where nothing is scheduled, and not twice at a time', async () => {
    const program = `console.error(process.argv.slice(2).join(' ')); console.log(${JSON.stringify(result(null))})`;
    const file = join(directory, 'sync.mjs');
    await writeFile(file, program);
    const config = settings({ TOUCHSTONE_LISTS_SYNC: 'off' });
    const command = [process.execPath, file, 'lists', 'sync', '--due'] as const;
    schedule = new SyncSchedule(config, log, { timers, command, ended: () => notify() });
    schedule.start();
    expect(schedule.running).toBe(false);
    schedule.runNow();
    schedule.runNow();
    expect(schedule.running).toBe(true);
    await until(() => schedule?.running === false);
    expect(lines.filter(({ text }) => text === 'lists synchronised')).toHaveLength(1);
    // Lists that are not due are asked for as well.
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', fields: { sync: 'lists sync' } }));
    expect(waits).toEqual([]);
  });
});
