import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');
/** A call as guides name it, whatever they call its parameters. */
const plain = (text: string) => text.replace(/\{[^{}]+\}/g, '{}');

test('the guide, or one that it leads to, names every call of the document, and none that is not there', async () => {
  const { paths } = JSON.parse(await read('openapi.json')) as { paths: Record<string, object> };
  const served = Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => method in operations).map((method) => plain(`${method.toUpperCase()} ${path}`)),
  );
  const guide = await read('docs/api.md');
  const named = Array.from(guide.matchAll(/`([A-Z]+ \/[^`?]*)/g), ([, call]) => plain(call!));
  const [, table = ''] = guide.split(/## \d+\. Find every call/);
  const listed = Array.from(table.matchAll(/`([A-Z]+ \/[^`]*)`/g), ([, call]) => plain(call!));
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter((call) => !served.includes(call))).toEqual([]);
  const linked = new Set(Array.from(guide.matchAll(/\]\(([\w-]+\.md)/g), ([, file]) => `docs/${file}`));
  const further = plain((await Promise.all([...linked].map(read))).join('\n'));
  expect(served.filter((call) => !named.includes(call) && !further.includes(call))).toEqual([]);
});
