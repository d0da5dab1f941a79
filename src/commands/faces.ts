import { type Config, faceModels } from '../config.ts';
import { TouchstoneError } from '../errors.ts';
import { inWords } from '../sentences.ts';
import type { FaceModels } from '../verification/face-analyst.ts';
import type { Command } from './command.ts';
import { pictureFile } from './pictures.ts';
import { positional } from './values.ts';

/** The models as they are configured; liveness also where the service would not use it. */
export function modelsWithLiveness(config: Config): FaceModels {
  const models = faceModels(config);
  return models.liveness === 'off' ? { ...models, liveness: 'on' } : models;
}

export const command: Command = {
  name: 'faces',
  summary: 'Says which faces a picture shows, how good they are, and whether they seem live',
  usage: '  FILE  a JPEG or PNG of at most 10 MB',
  options: {},
  native: true,
  async run({ positionals, config, print }) {
    const [file] = positional(positionals, this.name, ['FILE']);
    const [{ FaceAnalyst }, { decodePhoto }, bytes] = await Promise.all([
      import('../verification/face-analyst.ts'),
      import('../imaging/decode.ts'),
      pictureFile(file!),
    ]);
    const { pixels } = await decodePhoto(bytes);
    const analyst = await FaceAnalyst.open(modelsWithLiveness(config));
    const look = await analyst.look(pixels);
    const { faces } = look;
    const refusal = look.refusal && inWords(look.refusal);
    const live = faces.length > 0 ? await analyst.liveness(pixels) : look;
    await analyst.close();
    if (faces.length === 0) throw new TouchstoneError('validation', refusal!);
    const liveness = 'score' in live ? live : null;
    const printed = faces.map(({ mesh: _, landmarks: __, ...face }) => rounded(face));
    const result = {
      faces: printed,
      selfie: { refusal },
      liveness,
      livenessRefusal: 'score' in live ? null : live.refusal && inWords(live.refusal),
    };
    const lines = faces.map(({ box, eyeDistance, sharpness, lidOpening }) =>
      [
        `face of ${Math.round(box.width)} × ${Math.round(box.height)} pixels at ${Math.round(box.x)}, ${Math.round(box.y)}`,
        `eyes ${Math.round(eyeDistance)} apart, sharpness ${Math.round(sharpness)}, lids ${lidOpening.toFixed(2)}`,
      ].join(': '),
    );
    lines.push(refusal ? `as a selfie: ${refusal}` : 'as a selfie: usable');
    lines.push(
      liveness ? `liveness of the first: ${liveness.score.toFixed(2)}` : `liveness: ${result.livenessRefusal}`,
    );
    print(result, lines.join('\n'));
  },
};

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
}
