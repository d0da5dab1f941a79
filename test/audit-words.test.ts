import ts from 'typescript';
import { expect, test } from 'vitest';
import { en } from '../dashboard/src/strings/en.ts';
import { filesOf, textOfFile } from './support/program-expressions.ts';

/** Files whose `details` are no entry of the audit log, but what an event of a webhook carries. */
const OF_EVENTS = /\/(screenings|verifications|customer-states|alert-notes|webhooks\/events|webhooks\/schemas)\.ts$/;

/** Members of every object that a file gives as details of an entry. */
function detailsOf(path: string): string[] {
  const file = ts.createSourceFile(path, textOfFile(path), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    const value = named && node.name.getText() === 'details' ? node.initializer : undefined;
    if (value && ts.isObjectLiteralExpression(value)) {
      for (const { name } of value.properties) if (name) found.push(name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const files = filesOf('src/{records/operations,accounts,use-cases,backup,images,http/dashboard}/**/*.ts').filter(
  (path) => !OF_EVENTS.test(path),
);

test('every detail of an entry of the audit log has words for the desk', () => {
  const details = new Set(files.flatMap(detailsOf));
  expect(details.size).toBeGreaterThan(30);
  expect([...details].filter((name) => !(`detail.${name}` in en))).toEqual([]);
});

test('so has every kind of thing that an entry is about', () => {
  const subjects = files.flatMap((path) => [...textOfFile(path).matchAll(/subject: [`']([a-z-]+)[:'`]/g)]);
  const kinds = new Set(subjects.map(([, kind]) => kind!));
  expect(kinds.size).toBeGreaterThan(10);
  expect([...kinds].filter((kind) => !(`about.${kind}` in en))).toEqual([]);
});
