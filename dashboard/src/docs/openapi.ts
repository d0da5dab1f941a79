/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly contentMediaType?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

interface Answer {
  readonly description: string;
  readonly content?: Content;
}
interface Reference {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
  readonly security?: readonly unknown[];
}

export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  /** What a receiver of events gets, by the type of the event. */
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** The answers of an operation by status, those that several share among them. */
export function answersOf({ responses }: Operation, { components }: Document): [string, Answer][] {
  return Object.entries(responses).map(([status, answer]) => [
    status,
    '$ref' in answer ? components.responses[answer.$ref.split('/').at(-1)!]! : answer,
  ]);
}

/** The schema that a reference stands for. */
export function resolved(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(document.components.schemas[name]!, document);
}

/** "string or null, date-time, at most 200 characters": what a value has to look like. */
export function describeType(schema: Schema, document: Document): string {
  const real = resolved(schema, document);
  const types = [real.type ?? (real.anyOf ? real.anyOf.map((one) => describeType(one, document)) : 'any')].flat();
  const named = types.map((type) =>
    type === 'array' && real.items ? `${describeType(real.items, document)}[]` : type,
  );
  const bounds = [
    real.format,
    real.enum?.map((one) => JSON.stringify(one)).join(' | '),
    real.minimum !== undefined && `≥ ${real.minimum}`,
    real.maximum !== undefined && `≤ ${real.maximum}`,
    real.maxLength !== undefined && `≤ ${real.maxLength} characters`,
    real.maxItems !== undefined && `≤ ${real.maxItems} items`,
    real.default !== undefined && `default ${JSON.stringify(real.default)}`,
  ];
  return [named.join(' or '), ...bounds].filter(Boolean).join(', ');
}

/** The example that the document gives, else one put together from the examples of the properties. */
export function exampleOf(schema: Schema, document: Document): unknown {
  const real = resolved(schema, document);
  if (real.examples?.length) return real.examples[0];
  if (real.default !== undefined) return real.default;
  if (real.enum) return real.enum[0];
  const type = [real.type ?? 'object'].flat()[0];
  if (type === 'array') return real.items ? [exampleOf(real.items, document)] : [];
  if (type === 'object') {
    const properties = Object.entries(real.properties ?? {});
    return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, document)]));
  }
  return { string: 'text', integer: 1, number: 0, boolean: true, null: null }[type as string] ?? null;
}
