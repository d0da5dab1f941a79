import { SaxesParser } from 'saxes';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { beyond, MAX_DEPTH, MAX_ENTRY, MAX_ITEMS, MAX_NAMES, MAX_PARTS, MAX_TEXT } from './bounds.ts';
import { changedLayout, MANY_RECORDS } from './layout.ts';
import { otherKind, textChunks } from './list-file.ts';

/** One element with all it holds. Names are local names: prefixes are taken off, and case does not matter. */
export interface XmlElement {
  /** As the shape writes it where it is a record, otherwise as the file does. */
  readonly name: string;
  /** The name in small letters. */
  readonly key: string;
  /** By their names in small letters. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed, white space folded (as it is with `keepSpace`). */
  readonly text: string;
}

interface OpenElement {
  name: string;
  key: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** It goes into the text around it. */
  isInline: boolean;
}

export interface XmlShape {
  /** Names of the root elements that the format has; any other root is another kind of file. */
  readonly roots: readonly string[];
  /** Elements with these names are yielded whole, wherever they stand (the outermost one). */
  readonly records: readonly string[];
  /**
   * Elements or attributes, or one of several, that every whole list has somewhere. A file of many records that lacks
   * one of them has changed its layout.
   */
  readonly needed?: readonly (string | readonly string[])[];
  /** What the format calls an element of this local name, where it has changed its names. */
  readonly rename?: (name: string) => string;
  /** Leaves the white space of texts as it is, for formats where a word may go on in the next element. */
  readonly keepSpace?: true;
  /** Elements outside records whose opening tag alone is yielded, in its place: what begins a group of records. */
  readonly openings?: readonly string[];
  /**
   * What an element inside a record stands for, where it is part of the text around it, as in `<p>a <b>c</b></p>`: the
   * text before its own. Undefined for one that is a child.
   */
  readonly inline?: (key: string, attributes: Readonly<Record<string, string>>) => string | undefined;
  /** Lines, elements and texts at most, where a file of this format has more than a list. */
  readonly maxItems?: number;
  /** Called for the opening tag of every element outside a record: attributes such as a publication date. */
  readonly header?: (name: string, attributes: Readonly<Record<string, string>>) => void;
}

/**
 * Streams the records of an XML file. Document types and entities of the file are never expanded. A file that is cut
 * off, not well-formed, of another root or beyond a bound of `bounds.ts` is `list-unusable`.
 */
