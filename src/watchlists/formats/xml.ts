import { SaxesParser } from 'saxes';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { otherKind, textChunks } from './list-file.ts';

/** One element with all it holds. Names are local names: prefixes are taken off. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed, white space folded (as it is with `keepSpace`). */
  readonly text: string;
}

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

export interface XmlShape {
  /** Names of the root elements that the format has; any other root is another kind of file. */
  readonly roots: readonly string[];
  /** Elements with these names are yielded whole, wherever they stand (the outermost one). */
  readonly records: readonly string[];
  /** Leaves the white space of texts as it is, for formats where a word may go on in the next element. */
  readonly keepSpace?: true;
  /** Called for the opening tag of every element outside a record: header attributes such as a publication date. */
  readonly header?: (name: string, attributes: Readonly<Record<string, string>>) => void;
}

/**
 * Streams the records of an XML file. Document types and entities of the file are never expanded. A file that is cut
 * off, not well-formed or of another root is `list-unusable`.
 */
export async function* xmlRecords(file: ListFile, shape: XmlShape): AsyncIterable<XmlElement> {
  const parser = new SaxesParser();
  const records = new Set(shape.records);
  const stack: OpenElement[] = [];
  let ready: XmlElement[] = [];
  let root: string | undefined;

  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    root ??= checkedRoot(file, name, shape);
    const attributes = localNames(tag.attributes as Record<string, string>);
    if (stack.length > 0 || records.has(name)) stack.push({ name, attributes, children: [], text: '' });
    else shape.header?.(name, attributes);
  });
  const addText = (text: string) => {
    const open = stack.at(-1);
    if (open) open.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const done = stack.pop();
    if (!done) return;
    if (!shape.keepSpace) done.text = done.text.replace(/\s+/g, ' ').trim();
    const parent = stack.at(-1);
    if (parent) parent.children.push(done);
    else ready.push(done);
  });
  parser.on('error', (error) => {
    throw error;
  });

  try {
    for await (const chunk of textChunks(file)) {
      parser.write(chunk);
      if (ready.length === 0) continue;
      yield* ready;
      ready = [];
    }
    parser.close();
    if (!root) throw new Error('it is empty');
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    const values = { file: file.name, problem: sentence(error).replace(/\.$/, '') };
    throw new TouchstoneError('list-unusable', say('list-file.xml-broken', values), { cause: error });
  }
  yield* ready;
}

function checkedRoot(file: ListFile, name: string, shape: XmlShape): string {
  if (shape.roots.includes(name)) return name;
  const roots = shape.roots.map((root) => `<${root}>`).join(' or ');
  throw otherKind(file, say('list-file.kind-root', { root: name, roots }));
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function localNames(attributes: Record<string, string>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name in attributes) result[local(name)] = attributes[name]!;
  return result;
}

/** Children with the name. */
export function all(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** First child with the name. */
export function first(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Text of the element at a path of child names, undefined where it is missing or blank. */
export function textOf(element: XmlElement | undefined, ...path: string[]): string | undefined {
  let current = element;
  for (const name of path) current = first(current, name);
  return current?.text || undefined;
}
