import {
  answersOf,
  type Document,
  exampleOf,
  type Operation,
  type Parameter,
  resolved,
  type Schema,
} from './openapi.ts';

/** What an example sends as a body. */
export type SentBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Names of the form's file fields with the file each sends. */
  | { readonly kind: 'form'; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly type: string; readonly text: string };

type Parameters = Readonly<Record<string, string>>;

/** What an example call needs to know of an operation. */
export interface Call {
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  /** The parameters that were filled in, by name. */
  readonly parameters: { readonly path: Parameters; readonly query: Parameters };
  readonly key: boolean;
  readonly body?: SentBody | undefined;
  /** What comes back: JSON, other text (or now one, now the other), or nothing. */
  readonly answer: 'json' | 'text' | 'none';
}

/** Files that the examples of a form send. */
const FILES: Readonly<Record<string, string>> = { IdCardImage: 'document.jpg', SelfieImage: 'selfie.jpg' };

/** An operation where it stands in the document. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Every operation, in the order of the tags, with the heading that each group has. */
export function operationsByTag(document: Document): [string, Placed[]][] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return document.tags
    .map(({ name }): [string, Placed[]] => [name, all.filter(({ operation }) => operation.tags?.[0] === name)])
    .filter(([, placed]) => placed.length > 0);
}

/** A call that works: with the examples of the document, unless `values` has others for parameters of the path. */
export function callOf(
  { path, method, operation }: Placed,
  document: Document,
  values: Readonly<Record<string, string>> = {},
): Call {
  const { parameters = [], security = [] } = operation;
  const within = (place: string, wanted: (one: Parameter) => boolean): Parameters =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && wanted(one))
        .map((one) => [one.name, values[one.name] ?? String(exampleFor(one, document))]),
    );
  const inPath = within('path', () => true);
  const inQuery = within('query', (one) => one.required === true || exampled(one));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath[name] ?? ''));
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    method,
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    parameters: { path: inPath, query: inQuery },
    key: security.length > 0,
    body: bodyOf(operation, document),
    answer: answerOf(operation, document),
  };
}

function exampled({ example, schema }: Parameter): boolean {
  return example !== undefined || (schema.examples?.length ?? 0) > 0;
}

function exampleFor({ example, schema }: Parameter, document: Document): unknown {
  return example ?? exampleOf(schema, document);
}

function bodyOf({ requestBody }: Operation, document: Document): SentBody | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || !media) return undefined;
  const { schema, example } = media;
  if (type.includes('json')) return { kind: 'json', value: example ?? exampleOf(schema, document) };
  if (type !== 'multipart/form-data') return { kind: 'text', type, text: String(example ?? '') };
  const fields = Object.entries(resolved(schema, document).properties ?? {}).filter(([, field]) => isFile(field));
  return { kind: 'form', files: Object.fromEntries(fields.map(([name]) => [name, FILES[name] ?? name])) };
}

function isFile({ format }: Schema): boolean {
  return format === 'binary';
}

function answerOf(operation: Operation, document: Document): Call['answer'] {
  const done = answersOf(operation, document).filter(([status]) => status.startsWith('2'));
  const types = done.map(([, { content = {} }]) => Object.keys(content)[0] ?? '');
  if (types.every((type) => type === '')) return 'none';
  return types.every((type) => /^application\/(\w+\+)?json$/.test(type)) ? 'json' : 'text';
}
