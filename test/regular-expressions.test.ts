import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exponentialLoop } from './support/ambiguity.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Expression {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression of the program: literals, and what is given to `new RegExp` as text. */
function expressionsOf(path: string): Expression[] {
  const file = ts.createSourceFile(path, readFileSync(ROOT + path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const where = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp' && node.arguments?.[0]) {
      const [pattern, flags] = node.arguments;
      const source = textOf(pattern);
      if (source !== undefined) found.push({ where, source, flags: (flags && textOf(flags)) ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * A text of the program. A digit replaces each value that is inserted, which can go wherever an expression has a hole.
 */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `2${literal.text}`).join('');
}

describe('no text can make a regular expression run for ever:', () => {
  it.each([
    '(a*)*b',
    '(a+)+$',
    '(?:a|a)*b',
    '(\\w+\\s?)*$',
    '(?:a*b*)*c',
    '(.*,)*x',
    '^(?:x{1,3})*y',
    'a(?=(b+)+c)',
    '^(?:<!--[\\s\\S]*?-->\\s*)*<html',
  ])('%s is found to', (source) => {
    expect(exponentialLoop(source, '')).toBeDefined();
  });

  it.each(['(?:a|b)*c', 'a*a*b', '^(?:\\s*x)*$', '(?:ab?)+c', '\\d+(?:,\\d{3})*$'])('%s is found not to', (source) => {
    expect(exponentialLoop(source, '')).toBeUndefined();
  });

  const files = globSync('{src,dashboard/src}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const expressions = files.flatMap(expressionsOf);

  it('none of the program does', () => {
    expect(expressions.length).toBeGreaterThan(600);
    const found = expressions.flatMap(({ where, source, flags }) => {
      const at = exponentialLoop(source, flags);
      return at ? [`${where}: /${source}/${flags} loops at ${at}`] : [];
    });
    expect(found).toEqual([]);
  });
});
