import { TouchstoneError } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../../json-object.ts';
import { objectAt, objectsOf, textAt, wholeJson } from '../../formats/json.ts';
import type { ListFile } from '../../source.ts';

/** One solution of a query. */
export interface Solution {
  /** A variable's value as text; undefined where it is not bound. */
  text(variable: string): string | undefined;
  /** The item id (`Q42`) of a variable that is bound to a Wikidata item. */
  item(variable: string): string | undefined;
  /** The language of a variable's text. */
  language(variable: string): string | undefined;
}

interface Results {
  readonly variables: readonly string[];
  readonly solutions: readonly Solution[];
}

/** SPARQL 1.1 Query Results JSON. The endpoint breaks off an answer that takes too long: that is no complete JSON. */
export async function readResults(file: ListFile): Promise<Results> {
  const json = await wholeJson(file);
  const head = isObject(json) ? objectAt(json, 'head') : {};
  const results = isObject(json) ? objectAt(json, 'results') : {};
  if (!Array.isArray(head.vars) || !Array.isArray(results.bindings)) {
    throw new TouchstoneError('list-unusable', `${file.name} is of another kind: it is no SPARQL result in JSON.`);
  }
  return {
    variables: head.vars.filter((name) => typeof name === 'string'),
    solutions: objectsOf(results.bindings).map(solutionOf),
  };
}

function solutionOf(binding: JsonObject): Solution {
  const text = (variable: string) => textAt(objectAt(binding, variable), 'value');
  return {
    text,
    item: (variable) => /^(?:https?:\/\/www\.wikidata\.org\/entity\/)?(Q\d+)$/.exec(text(variable) ?? '')?.[1],
    language: (variable) => textAt(objectAt(binding, variable), 'xml:lang'),
  };
}
