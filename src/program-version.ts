import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program's version as `package.json` states it, such as `0.1.0`. The version of the API is another one. */
export function programVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** How the program names itself to servers that it asks or tells. */
export const USER_AGENT = `touchstone/${programVersion()}`;

/** The same with `TOUCHSTONE_LISTS_CONTACT`, where whoever publishes what is fetched can ask. */
export function userAgentWith(contact: string | undefined): string {
  return contact === undefined ? USER_AGENT : `${USER_AGENT} (${contact})`;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The commit that runs: what an image was built from, or where a clone stands. Undefined where nothing tells. */
export function programCommit(): string | undefined {
  const built = process.env.TOUCHSTONE_BUILD_COMMIT?.trim();
  const commit = built || commitOfClone();
  return commit && /^[0-9a-f]{40}/.test(commit) ? commit.slice(0, 12) : undefined;
}

/** Without the program Git, by its files: gitrepository-layout(5). */
function commitOfClone(): string | undefined {
  try {
    const [git, shared] = foldersOfGit();
    const head = readFileSync(resolve(git, 'HEAD'), 'utf8').trim();
    if (!head.startsWith('ref: ')) return head;
    const name = head.slice('ref: '.length);
    return textOf(resolve(git, name)) ?? textOf(resolve(shared, name)) ?? packed(resolve(shared, 'packed-refs'), name);
  } catch {
    return undefined;
  }
}

/** The folder of this working tree, and the one that it shares with others. */
function foldersOfGit(): [string, string] {
  const place = resolve(ROOT, '.git');
  const link = textOf(place);
  const git = link === undefined ? place : resolve(ROOT, link.slice('gitdir: '.length));
  const shared = textOf(resolve(git, 'commondir'));
  return [git, shared === undefined ? git : resolve(git, shared)];
}

function packed(file: string, name: string): string | undefined {
  const line = textOf(file)
    ?.split('\n')
    .find((one) => one.endsWith(` ${name}`));
  return line?.split(' ')[0];
}

/** Undefined where there is no such file. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
