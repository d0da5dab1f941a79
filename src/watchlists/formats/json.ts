import { TouchstoneError } from '../../errors.ts';
import { tidy } from '../entries/values.ts';
import type { ListFile } from '../source.ts';
import { textChunks } from './list-file.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Streams the objects of a file with one JSON object a line, blank lines and those that `wanted` refuses left out. */
export async function* jsonLines(
  file: ListFile,
  wanted: (text: string) => boolean = () => true,
): AsyncIterable<JsonLine> {
  let rest = '';
  let line = 0;
  for await (const chunk of textChunks(file)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const text of lines) {
      line++;
      if (text.trim() && wanted(text)) yield { line, object: parsed(text) };
    }
  }
  if (!rest.trim()) return;
  const object = parsed(rest);
  if (!object) throw new TouchstoneError('list-unusable', `${file.name} breaks off in its last line.`);
  if (wanted(rest)) yield { line: line + 1, object };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
