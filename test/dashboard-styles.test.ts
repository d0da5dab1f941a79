import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../dashboard/src/', import.meta.url));
/** Small helpers such as `row` and `small`. They are meant to be combined with other classes. */
const HELPERS = 'base.css';
/** The frame of whole pages. */
const FRAME = 'shell.css';

const CLASS = /\.([a-z][\w-]*)/g;

/** The selectors of a stylesheet, one by one. */
function selectors(file: string): string[] {
  const css = readFileSync(join(SOURCE, 'styles', file), 'utf8').replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, '');
  return [...css.matchAll(/([^{}]+)\{/g)]
    .map(([, selector]) => selector!.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(',').map((one) => one.trim()));
}

/** The classes of each element that a selector names. */
function compounds(selector: string): string[][] {
  return selector.split(/[\s>+~]+/).map((part) => [...part.matchAll(CLASS)].map(([, name]) => name!));
}

const FILES = readdirSync(join(SOURCE, 'styles')).filter((file) => file.endsWith('.css'));

/** Classes with a rule of their own, and the stylesheet that has it. */
const OWNERS = new Map<string, string>();
for (const file of FILES) {
  for (const selector of selectors(file)) {
    const [classes, ...inner] = compounds(selector);
    if (inner.length === 0 && classes?.length === 1 && !OWNERS.has(classes[0]!)) OWNERS.set(classes[0]!, file);
  }
}
const isComponent = (name: string) => OWNERS.has(name) && OWNERS.get(name) !== HELPERS;

test('a variant of a component never takes over the rules of another component', () => {
  const mixed = FILES.flatMap(selectors).filter((selector) =>
    compounds(selector).some((classes) => classes.filter(isComponent).length > 1),
  );
  expect(mixed).toEqual([]);
});

test('the frame of a page is never put on a part of a page', () => {
  const frame = [...OWNERS].filter(([, file]) => file === FRAME).map(([name]) => name);
  expect(frame).toContain('lone-page');
  const attributes = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/class="([^"]*)"/g)])
    .map(([, names]) => names!.split(/\s+/).filter((name) => isComponent(name)));
  expect(attributes.filter((names) => names.length > 1 && names.some((name) => frame.includes(name)))).toEqual([]);
});
