import { expect, test } from 'vitest';
import { TouchstoneError } from './errors.ts';
import { createLog, describeError } from './logging.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog({ write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('a line is one JSON object with its level in words and its time in ISO 8601', () => {
  const [line] = logged((log) => log.info({ route: '/x' }, 'answered'));
  expect(line).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), route: '/x', msg: 'answered' });
});

test('requests and replies never get into a line, whoever hands them over', () => {
  const [line] = logged((log) =>
    log.info({ req: { headers: { 'x-api-key': 'secret' } }, res: { body: 'secret' } }, 'x'),
  );
  expect(JSON.stringify(line)).not.toContain('secret');
});

test('an error that nobody foresaw shows its kind and place, not its words, which may quote a request', () => {
  const described = describeError(new SyntaxError('Unexpected token in Quillon Ferrabast'));
  expect(described).toMatchObject({ type: 'SyntaxError' });
  expect((described.at as string[])[0]).toMatch(/^at .*logging.test/);
  expect(JSON.stringify(described)).not.toContain('Quillon');
});

test('sentences of ours, of the system and of SQLite are kept', () => {
  expect(describeError(new TouchstoneError('busy', 'Try later.'))).toMatchObject({ message: 'Try later.' });
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  expect(describeError(full)).toMatchObject({ code: 'SQLITE_FULL', message: 'database or disk is full' });
  const caused = describeError(
    new Error('about Quillon', { cause: Object.assign(new Error('no space'), { code: 'ENOSPC' }) }),
  );
  expect(caused).toMatchObject({ cause: { code: 'ENOSPC', message: 'no space' } });
  expect(describeError('Quillon')).toEqual({ type: 'string' });
});
