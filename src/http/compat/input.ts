import { Refusal, shortened } from '../wire/failure.ts';

/** The most values of one parameter, and the most characters of each. */
export const MAX_VALUES = 100;
export const MAX_LENGTH = 200;

/** One thing that is wrong with a request, as FastAPI says it. */
export interface InputProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** 422: a parameter or a member of the body has another form than it should. */
export class InvalidInput extends Refusal {
  readonly problems: readonly InputProblem[];

  constructor(loc: readonly (string | number)[], msg: string, type = 'value_error') {
    super(422, 'problem', 'Unprocessable.', [`${loc.slice(1).join('.') || 'body'}: ${msg}`]);
    this.problems = [{ loc: loc.map((part) => (typeof part === 'string' ? shortened(part) : part)), msg, type }];
  }
}

/** 400 with one sentence. */
export function badRequest(sentence: string): Refusal {
  return new Refusal(400, 'problem', 'Bad request.', [sentence]);
}

/** The parameters of a query string, each read as what it should be. A parameter that comes twice is its last value. */
export class Parameters {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    this.#given = given as Record<string, unknown>;
  }

  has(name: string): boolean {
    return this.#given[name] !== undefined;
  }

  text(name: string): string | undefined {
    return this.all(name).at(-1);
  }

  /** Every value of a parameter that may come several times. */
  all(name: string): string[] {
    const values = [this.#given[name] ?? []].flat().map(String);
    if (values.length > MAX_VALUES) {
      throw this.#wrong(name, `List should have at most ${MAX_VALUES} items`, 'too_long');
    }
    if (values.some((value) => [...value].length > MAX_LENGTH)) {
      throw this.#wrong(name, `String should have at most ${MAX_LENGTH} characters`, 'string_too_long');
    }
    return values;
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    if (['true', '1', 'yes', 'on', 't', 'y'].includes(text)) return true;
    if (['false', '0', 'no', 'off', 'f', 'n'].includes(text)) return false;
    throw this.#wrong(name, 'Input should be a valid boolean', 'bool_parsing');
  }

  number(name: string, [least, most]: readonly [number, number], otherwise: number): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const value = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw this.#wrong(name, 'Input should be a valid number', 'float_parsing');
    return this.#within(name, value, [least, most]);
  }

  integer(name: string, [least, most]: readonly [number, number], otherwise: number): number {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const value = /^[-+]?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw this.#wrong(name, 'Input should be a valid integer', 'int_parsing');
    return this.#within(name, value, [least, most]);
  }

  #within(name: string, value: number, [least, most]: readonly [number, number]): number {
    if (value < least)
      throw this.#wrong(name, `Input should be greater than or equal to ${least}`, 'greater_than_equal');
    if (value > most) throw this.#wrong(name, `Input should be less than or equal to ${most}`, 'less_than_equal');
    // Adding zero turns -0 into 0.
    return value + 0;
  }

  #wrong(name: string, message: string, type: string): InvalidInput {
    return new InvalidInput(['query', name], message, type);
  }
}
