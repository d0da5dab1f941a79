import { Random } from '../../specimens/random.ts';

const MAX_START_MS = 1_000;
const MAX_LIFE_MS = 800;
const MAX_COMMAND_MS = 1_500;
/** Models take seconds to load, so that few lives have verifications. */
const VERIFIES_EVERY = 15;

/** What is ended while the rest goes on: one thread, or one child process. */
export type Injury = 'thread' | 'child';
/** The whole group at once, the main process alone, or a stop as a supervisor asks for it. */
export type Ending = 'group' | 'main' | 'stop';

/** What happens in one life of the service; the same for the same seed. */
export interface Plan {
  readonly random: Random;
  /** Killed so long after an earlier start; undefined: not. */
  readonly startKillMs: number | undefined;
  readonly verifies: boolean;
  readonly lifeMs: number;
  readonly injuries: readonly Injury[];
  readonly ending: Ending;
  readonly command: 'delete' | 'import' | undefined;
  /** The command is killed so long after its start, if it still runs; undefined: it is let be. */
  readonly commandKillMs: number | undefined;
}

export function planOf(seed: string, cycle: number): Plan {
  const random = new Random(`${seed} ${cycle}`);
  const verifies = cycle % VERIFIES_EVERY === 2;
  const command = random.pick(['delete', 'delete', 'import', ...Array(7).fill(undefined)] as const);
  return {
    random,
    startKillMs: random.chance(0.15) ? random.between(0, MAX_START_MS) : undefined,
    verifies,
    lifeMs: random.between(0, MAX_LIFE_MS),
    injuries: injuriesOf(random, verifies),
    ending: random.pick(['group', 'group', 'group', 'main', 'main', 'main', 'stop'] as const),
    command,
    commandKillMs: random.chance(0.4) ? random.between(0, MAX_COMMAND_MS) : undefined,
  };
}

function injuriesOf(random: Random, verifies: boolean): Injury[] {
  if (verifies && random.chance(0.6)) return ['child'];
  if (!random.chance(0.25)) return [];
  return Array.from({ length: random.whole(1, 3) }, () => 'thread' as const);
}
