/** A JSON value out of an OpenAPI document. */
type Json = Readonly<Record<string, unknown>>;
type Direction = 'request' | 'response';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** What a client may send is narrowed by a higher lower bound and a lower upper bound. */
const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'];
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'];

/** What a client written against the old document could trip over in the new one, a line each; empty where nothing. */
export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = [];
  for (const [path, oldItem] of entries(before.paths)) {
    const newItem = member(after.paths, path);
    for (const method of METHODS.filter((name) => oldItem[name])) {
      const where = `${method.toUpperCase()} ${path}`;
      const operation = member(newItem, method);
      if (!operation) found.push(`${where} is gone`);
      else found.push(...operationChanges(new Comparison(before, after), where, object(oldItem[method]), operation));
    }
  }
  return found;
}

function operationChanges(comparison: Comparison, where: string, before: Json, after: Json): string[] {
  const oldParameters = array(before.parameters).map(parameterName);
  for (const parameter of array(after.parameters)) {
    if (parameter.required && !oldParameters.includes(parameterName(parameter))) {
      comparison.found.push(`${where}: new required parameter ${parameterName(parameter)}`);
    }
  }
  const body = object(before.requestBody);
  comparison.content('request', `${where} body`, body, object(after.requestBody));
  if (object(after.requestBody).required && !body.required) comparison.found.push(`${where}: a body is now required`);
  for (const [status, response] of entries(before.responses)) {
    const now = member(after.responses, status);
    if (!now) comparison.found.push(`${where}: answer ${status} is gone`);
    else comparison.answer(`${where} ${status}`, response, now);
  }
  return comparison.found;
}

class Comparison {
  readonly found: string[] = [];
  readonly #before: Json;
  readonly #after: Json;

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  answer(where: string, before: Json, after: Json): void {
    this.content('response', where, resolve(this.#before, before), resolve(this.#after, after));
  }

  content(direction: Direction, where: string, before: Json, after: Json): void {
    for (const [type, media] of entries(before.content)) {
      const now = member(after.content, type);
      if (!now) this.found.push(`${where}: ${type} is gone`);
      else this.#schema(direction, where, object(media.schema), object(now.schema));
    }
  }

  #schema(direction: Direction, where: string, oldSchema: Json, newSchema: Json): void {
    const before = resolve(this.#before, oldSchema);
    const after = resolve(this.#after, newSchema);
    this.#values(direction, where, before, after);
    this.#required(direction, where, before, after);
    for (const [name, schema] of entries(before.properties)) {
      const now = member(after.properties, name);
      if (!now) this.found.push(`${where}: ${name} is gone`);
      else this.#schema(direction, `${where}.${name}`, schema, now);
    }
    if (before.items && after.items) this.#schema(direction, `${where}[]`, object(before.items), object(after.items));
  }

  /** A request must go on accepting what it accepted; an answer must not begin to say what it never said. */
  #values(direction: Direction, where: string, before: Json, after: Json): void {
    const [narrow, wide] = direction === 'request' ? [before, after] : [after, before];
    for (const list of ['type', 'enum'] as const) {
      if (holdsAll(wide[list], narrow[list])) continue;
      // Clients were told that there will be more of these.
      if (direction === 'response' && after['x-grows'] === true && holdsAll(after[list], before[list])) continue;
      this.found.push(`${where}: ${list} changed`);
    }
    if (before.const !== after.const) this.found.push(`${where}: const changed`);
    if (direction === 'response') return;
    for (const bound of LOWER_BOUNDS) this.#bound(where, bound, before, after, 1);
    for (const bound of UPPER_BOUNDS) this.#bound(where, bound, before, after, -1);
    if (after.pattern !== undefined && after.pattern !== before.pattern) this.found.push(`${where}: pattern changed`);
  }

  #bound(where: string, bound: string, before: Json, after: Json, sign: 1 | -1): void {
    const now = after[bound];
    if (now === undefined) return;
    const then = before[bound];
    if (then === undefined || Number(now) * sign > Number(then) * sign)
      this.found.push(`${where}: ${bound} is tighter`);
  }

  #required(direction: Direction, where: string, before: Json, after: Json): void {
    const [had, has] = [all(before.required ?? []), all(after.required ?? [])];
    if (direction === 'request') {
      for (const name of has) if (!had.includes(name)) this.found.push(`${where}: ${name} is now required`);
    } else {
      for (const name of had) if (!has.includes(name)) this.found.push(`${where}: ${name} is no longer always there`);
    }
  }
}

/** Whether a list allows all that another one does; where there is none, everything is allowed. */
function holdsAll(wide: unknown, narrow: unknown): boolean {
  if (wide === undefined) return true;
  const allowed = all(wide);
  return narrow !== undefined && all(narrow).every((value) => allowed.includes(value));
}

function resolve(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const parts = schema.$ref.replace(/^#\//, '').split('/');
  return object(parts.reduce<unknown>((node, part) => object(node)[part], document));
}

function parameterName(parameter: Json): string {
  return `${parameter.in}:${parameter.name}`;
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function member(parent: unknown, name: string): Json | undefined {
  const value = object(parent)[name];
  return value === undefined ? undefined : object(value);
}

function entries(value: unknown): [string, Json][] {
  return Object.entries(object(value)).map(([name, child]) => [name, object(child)]);
}

function array(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function all(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
