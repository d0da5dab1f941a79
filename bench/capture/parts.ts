import { photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { DocumentReader } from '../../src/documents/document-reader.ts';
import { FrameReader } from '../../src/faces/frames/frame-reader.ts';
import { decodePhoto, decodePixels } from '../../src/imaging/decode.ts';
import { Model } from '../../src/inference/model.ts';
import { FaceAnalyst } from '../../src/verification/face-analyst.ts';
import { processorMs } from '../../src/when-quiet.ts';
import { DrawnMover } from './drawn-mover.ts';

/** Networks by the shape of what they take, without what differs from run to run. */
const NETWORKS: readonly (readonly [RegExp, string])[] = [
  [/^1x3x48x/, 'text'],
  [/^1x1x48x/, 'letters with marks'],
  [/^\d+x1x32x/, 'zone'],
  [/^\d+x3x256x256$/, 'faces'],
  [/^\d+x3x192x192$/, 'mesh'],
  [/^2x3x64x64$/, 'eyes'],
  [/^\d+x3x112x112$/, 'who it is'],
  [/^\d+x3x96x96$/, 'skin'],
  [/^\d+x3x128x128$/, 'surroundings'],
  [/^1x3x240x320$/, 'faces of a frame'],
  [/^1x1x64x64$/, 'points'],
  [/^1x3x224x224$/, 'pose'],
  [/^1x3x\d+x\d+$/, 'search for lines'],
];
/** Milliseconds later the drawn person stands turned as far as they go. */
const TURNED_MS = 3000;

/**
 * Prints the milliseconds of a processor that each part of a person takes: every network, and what is not a network.
 * Each is the least of so many turns, which other work disturbs little. Everything runs in this thread.
 */
export async function printParts(turns: number): Promise<void> {
  const least = new Map<string, number>();
  const keep = (name: string, ms: number) => least.set(name, Math.min(least.get(name) ?? Infinity, ms));
  const spent = watchNetworks();
  const part = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    spent.clear();
    const began = processorMs();
    const result = await work();
    const whole = processorMs() - began;
    keep(name, whole);
    for (const [network, ms] of spent) keep(`${name}: ${network}`, ms);
    keep(`${name}: no network`, whole - [...spent.values()].reduce((sum, ms) => sum + ms, 0));
    return result;
  };
  const specimen = await drawSpecimen('crowd', { kind: 'passport' });
  const document = photograph(specimen, 'crowd').jpeg;
  const mover = await DrawnMover.draw();
  const [reader, frames] = [await DocumentReader.open(), await FrameReader.open()];
  const nothing = { installedModel: 'none', faceModel: undefined, cache: '.' };
  const faces = await FaceAnalyst.open({ liveness: 'on', ...nothing });
  for (let turn = 0; turn < turns; turn++) {
    const photo = await part('document decoded', () => decodePhoto(document));
    await part('document read', () => reader.read(photo));
    await part('portrait', () => faces.portrait(photo.pixels));
    for (const effort of ['quick', 'who', 'whole'] as const) {
      const step = effort === 'whole' ? 'look' : 'left';
      const frame = await part('frame decoded', () => decodePixels(mover.frame(step, TURNED_MS)));
      await part(`frame, ${effort}`, () => frames.read(frame, effort));
    }
    const selfie = await decodePixels(mover.frame('look', 0));
    await part('selfie', () => faces.selfie(selfie));
  }
  for (const [name, ms] of least) console.log(`${name.padEnd(36)}${ms.toFixed(1).padStart(8)} ms`);
}

/** What each network took since the map was cleared last. */
function watchNetworks(): Map<string, number> {
  const spent = new Map<string, number>();
  const run = Model.prototype.run;
  Model.prototype.run = async function (this: Model, inputs) {
    const began = processorMs();
    const outputs = await run.call(this, inputs);
    const shape = Object.values(inputs)[0]!.dims.join('x');
    const name = NETWORKS.find(([form]) => form.test(shape))?.[1] ?? shape;
    spent.set(name, (spent.get(name) ?? 0) + processorMs() - began);
    return outputs;
  };
  return spent;
}
