import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Expression {
  /** File and line. */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Paths of the program's files that fit a pattern, without their tests. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).filter((path) => !/\.test\.tsx?$/.test(path));
}

/** The text of a file of the program. */
export const textOfFile = (path: string): string => readFileSync(ROOT + path, 'utf8');

/**
 * Every regular expression of a file: literals, what is given to `new RegExp` as text, and the `pattern` of a schema.
 * The validator reads the last with the flag `u`.
 */
export function expressionsOf(path: string): Expression[] {
  const file = ts.createSourceFile(path, textOfFile(path), ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const expression = expressionAt(node);
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (expression) found.push({ where: `${path}:${line}`, ...expression });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function expressionAt(node: ts.Node): Omit<Expression, 'where'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const [text, flags] = textsAt(node);
  const source = text === undefined ? undefined : textOf(text);
  return source === undefined
    ? undefined
    : { source, flags: typeof flags === 'string' ? flags : (textOf(flags) ?? '') };
}

/** Where a node is an expression that is written as text: the text, and its flags. */
function textsAt(node: ts.Node): [text?: ts.Expression | undefined, flags?: ts.Expression | string | undefined] {
  if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
    return [node.arguments?.[0], node.arguments?.[1]];
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'pattern') return [node.initializer, 'u'];
  return [];
}

/**
 * A text of the program. A digit replaces each value that is inserted, which can go wherever an expression has a hole.
 */
function textOf(node: ts.Expression | undefined): string | undefined {
  if (!node) return '';
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `2${literal.text}`).join('');
}
