import { sentence, TouchstoneError } from '../errors.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { modelBytes } from './manifest.ts';
import type { ModelEntry, ModelManifest } from './manifest-schema.ts';
import { Model, type Values } from './model.ts';

/** Loads the models of a manifest. `cache` keeps those with an address. Throws `usage` with a sentence. */
export async function openModels(
  manifest: ModelManifest,
  cache: string,
): Promise<{ readonly entry: ModelEntry; readonly model: Model }[]> {
  const opened = [];
  for (const entry of manifest.models) {
    const bytes = await modelBytes(entry, manifest, cache);
    try {
      opened.push({ entry, model: await Model.open(bytes) });
    } catch (cause) {
      const which = `The model ${entry.file ?? entry.url} of "${manifest.name}"`;
      throw new TouchstoneError('usage', `${which} is no ONNX model that can be loaded: ${sentence(cause)}`, { cause });
    }
  }
  return opened;
}

/** Crops as one batch, (count, 3, height, width), every value (v − mean) × scale. */
export function batch(crops: readonly Pixels[], entry: ModelEntry): Values {
  const { width, height, mean, scale } = entry;
  const plane = width * height;
  const data = new Float32Array(crops.length * 3 * plane);
  for (const [number, { data: source }] of crops.entries()) {
    for (let channel = 0; channel < 3; channel++) {
      const from = entry.channels === 'RGB' ? channel : 2 - channel;
      const to = (number * 3 + channel) * plane;
      const [less, times] = [mean[channel]!, scale[channel]!];
      for (let at = 0; at < plane; at++) data[to + at] = (source[at * 3 + from]! - less) * times;
    }
  }
  return { data, dims: [crops.length, 3, height, width] };
}

/** Runs `attempt` once, so that a manifest that does not fit its model is found at start, not by the first customer. */
export async function checkModels(manifest: ModelManifest, attempt: () => Promise<boolean>): Promise<void> {
  let sound: boolean;
  try {
    sound = await attempt();
  } catch (cause) {
    const why = sentence(cause);
    throw new TouchstoneError('usage', `The model "${manifest.name}" does not take what its manifest says: ${why}`, {
      cause,
    });
  }
  if (sound) return;
  throw new TouchstoneError('usage', `The model "${manifest.name}" has no output such as its manifest names.`);
}