export async function* xmlRecords(file: ListFile, shape: XmlShape): AsyncIterable<XmlElement> {
  const parser = new SaxesParser();
  const names = new XmlNames(shape);
  const bounds = new Bounds(file, parser, shape.maxItems);
  const stack: OpenElement[] = [];
  let ready: XmlElement[] = [];
  let root: string | undefined;

  parser.on('opentag', (tag) => {
    bounds.open();
    const named = names.of(tag.name);
    root ??= checkedRoot(file, named, shape);
    const attributes = names.attributes(tag.attributes as Record<string, string>);
    bounds.names(names.count);
    if (stack.length > 0 || named.isRecord) {
      if (stack.length === 0) bounds.record();
      const text = stack.length > 0 ? shape.inline?.(named.key, attributes) : undefined;
      const isInline = text !== undefined;
      stack.push({ name: named.name, key: named.key, attributes, children: [], text: text ?? '', isInline });
    } else if (named.isOpening) {
      ready.push({ name: named.name, key: named.key, attributes, children: [], text: '' });
    } else shape.header?.(named.name, attributes);
  });
  const addText = (text: string) => {
    bounds.item();
    const open = stack.at(-1);
    if (open) open.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => bounds.item());
  parser.on('processinginstruction', () => bounds.item());
  parser.on('closetag', () => {
    bounds.close();
    const done = stack.pop();
    if (!done) return;
    if (!shape.keepSpace) done.text = done.text.replace(/\s+/g, ' ').trim();
    const parent = stack.at(-1);
    if (parent && done.isInline) parent.text += done.text;
    else if (parent) parent.children.push(done);
    else {
      bounds.recordEnds();
      ready.push(done);
      names.records++;
    }
  });
  parser.on('error', (error) => {
    throw error;
  });

  try {
    for await (const chunk of textChunks(file)) {
      parser.write(chunk);
      bounds.look(chunk.length);
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
  const lacking = names.lacking();
  if (lacking) throw changedLayout(file.name, lacking);
}

/** Holds a file to the bounds while it is parsed; each method throws where one is passed. */
class Bounds {
  readonly #file: ListFile;
  readonly #parser: SaxesParser;
  readonly #maxItems: number;
  #depth = 0;
  #items = 0;
  /** Where the parser last told of anything. */
  #told = 0;
  /** Where the record began that is open. */
  #record = Number.POSITIVE_INFINITY;
  #written = 0;
  #parts = 0;

  constructor(file: ListFile, parser: SaxesParser, maxItems = MAX_ITEMS) {
    this.#file = file;
    this.#parser = parser;
    this.#maxItems = maxItems;
  }

  open(): void {
    this.item();
    if (++this.#depth > MAX_DEPTH) throw this.#beyond('depth', MAX_DEPTH);
    if (++this.#parts > MAX_PARTS && this.#record < this.#told) throw this.#beyond('parts', MAX_PARTS);
  }

  record(): void {
    this.#record = this.#told;
    this.#parts = 0;
  }

  recordEnds(): void {
    this.#record = Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#told = this.#parser.position;
    this.#depth--;
  }

  /** An element, a text or a comment. */
  item(): void {
    this.#told = this.#parser.position;
    if (++this.#items > this.#maxItems) throw this.#beyond('items', this.#maxItems);
    if (this.#told - this.#record > MAX_ENTRY) throw this.#beyond('entry', MAX_ENTRY);
  }

  names(count: number): void {
    if (count > MAX_NAMES) throw this.#beyond('names', MAX_NAMES);
  }

  /** After so many more characters. What has no end yet: the parser tells of a text or a tag when it ends. */
  look(length: number): void {
    this.#written += length;
    if (this.#written - this.#told > MAX_TEXT) throw this.#beyond('text', MAX_TEXT);
  }

  #beyond(bound: Parameters<typeof beyond>[2], most: number): TouchstoneError {
    return beyond(this.#file, { line: this.#parser.line }, bound, most);
  }
}

function checkedRoot(file: ListFile, { name, key }: XmlName, shape: XmlShape): string {
  if (shape.roots.some((root) => root.toLowerCase() === key)) return name;
  const roots = shape.roots.map((root) => `<${root}>`).join(' or ');
  throw otherKind(file, say('list-file.kind-root', { root: name, roots }));
}

interface XmlName {
  readonly name: string;
  readonly key: string;
  readonly isRecord: boolean;
  readonly isOpening: boolean;
}

/** The names that a file uses, each looked at once. */
class XmlNames {
  /** How many records the file has so far. */
  records = 0;
  #elements = 0;
  readonly #shape: XmlShape;
  readonly #known = new Map<string, XmlName>();
  readonly #attributes = new Map<string, string>();

  constructor(shape: XmlShape) {
    this.#shape = shape;
  }

  get count(): number {
    return this.#known.size + this.#attributes.size;
  }

  of(tag: string): XmlName {
    this.#elements++;
    const known = this.#known.get(tag);
    if (known) return known;
    const { roots, records, rename, openings = [] } = this.#shape;
    const whole = local(tag);
    const like = (name: string) => name.toLowerCase() === whole.toLowerCase();
    const ours = [...records, ...roots].find(like);
    const name = ours ?? rename?.(whole) ?? whole;
    const named = { name, key: name.toLowerCase(), isRecord: records.some(like), isOpening: openings.some(like) };
    this.#known.set(tag, named);
    return named;
  }

  attributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
    const result: Record<string, string> = {};
    for (const name in attributes) {
      let key = this.#attributes.get(name);
      if (key === undefined) {
        key = local(name).toLowerCase();
        this.#attributes.set(name, key);
      }
      result[key] = attributes[name]!;
    }
    return result;
  }

  /** What a file that is long enough to tell should have and has not. */
  lacking(): string | undefined {
    const { records, needed = [] } = this.#shape;
    if (this.records === 0 && this.#elements >= MANY_RECORDS && needed.length > 0) return oneOf(records);
    if (this.records < MANY_RECORDS) return undefined;
    const seen = new Set([...this.#attributes.values(), ...[...this.#known.values()].map(({ key }) => key)]);
    const gap = needed.find((names) => ![names].flat().some((name) => seen.has(name.toLowerCase())));
    return gap && oneOf([gap].flat());
  }
}

const oneOf = (names: readonly string[]): string => names.join(' or ');

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Children with the name. */
export function all(element: XmlElement | undefined, name: string): XmlElement[] {
  const key = name.toLowerCase();
  return element?.children.filter((child) => child.key === key) ?? [];
}

/** First child with the name. */
export function first(element: XmlElement | undefined, name: string): XmlElement | undefined {
  const key = name.toLowerCase();
  return element?.children.find((child) => child.key === key);
}

/** Text of the element at a path of child names, undefined where it is missing or blank. */
export function textOf(element: XmlElement | undefined, ...path: string[]): string | undefined {
  let current = element;
  for (const name of path) current = first(current, name);
  return current?.text || undefined;
}
