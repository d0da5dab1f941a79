/*
 * Puts a new version wherever one stands, and dates its section of the changelog. `package.json` has the version;
 * everything else repeats it. Usage: npm run release -- 0.2.0. Commit and tag what it changed.
 * With --notes behind the version it prints what the changelog says of that version.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('..', import.meta.url);
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?$/;

/** Where the version stands: its only place in the file, with what is before and after it. */
export const PLACES: readonly { readonly file: string; readonly pattern: RegExp; readonly count: number }[] = [
  { file: 'package.json', pattern: /(^ {2}"version": ")([^"]+)(")/gm, count: 1 },
  { file: 'dashboard/package.json', pattern: /(^ {2}"version": ")([^"]+)(")/gm, count: 1 },
  // The package itself, and its two workspaces.
  {
    file: 'package-lock.json',
    pattern: /("name": "(?:touchstone|@touchstone\/dashboard)",\n\s+"version": ")([^"]+)(")/g,
    count: 3,
  },
  { file: 'deploy/helm/Chart.yaml', pattern: /(^(?:version|appVersion): )(\S+)($)/gm, count: 2 },
  { file: 'deploy/compose.yaml', pattern: /(image: touchstone:)(\S+)($)/gm, count: 1 },
  { file: 'Dockerfile', pattern: /(^ARG VERSION=)(\S+)($)/gm, count: 1 },
];

/** Throws where the version is none, or does not come after the present one. */
export function assertNewer(next: string, present: string): void {
  if (!SEMVER.test(next)) throw new Error(`${next} is no version such as 0.2.0 (https://semver.org).`);
  const [a, b] = [next, present].map((text) => SEMVER.exec(text)!.slice(1, 4).map(Number));
  const first = a!.findIndex((part, place) => part !== b![place]);
  if (first === -1 ? next === present : a![first]! < b![first]!) throw new Error(`${next} does not follow ${present}.`);
}

/** The changelog with what was unreleased under the version and its day. Throws where nothing was. */
export function dated(changelog: string, version: string, day: string): string {
  const [head, rest] = changelog.split('## Unreleased\n');
  if (rest === undefined) throw new Error('CHANGELOG.md has no section "## Unreleased".');
  const [section] = rest.split(/^## /m);
  if (section!.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  return `${head}## Unreleased\n\n## ${version} – ${day}\n${rest}`;
}

/** What the changelog says of a version. Throws where it says nothing. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((part) => part.startsWith(`${version} `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section of ${version}.`);
  return section.slice(section.indexOf('\n') + 1).trim();
}

/** A text with the version in its places. */
export function versioned(text: string, { file, pattern, count }: (typeof PLACES)[number], version: string): string {
  const found = [...text.matchAll(pattern)].length;
  if (found !== count) throw new Error(`${file} has the version in ${found} places, not in ${count}.`);
  return text.replace(pattern, `$1${version}$3`);
}

function release(version: string): void {
  const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
  assertNewer(version, (JSON.parse(read('package.json')) as { version: string }).version);
  const changed = PLACES.map((place) => [place.file, versioned(read(place.file), place, version)] as const);
  const changelog = dated(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  for (const [file, text] of changed) writeFileSync(new URL(file, ROOT), text);
  writeFileSync(new URL('CHANGELOG.md', ROOT), changelog);
  console.log(
    `${version} stands in ${changed.length + 1} files. Next: git commit -am ${version}, git tag -a v${version}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = '', notes] = process.argv.slice(2);
  if (notes === '--notes') console.log(notesOf(readFileSync(new URL('CHANGELOG.md', ROOT), 'utf8'), version));
  else release(version);
}
