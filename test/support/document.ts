import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Operation {
  readonly responses: Record<string, { content?: Record<string, unknown> }>;
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
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
  if (media === '' && answer.body === undefined && operation.responses[answer.status]) return undefined;
  if (!operation.responses[answer.status]?.content?.[media]) return `${where} is not in the document`;
  const pointer = ['paths', pattern, method.toLowerCase(), 'responses', answer.status, 'content', media, 'schema'];
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
