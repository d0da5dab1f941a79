import type { JsonObject } from '../../../json-object.ts';
import { jsonLines, objectAt, textAt, textsOf } from '../../formats/json.ts';
import type { ListFile } from '../../source.ts';

interface HeldDocument {
  readonly type: string;
  readonly number: string;
  readonly country: string | undefined;
}

interface SanctionFacts {
  readonly programmes: readonly string[];
  readonly listedOn: string | undefined;
  readonly reasons: readonly string[];
}

/**
 * Facts that are entities of their own: sanctions and documents by the id of their owner, addresses by their own id.
 */
export interface LinkedFacts {
  readonly sanctions: Map<string, SanctionFacts[]>;
  readonly documents: Map<string, HeldDocument[]>;
  readonly addresses: Map<string, string>;
}

const SCHEMA = /"schema":\s*"(?:Sanction|Address|Passport|Identification)"/;

/** The first pass over a file, which takes lines of these schemata alone. */
export async function readAdjacent(file: ListFile): Promise<LinkedFacts> {
  const adjacent: LinkedFacts = { sanctions: new Map(), documents: new Map(), addresses: new Map() };
  for await (const { object } of jsonLines(file, (text) => SCHEMA.test(text))) if (object) add(adjacent, object);
  return adjacent;
}

function add(adjacent: LinkedFacts, entity: JsonObject): void {
  const schema = textAt(entity, 'schema');
  const properties = objectAt(entity, 'properties');
  const id = textAt(entity, 'id');
  if (schema === 'Address') {
    const full = textsOf(properties.full)[0];
    if (id && full) adjacent.addresses.set(id, full);
  } else if (schema === 'Sanction') {
    for (const owner of textsOf(properties.entity)) push(adjacent.sanctions, owner, readSanction(properties));
  } else if (schema === 'Passport' || schema === 'Identification') {
    for (const owner of textsOf(properties.holder)) {
      for (const number of textsOf(properties.number))
        push(adjacent.documents, owner, readDocument(schema, properties, number));
    }
  }
}

function readSanction(properties: JsonObject): SanctionFacts {
  const programmes = [...textsOf(properties.programId), ...textsOf(properties.program)];
  const days = [...textsOf(properties.listingDate), ...textsOf(properties.startDate)];
  return {
    programmes: programmes.length > 0 ? programmes : textsOf(properties.authority),
    listedOn: days.find((day) => /^\d{4}-\d\d-\d\d/.test(day))?.slice(0, 10),
    reasons: textsOf(properties.reason),
  };
}

function readDocument(schema: string, properties: JsonObject, number: string): HeldDocument {
  const type = textsOf(properties.type)[0] ?? schema;
  return { type, number, country: textsOf(properties.country)[0] };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
