import { CATALOGUE, LIVENESS_MODEL } from './catalogue.ts';
import { ModelStore } from './model-store.ts';

/**
 * - `bundled`: the two models that come with Touchstone.
 * - `installed`: the installed model stands beside them.
 * - `damaged`: a model is installed, but its files are not what they were.
 * - `own`: the operator's own model.
 */
export type LivenessInUse = 'off' | 'own' | 'bundled' | 'installed' | 'damaged';

/** Which evidence liveness rests on. `directory`: where models are installed. */
export async function livenessInUse(liveness: 'on' | 'off' | object, directory: string): Promise<LivenessInUse> {
  if (liveness === 'off') return 'off';
  if (liveness !== 'on') return 'own';
  const state = await new ModelStore({ directory }).state(CATALOGUE.find(({ name }) => name === LIVENESS_MODEL)!);
  return state === 'not installed' ? 'bundled' : state;
}
