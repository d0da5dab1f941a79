// Checks that what documents and comments name exists: npm run named. These are paths, links with their headings, npm
// scripts, settings and commands. And every room of `src` has a row in docs/architecture.md. The changelog is left out,
// since it names what was.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDERS = 'src|docs|test|bench|scripts|specimens|training|tables|dashboard|capture|deploy|bin|\\.ci';
const PATH = new RegExp(`(?<![\\w./@:-])(?:${FOLDERS})/[\\w./<>…*{}-]*[\\w/>*}-]`, 'g');
/** A file by its name alone. */
const NAME = /`([\w-]+(?:\/[\w-]+)*\.(?:tsx?|tsv|py|md))`/g;
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const SCRIPT = /npm run (?:-s )?([\w:-]*\w)(?![\w:]*<)(?!:<)/g;
const SETTING = /\bTOUCHSTONE_[A-Z0-9_]+[A-Z0-9]\b/g;
const COMMAND = /(?:^|`|npx )touchstone ([a-z]+(?:-[a-z]+)*)(?: ([a-z]+(?:-[a-z]+)*))?(?![\w:/-])/gm;
/** Built, fetched or written by a run, so not in git. */
const MADE =
  /^((?:dashboard|capture)\/dist|dashboard\/src\/service\.d\.ts|test\/fixtures\/api\.d\.ts|bench\/peers\/\.work|(samples|latencies)\.tsv$)/;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const texts = new Map(
  tracked
    .filter((file) => /\.(?:md|tsx?|ya?ml)$/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);
const scripts = new Set(
  ['package.json', 'dashboard/package.json'].flatMap((file) =>
    Object.keys((JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { scripts?: object }).scripts ?? {}),
  ),
);
const settings = new Set(
  [...texts].flatMap(([file, text]) => (/\.(?:ts|ya?ml)$/.test(file) ? [...(text.match(SETTING) ?? [])] : [])),
);
const commands = tracked
  .filter((file) => file.startsWith('src/commands/'))
  .flatMap((file) => Array.from((texts.get(file) ?? '').matchAll(/^ {2}name: '([a-z -]+)'/gm), ([, name]) => name!));

const problems = [...texts].flatMap(([file, text]) => {
  if (file === 'CHANGELOG.md' || file === 'scripts/check-docs.ts') return [];
  if (file.endsWith('.md')) return [...brokenLinks(file, text), ...missingIn(file, text), ...unknownIn(file, text)];
  return /\.tsx?$/.test(file) ? missingIn(file, commentsOf(text)) : [];
});
problems.push(...roomsWithoutRow());
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`named: ${texts.size} files, ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;

/** Folders of `src`, and those of the rooms that have rooms inside. */
function roomsWithoutRow(): string[] {
  const map = texts.get('docs/architecture.md')!;
  const rooms = new Set(
    tracked.flatMap((file) => /^src\/(?:(?:screening|watchlists)\/)?[\w-]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const missing = [...rooms].filter((room) => !map.includes(`\`${room}/`));
  return missing.map((room) => `docs/architecture.md has no row for ${room}/`);
}

function commentsOf(source: string): string {
  return (source.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g) ?? []).join('\n');
}

/** Paths, files and npm scripts that are not there. */
function missingIn(file: string, text: string): string[] {
  const paths = (text.match(PATH) ?? []).filter((path) => !exists(path));
  const names = [...text.matchAll(NAME)].map((match) => match[1]!).filter((name) => !isNamed(name, file));
  const unknown = [...text.matchAll(SCRIPT)].map((match) => match[1]!).filter((script) => !scripts.has(script));
  return [
    ...[...paths, ...names].map((path) => `${file} names ${path}, which is not there`),
    ...unknown.map((script) => `${file} names npm run ${script}, which is no script`),
  ];
}

/** A path may end in a placeholder: `src/watchlists/sources/<id>/parse.ts`. What stands before it has to be there. */
function exists(path: string): boolean {
  const known = path.split(/[<…*{]/)[0]!;
  const place = known === path ? path : known.slice(0, known.lastIndexOf('/') + 1);
  return MADE.test(path) || existsSync(join(ROOT, place.replace(/\.+$/, '')));
}

function isNamed(name: string, file: string): boolean {
  const beside = posix.join(posix.dirname(file), name);
  return MADE.test(name) || tracked.some((one) => one === name || one === beside || one.endsWith(`/${name}`));
}

function unknownIn(file: string, text: string): string[] {
  const unset = (text.match(SETTING) ?? []).filter(
    (name) => !settings.has(name) && !name.startsWith('TOUCHSTONE_LISTS_URL'),
  );
  const unheard = [...text.matchAll(COMMAND)].filter(([, group, verb]) => !isCommand(group!, verb));
  return [
    ...unset.map((name) => `${file} names the setting ${name}, which nothing reads`),
    ...unheard.map(([, group, verb]) => `${file} names touchstone ${group} ${verb ?? ''}, which is no command`),
  ];
}

function isCommand(group: string, verb: string | undefined): boolean {
  return commands.includes(group) || commands.includes(`${group} ${verb}`) || (group === 'help' && verb === undefined);
}

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([, path, heading]) => {
    const target = path === '' ? file : posix.join(posix.dirname(file), path!);
    if (!existsSync(join(ROOT, target))) return [`${file} links to ${target}, which is not there`];
    if (!heading || !target.endsWith('.md')) return [];
    return headingsOf(texts.get(target)!).has(heading)
      ? []
      : [`${file} links to ${target}#${heading}: no such heading`];
  });
}

/** The anchors that GitHub gives to headings. */
function headingsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, words] of text.matchAll(/^#+ (.+)$/gm)) {
    const plain = words!.toLowerCase().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = plain.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    for (let twin = 0; ; twin++) {
      const name = twin === 0 ? anchor : `${anchor}-${twin}`;
      if (anchors.has(name)) continue;
      anchors.add(name);
      break;
    }
  }
  return anchors;
}
