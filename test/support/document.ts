import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Answer {
  readonly content?: Record<string, unknown>;
  readonly $ref?: string;
}
interface Operation {
  readonly responses: Record<string, Answer>;
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Answer> };
};
const BASE = 'https://touchstone.invalid/openapi.json';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(DOCUMENT, BASE);
const validators = new Map<string, ValidateFunction>();

/**
 * What an answer has that the document does not promise. Undefined where it keeps to the document, or where that has no
 * such operation (unknown paths, wrong methods).
 */
export function breach(
  method: string,
  path: string,
  answer: { status: number; type: string; body: unknown },
): string | undefined {
  const pattern = patternOf(path);
  const operation = pattern && DOCUMENT.paths[pattern]?.[method.toLowerCase()];
  if (!operation) return undefined;
  const media = answer.type.split(';', 1)[0]!;
  const where = `${method} ${path}: ${answer.status} ${media}`;
  const own = operation.responses[answer.status];
  if (media === '' && answer.body === undefined && own) return undefined;
  const shared = own?.$ref?.split('/').at(-1);
  const described = shared === undefined ? own : DOCUMENT.components.responses[shared];
  if (!described?.content?.[media]) return `${where} is not in the document`;
  const place =
    shared === undefined
      ? ['paths', pattern, method.toLowerCase(), 'responses', answer.status]
      : ['components', 'responses', shared];
  const pointer = [...place, 'content', media, 'schema'];
  const validate = validatorOf(`${BASE}#/${pointer.map((part) => escaped(String(part))).join('/')}`);
  return validate(answer.body) ? undefined : `${where}: ${ajv.errorsText(validate.errors)}`;
}

/** What the body of an event has that the document does not promise; undefined where it keeps to the document. */
export function webhookBreach(type: string, body: unknown): string | undefined {
  const pointer = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
  const validate = validatorOf(`${BASE}#/${pointer.map(escaped).join('/')}`);
  return validate(body) ? undefined : ajv.errorsText(validate.errors);
}

function patternOf(path: string): string | undefined {
  const plain = path.split('?', 1)[0]!;
  if (DOCUMENT.paths[plain]) return plain;
  return Object.keys(DOCUMENT.paths).find((pattern) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  );
}

function validatorOf(reference: string): ValidateFunction {
  const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, known);
  return known;
}

/** RFC 6901 within a URI fragment. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
