import { TouchstoneError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import { tidy } from '../entries/values.ts';
import type { ListFile } from '../source.ts';
import { beyond, MAX_DEPTH, MAX_ENTRY, MAX_ITEMS, MAX_JSON, MAX_JSON_VALUES, MAX_PARTS, MAX_TEXT } from './bounds.ts';
import { textChunks } from './list-file.ts';

/** The member as an object; an empty one where it is missing or of another type. */
export function objectAt(object: JsonObject, member: string): JsonObject {
  const value = object[member];
  return isObject(value) ? value : {};
}

/** The objects of an array; none where it is no array. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A string or a number as text with white space folded; undefined where it is blank or of another type. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? tidy(value) : undefined;
}

export const textAt = (object: JsonObject, member: string): string | undefined => asText(object[member]);

/** The texts of an array, or the one text. */
export function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.map(asText).filter((text) => text !== undefined);
}

export interface JsonLine {
  /** 1 for the file's first line. */
  readonly line: number;
  /** Undefined where the line is no JSON object. */
  readonly object: JsonObject | undefined;
}

/**
 * Streams the objects of a file with one JSON object a line, blank lines and those that `wanted` refuses left out. A
 * line beyond a bound of `bounds.ts` is `list-unusable`.
 */
export async function* jsonLines(
  file: ListFile,
  wanted: (text: string) => boolean = () => true,
): AsyncIterable<JsonLine> {
  let rest = '';
  let line = 0;
  for await (const chunk of textChunks(file)) {
    let at = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', at)) {
      const text = rest + chunk.slice(at, end);
      rest = '';
      at = end + 1;
      if (++line > MAX_ITEMS) throw beyond(file, { line }, 'items', MAX_ITEMS);
      if (text.trim() && wanted(text)) yield { line, object: parsed(text, file, line) };
    }
    rest += chunk.slice(at);
    if (rest.length > MAX_ENTRY) throw beyond(file, { line: line + 1 }, 'entry', MAX_ENTRY);
  }
  if (!rest.trim()) return;
  const object = parsed(rest, file, line + 1);
  if (!object) throw new TouchstoneError('list-unusable', `${file.name} breaks off in its last line.`);
  if (wanted(rest)) yield { line: line + 1, object };
}

/** The whole content as JSON; what is no JSON (a login page, a cut-off file) or beyond a bound is `list-unusable`. */
export async function wholeJson(file: ListFile): Promise<unknown> {
  const parts: string[] = [];
  const shape = new JsonShape(file, 1, { entry: MAX_JSON, values: MAX_JSON_VALUES });
  for await (const chunk of textChunks(file)) {
    shape.look(chunk);
    parts.push(chunk);
  }
  try {
    return JSON.parse(parts.join(''));
  } catch (error) {
    throw new TouchstoneError('list-unusable', `${file.name} is not complete JSON.`, { cause: error });
  }
}

/** No bound can be passed harmfully in a shorter line. */
const SHORT_LINE = 4096;

function parsed(text: string, file: ListFile, line: number): JsonObject | undefined {
  if (text.length > SHORT_LINE) new JsonShape(file, line, { entry: MAX_ENTRY, values: MAX_PARTS }).look(text);
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const [LINE_END, QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x0a, 0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d,
];

/** Looks at JSON as it comes, valid or not, and throws where it passes a bound. */
class JsonShape {
  readonly #file: ListFile;
  readonly #most: { readonly entry: number; readonly values: number };
  #line: number;
  #length = 0;
  #depth = 0;
  #values = 1;
  /** Length of the text that is open; -1 where none is. */
  #text = -1;
  #isEscaped = false;

  constructor(file: ListFile, line: number, most: { readonly entry: number; readonly values: number }) {
    this.#file = file;
    this.#line = line;
    this.#most = most;
  }

  look(chunk: string): void {
    const { entry, values } = this.#most;
    this.#length += chunk.length;
    if (this.#length > entry) throw this.#beyond(entry === MAX_ENTRY ? 'entry' : 'json', entry);
    for (let at = 0; at < chunk.length; at++) {
      if (this.#text >= 0) at = this.#afterText(chunk, at);
      else this.#sign(chunk.charCodeAt(at));
    }
    if (this.#values > values) throw this.#beyond(values === MAX_PARTS ? 'parts' : 'json-values', values);
  }

  #sign(code: number): void {
    if (code === QUOTE) this.#text = 0;
    else if (code === COMMA) this.#values++;
    else if (code === LINE_END) this.#line++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.#depth--;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++this.#depth > MAX_DEPTH) throw this.#beyond('depth', MAX_DEPTH);
    }
  }

  /** Where the text that is open ends in this chunk: at its closing quote, or behind the last character. */
  #afterText(chunk: string, start: number): number {
    let at = start;
    for (; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) break;
    }
    this.#text += at - start;
    if (this.#text > MAX_TEXT) throw this.#beyond('text', MAX_TEXT);
    if (at < chunk.length) this.#text = -1;
    return at;
  }

  #beyond(bound: Parameters<typeof beyond>[2], most: number): TouchstoneError {
    return beyond(this.#file, { line: this.#line }, bound, most);
  }
}
