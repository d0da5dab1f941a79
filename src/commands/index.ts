import type { Command } from './command.ts';
import { command as serve } from './serve.ts';

/** Every subcommand, in the order the help shows them. */
export const COMMANDS: readonly Command[] = [serve];
