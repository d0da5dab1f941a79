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

/** The lists of a value that are longer than its schema allows, as a validator tells them. Nothing else counts. */
export function oversized(schema: Shape, value: unknown, named: NamedSchemas, path = ''): TooLong[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = schema;
  if ($ref !== undefined) {
    const target = named[$ref.replace(/#$/, '')];
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

function tooLong(instancePath: string, limit: number): TooLong {
  const message = `must NOT have more than ${limit} items`;
  return { keyword: 'maxItems', instancePath, schemaPath: '#/maxItems', params: { limit }, message };
}
