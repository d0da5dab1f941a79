import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ModelStore } from '../models/model-store.ts';

/** The store of models in the data directory. */
export async function modelStore({ dataDir, modelsUrl }: Config): Promise<ModelStore> {
  const { ModelStore } = await import('../models/model-store.ts');
  return new ModelStore({ directory: join(dataDir, 'models'), mirror: modelsUrl });
}
