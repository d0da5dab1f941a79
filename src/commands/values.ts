import { isEmail } from '../domain/user.ts';
import { TouchstoneError } from '../errors.ts';
import type { OptionValues } from './command.ts';

const MAX_TEXT_LENGTH = 200;

/** The value of an option that takes one; undefined where it was not given. */
export function option(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A label that a person gives: 1 to 200 characters on one line. */
export function label(values: OptionValues, name: string): string | undefined {
  const text = option(values, name)?.trim();
  if (text === undefined) return undefined;
  const length = [...text].length;
  if (length === 0 || length > MAX_TEXT_LENGTH || /\p{Cc}/u.test(text)) {
    throw new TouchstoneError('validation', `--${name} must be one line of 1 to ${MAX_TEXT_LENGTH} characters.`);
  }
  return text;
}

export function email(values: OptionValues): string | undefined {
  const text = option(values, 'email')?.trim();
  if (text === undefined) return undefined;
  if (!isEmail(text)) {
    throw new TouchstoneError('validation', `--email must be an address like ops@example.org, not "${text}".`);
  }
  return text;
}

/** A whole number from 1 up; `what` names the argument in the sentence. */
export function wholeNumber(text: string, what: string, largest: number = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (!/^\d{1,16}$/.test(text) || number < 1 || number > largest) {
    throw new TouchstoneError('validation', `${what} must be a whole number from 1 to ${largest}, not "${text}".`);
  }
  return number;
}

/** What a required option or argument is given; refused with the command's usage otherwise. */
export function required<T>(value: T | undefined, command: string, form: string): T {
  if (value === undefined) {
    throw new TouchstoneError('usage', `touchstone ${command} needs ${form}. See: touchstone ${command} --help`);
  }
  return value;
}

/**
 * Exactly this many names, by position. A shell hands a name of several words over as several arguments, so the
 * refusal says what to do.
 */
export function names(given: readonly string[], command: string, forms: readonly string[]): string[] {
  if (given.length <= forms.length) return positional(given, command, forms);
  const quoted = forms.length === 1 ? `"${given.join(' ')}"` : forms.map(() => '"FIRST LAST"').join(' ');
  throw new TouchstoneError('usage', `Put each name in quotes: touchstone ${command} ${quoted} …`);
}

/** Exactly these arguments, by position. */
export function positional(given: readonly string[], command: string, forms: readonly string[]): string[] {
  const found = forms.map((form, index) => required(given[index], command, form));
  const extra = given[forms.length];
  if (extra !== undefined) {
    throw new TouchstoneError(
      'usage',
      `touchstone ${command} does not take "${extra}". See: touchstone ${command} --help`,
    );
  }
  return found;
}

/** The one argument, or null where `--all` is given instead of it. */
export function oneOrAll(
  values: OptionValues,
  positionals: readonly string[],
  command: string,
  form: string,
): string | null {
  if (values.all === true && positionals.length === 0) return null;
  if (values.all === true) {
    throw new TouchstoneError('usage', `touchstone ${command} takes ${form} or --all, not both.`);
  }
  return positional(positionals, command, [form])[0]!;
}

/** `on` or `off`; undefined where it was not given. */
export function onOff(values: OptionValues, name: string): boolean | undefined {
  const value = option(values, name);
  if (value === undefined) return undefined;
  if (value !== 'on' && value !== 'off') {
    throw new TouchstoneError('validation', `--${name} must be on or off, not "${value}".`);
  }
  return value === 'on';
}
