// Finds spreads of fresh literals, such as `...{ a, b }` and `...[a, b]`: npm run spreads. They cost an allocation each
// time and hide a member that is given twice.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const found = files.flatMap(spreadsIn);
for (const place of found) console.error(`${place}: spreads a fresh literal; write its members in place`);
if (found.length > 0) process.exitCode = 1;

function spreadsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isFreshSpread(node)) places.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

function isFreshSpread(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node)) return ts.isObjectLiteralExpression(node.expression);
  return ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression);
}
