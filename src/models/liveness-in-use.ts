import { CATALOGUE, SECOND_OPINION } from './catalogue.ts';
import { ModelStore } from './model-store.ts';

/**
 * - `one`: the bundled model alone, so every verification goes to a person.
 * - `two`: the installed second opinion stands beside it.
 * - `damaged`: the second opinion is installed, but its files are not what they were.
 * - `own`: the operator's own model.
 */
export type LivenessInUse = 'off' | 'own' | 'one' | 'two' | 'damaged';

/** Which evidence liveness rests on. `directory`: where models are installed. */
export async function livenessInUse(liveness: 'on' | 'off' | object, directory: string): Promise<LivenessInUse> {
  if (liveness === 'off') return 'off';
  if (liveness !== 'on') return 'own';
  const state = await new ModelStore({ directory }).state(CATALOGUE.find(({ name }) => name === SECOND_OPINION)!);
  return state === 'installed' ? 'two' : state === 'damaged' ? 'damaged' : 'one';
}
