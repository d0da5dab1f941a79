/** The parts of a schema that say how long a list may be, and where lists are. */
export interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly maxItems?: number;
}

/** Schemas by their names. */
export type NamedSchemas = Readonly<Record<string, Shape>>;

interface TooLong {
  readonly keyword: 'maxItems';
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: { readonly limit: number };
  readonly message: string;
}

/** Whether a value by this schema may hold a list that is counted. A schema may stand within itself. */
export function mayHoldLists(schema: Shape, named: NamedSchemas, seen = new Set<Shape>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const target = targetOf(schema, named);
  if (target !== undefined) return mayHoldLists(target, named, seen);
  if (schema.maxItems !== undefined) return true;
  const within = [...(schema.items ? [schema.items] : []), ...Object.values(schema.properties ?? {})];
  return within.some((one) => mayHoldLists(one, named, seen));
}

/** The lists of a value that are longer than its schema allows, as a validator tells them. Nothing else counts. */
export function oversized(schema: Shape, value: unknown, named: NamedSchemas, path = ''): TooLong[] {
  if (typeof value !== 'object' || value === null) return [];
  if (schema.$ref !== undefined) {
    const target = targetOf(schema, named);
    return target ? oversized(target, value, named, path) : [];
  }
  if (Array.isArray(value)) {
    const { items, maxItems } = schema;
    if (maxItems !== undefined && value.length > maxItems) return [tooLong(path, maxItems)];
    const inner = items;
    return inner ? value.flatMap((one, place) => oversized(inner, one, named, `${path}/${place}`)) : [];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    Object.hasOwn(value, name)
      ? oversized(member, (value as Record<string, unknown>)[name], named, `${path}/${name}`)
      : [],
  );
}

function targetOf({ $ref }: Shape, named: NamedSchemas): Shape | undefined {
  return $ref === undefined ? undefined : named[$ref.replace(/#$/, '')];
}

function tooLong(instancePath: string, limit: number): TooLong {
  const message = `must NOT have more than ${limit} items`;
  return { keyword: 'maxItems', instancePath, schemaPath: '#/maxItems', params: { limit }, message };
}
