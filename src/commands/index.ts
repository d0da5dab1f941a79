import type { Command } from './command.ts';

/** Every subcommand, in the order the help shows them. */
export const COMMANDS: readonly Command[] = [];
