// Checks that what a room offers says what it takes and gives: npm run docstrings. Tests are not looked at.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Rooms whose functions have a docstring each: shared rules, use cases and ports. */
const ROOMS = /^src\/(domain|use-cases|alerts|accounts|verification|records\/[^/]+\.ts$)/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => ROOMS.test(file) && /(?<!\.test)\.ts$/.test(file) && existsSync(join(ROOT, file)));
const problems = files.flatMap(undescribed);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`docstrings: ${files.length} files, ${problems.length} problems\n`);
if (problems.length > 0) process.exitCode = 1;

/** Exported functions, and methods of exported classes and interfaces, without a docstring. */
function undescribed(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements
    .filter(isExported)
    .flatMap(offered)
    .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
    .map((node) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      return `${file}:${line} ${node.name?.getText() ?? 'a function'} has no docstring`;
    });
}

function isExported(node: ts.Statement): boolean {
  return ts.canHaveModifiers(node) && has(node, ts.SyntaxKind.ExportKeyword);
}

function offered(node: ts.Statement): ts.NamedDeclaration[] {
  if (ts.isFunctionDeclaration(node)) return [node];
  if (ts.isInterfaceDeclaration(node)) return node.members.filter(ts.isMethodSignature);
  if (!ts.isClassDeclaration(node)) return [];
  return node.members.filter(ts.isMethodDeclaration).filter((method) => !isHidden(method));
}

function isHidden(method: ts.MethodDeclaration): boolean {
  return ts.isPrivateIdentifier(method.name) || has(method, ts.SyntaxKind.PrivateKeyword);
}

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}
