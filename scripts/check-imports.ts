// Checks who imports whom: npm run imports. Type imports count like others. Tests may import everything.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

interface Rule {
  readonly name: string;
  /** Which files the rule is about. */
  readonly from: RegExp;
  /** What they must not import: a file of the project, or the name of a package. */
  readonly never: RegExp;
  /** Files that may, each with its reason. */
  readonly except?: Readonly<Record<string, string>>;
}

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Rooms that take values and give values. */
const PURE = 'src/(domain|alerts|screening/(names|index|scoring|retrieval))/';
const EFFECTS = /^(node:(fs|net|http|https|child_process|worker_threads|timers|os)(\/|$)|undici|pino|better-sqlite3)/;

const RULES: readonly Rule[] = [
  {
    name: 'the domain knows no other room',
    from: /^src\/domain\//,
    never: /^src\/(?!domain\/|(errors|sentences)\.ts)/,
  },
  {
    name: 'pure rooms touch neither disk nor network',
    from: new RegExp(`^${PURE}`),
    never: EFFECTS,
    except: {
      'src/screening/index/build.ts': 'writes the compiled snapshot',
      'src/screening/index/format.ts': 'reads and checks the file of an index',
    },
  },
  {
    name: 'the rooms of screening do not know the engine',
    from: /^src\/screening\/(names|index|scoring|retrieval)\//,
    never: /^src\/screening\/(engine|search|pool|worker|facts|query)\.ts/,
  },
  {
    name: 'names know no other room of screening',
    from: /^src\/screening\/names\//,
    never: /^src\/screening\/(index|scoring|retrieval)\//,
  },
  {
    name: 'an index knows neither scores nor retrieval',
    from: /^src\/screening\/index\//,
    never: /^src\/screening\/(scoring|retrieval)\//,
  },
  {
    name: 'scores do not know how candidates were found',
    from: /^src\/screening\/scoring\//,
    never: /^src\/screening\/retrieval\//,
  },
  {
    name: 'screening, documents, faces and alerts know neither records, configuration nor a user of theirs',
    from: /^src\/(screening|documents|faces|imaging|inference|alerts)\//,
    never: /^src\/(records|accounts|config|images|bulk|watchlists|verification|backup|http|commands|use-cases)\b/,
  },
  {
    name: 'nobody but the composition and the entry knows http',
    from: /^src\/(?!http\/|composition\/|main\.ts)/,
    never: /^src\/http\//,
  },
  {
    name: 'nobody but the entry knows the commands',
    from: /^src\/(?!commands\/|main\.ts)/,
    never: /^src\/commands\//,
  },
  {
    name: 'use cases know no HTTP, no command and no database',
    from: /^src\/use-cases\//,
    never:
      /^(src\/(http|commands|records\/(sqlite|postgres|operations|store|records)|compose)\b|fastify|better-sqlite3)/,
  },
  {
    name: 'only the composition knows the database behind the records',
    from: /^src\/(?!records\/|open-records\.ts|compose\.ts)/,
    never: /^src\/records\/(sqlite|postgres|operations|migrations)\//,
  },
  {
    name: 'OpenTelemetry is behind one file, which is loaded where traces are switched on',
    from: /^src\/(?!tracing\/open-telemetry\.ts)/,
    never: /^@opentelemetry\//,
  },
  {
    name: 'native decoders of pictures are known to the rooms of the process that may die',
    from: /^src\/(?!(imaging|inference|documents)\/)/,
    never: /^(sharp|onnxruntime-node|zxing-wasm)(\/|$)/,
  },
  {
    name: 'the service decodes no picture itself: the process with the models does',
    from: /^src\/(?!(imaging|inference|documents|faces|verification|commands)\/)/,
    never: /^src\/(imaging\/(?!headers\.ts)|inference\/model\.ts|documents\/document-reader\.ts)/,
  },
  {
    name: 'the program imports nothing of benches, specimens, training, tests, scripts or pages',
    from: /^src\//,
    never: /^(bench|specimens|training|test|scripts|dashboard|capture)\//,
  },
  {
    name: 'specimens are drawn by what knows pixels and tables, and nothing that reads them',
    from: /^specimens\//,
    never: /^(src\/(?!imaging\/|tables\.ts)|bench|training|test|scripts|dashboard|capture)/,
  },
];

const program = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'specimens'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && existsSync(join(ROOT, file)));
const imports = new Map(program.map((file) => [file, importsOf(file)]));

const problems = [...RULES.flatMap(brokenBy), ...cycles(imports, 'file'), ...cycles(byRoom(imports), 'room')];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`imports: ${program.length} files, ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;

/** Files of the project as paths from its root, packages by their names. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, file), 'utf8'));
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? posix.join(posix.dirname(file), fileName) : fileName,
  );
}

/** What breaks the rule, and exceptions of it that nothing needs any more. */
function brokenBy({ name, from, never, except = {} }: Rule): string[] {
  const needed = new Set<string>();
  const broken: string[] = [];
  for (const [file, targets] of imports) {
    for (const target of from.test(file) ? targets.filter((one) => never.test(one)) : []) {
      if (except[file]) needed.add(file);
      else broken.push(`${file} imports ${target}: ${name}`);
    }
  }
  const stale = Object.keys(except).filter((file) => !needed.has(file));
  return [...broken, ...stale.map((file) => `${file} needs no exception any more: ${name}`)];
}

/** The first folder under src; a file that lies in src itself is a room of its own. Specimens are one room. */
function byRoom(files: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const room = (file: string) => (file.startsWith('specimens/') ? 'specimens' : file.split('/').slice(0, 2).join('/'));
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const of = rooms.get(room(file)) ?? new Set();
    for (const target of targets) {
      const [a, b] = [room(file), room(target)];
      if (a !== b) of.add(b);
    }
    rooms.set(room(file), of);
  }
  return new Map([...rooms].map(([name, targets]) => [name, [...targets]]));
}

/** One path for each cycle that a walk through the graph closes. */
function cycles(graph: ReadonlyMap<string, readonly string[]>, what: string): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) {
      found.push(`${what} cycle: ${[...path.slice(path.indexOf(node)), node].join(' → ')}`);
      return;
    }
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) walk(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return found;
}
