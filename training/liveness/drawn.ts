// npm run train:drawn: writes the mean of drawn faces, by which src/faces/drawn.ts knows others.
import { writeFileSync } from 'node:fs';
import { type Embedding, unit } from '../../src/faces/embed.ts';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { selfie } from '../../test/specimens/selfie.ts';

const FILE = new URL('../../src/faces/drawn.json', import.meta.url);
const COUNT = 80;
/** Of faces and of pictures; tests draw others. */
const [FACES, PICTURES] = [900_000, 950_000];

const reader = await FaceReader.open();
const seen: Embedding[] = [];
for (let seed = 0; seed < COUNT; seed++) {
  const { pixels } = await decodePhoto(selfie({ face: FACES + seed, sex: seed % 2 ? 'F' : 'M' }, PICTURES + seed));
  const [face] = await reader.find(pixels);
  if (face) seen.push(await reader.describe(pixels, face));
}
await reader.close();
const vectors = seen.map(([part]) => part!.values);
const mean = unit(vectors[0]!.map((_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0)));
const most = mean.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
const bytes = Int8Array.from(mean, (value) => Math.round((value / most) * 127));
writeFileSync(FILE, `${JSON.stringify({ mean: Buffer.from(bytes.buffer).toString('base64') })}\n`);
process.stdout.write(`The mean of ${vectors.length} drawn faces.\n`);
