// npm run train:drawn: writes the mean of drawn faces, by which src/faces/confidence.ts knows others.
import { writeFileSync } from 'node:fs';
import { HANDS, type Style } from '../../specimens/faces/styles.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawnMean, looksLike } from '../../src/faces/confidence.ts';
import { unit } from '../../src/faces/embed.ts';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';

const FILE = new URL('../../src/faces/drawn.json', import.meta.url);
/** Faces of each style. */
const COUNT = 30;
/** Of faces and of pictures; tests draw others. */
const [FACES, PICTURES] = [900_000, 950_000];

const reader = await FaceReader.open();
const seen = new Map<Style, Float32Array[]>();
for (const style of HANDS.flat()) seen.set(style, await drawn(style));
await reader.close();

const all = rounded(meanOf(HANDS.map(meanOfHand)));
writeFileSync(FILE, `${JSON.stringify({ mean: Buffer.from(all.buffer).toString('base64') }, null, 2)}\n`);
for (const hand of HANDS) {
  const others = drawnMean(rounded(meanOf(HANDS.filter((other) => other !== hand).map(meanOfHand))));
  for (const style of hand) {
    const faces = seen.get(style)!;
    const known = faces.filter((values) => looksLike([{ weight: 1, values }], others)).length;
    process.stdout.write(`${style}: ${known} of ${faces.length} are known by the mean of other hands.\n`);
  }
}

/** What the network says of faces that would be taken as selfies. */
async function drawn(style: Style): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  for (let seed = 0; seed < COUNT; seed++) {
    const person = { face: FACES + seed, sex: seed % 2 ? 'F' : 'M' } as const;
    const { pixels } = await decodePhoto(selfie(person, PICTURES + seed, { style }));
    const [face] = await reader.find(pixels);
    if (face) found.push((await reader.describe(pixels, face))[0]!.values);
  }
  return found;
}

/** Hands weigh alike, and so do the styles of one. */
function meanOfHand(hand: readonly Style[]): Float32Array {
  return meanOf(hand.map((style) => meanOf(seen.get(style)!)));
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  return unit(vectors[0]!.map((_, at) => vectors.reduce((sum, vector) => sum + vector[at]!, 0)));
}

/** As signed bytes. */
function rounded(mean: Float32Array): Int8Array {
  const most = mean.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return Int8Array.from(mean, (value) => Math.round((value / most) * 127));
}
