import { STATUS_CODES } from 'node:http';

interface Answers {
  readonly responses: Record<string, object>;
}
interface Media {
  readonly schema?: { readonly $ref?: string };
  readonly examples?: Readonly<Record<string, { readonly value?: { readonly code?: string } }>>;
}

/**
 * Replaces error answers that several operations have by a reference to one of them, and gives those by name for
 * `components.responses` (OpenAPI 3.1, section 4.8.7). A name is that of the answer's only code, such as
 * `CustomerNotFound`, else of its status and schema, such as `NotFoundProblem`. A number follows where two answers
 * would have one name.
 */
export function shareErrors(operations: readonly Answers[]): Record<string, object> {
  const counts = new Map<string, number>();
  for (const [, answer] of operations.flatMap(errorsOf)) {
    const text = JSON.stringify(answer);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const shared: Record<string, object> = {};
  for (const { responses } of operations) {
    for (const [status, answer] of errorsOf({ responses })) {
      const text = JSON.stringify(answer);
      if (counts.get(text) === 1) continue;
      const name = names.get(text) ?? freeName(nameOf(status, answer), shared);
      names.set(text, name);
      shared[name] = answer;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return shared;
}

function errorsOf({ responses }: Answers): [string, object][] {
  return Object.entries(responses).filter(([status]) => Number(status) >= 400);
}

function nameOf(status: string, answer: object): string {
  const { content = {} } = answer as { content?: Record<string, Media> };
  const media = Object.values(content);
  const examples = media.flatMap(({ examples: named = {} }) => Object.values(named));
  const code = examples.length === 1 ? examples[0]!.value?.code : undefined;
  const schema = media[0]?.schema?.$ref?.split('/').at(-1) ?? '';
  return code === undefined ? pascalCase(STATUS_CODES[status] ?? status) + schema : pascalCase(code);
}

function pascalCase(words: string): string {
  return words.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

function freeName(name: string, taken: Readonly<Record<string, object>>): string {
  let free = name;
  for (let count = 2; free in taken; count += 1) free = `${name}${count}`;
  return free;
}
