import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config.ts';

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Invocation {
  readonly values: OptionValues;
  readonly positionals: readonly string[];
  readonly config: Config;
  /** True where `--json` was given. */
  readonly json: boolean;
  /** With `--json` prints the value as JSON, otherwise the text. */
  print(value: unknown, text: string): void;
}

/** One subcommand. Every command also takes `--json` and `--help`. */
export interface Command {
  /** `accounts create`. */
  readonly name: string;
  readonly summary: string;
  /** Arguments and options as the help shows them, a line each. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /**
   * It runs models, which are native code that may crash. It gets its own process, so the user still gets a sentence.
   */
  readonly native?: true;
  /** Throws a TouchstoneError (`usage` …) for what the user did wrong; the exit code is then non-zero. */
  run(invocation: Invocation): Promise<void>;
}
