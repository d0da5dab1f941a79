import { selfie } from '../../specimens/selfie.ts';
import { canvasOf } from '../../specimens/sheet.ts';
import type { FrameStep } from '../../src/capture/steps.ts';
import { detect, forDetection } from '../../src/faces/detect.ts';
import { meshOf } from '../../src/faces/mesh.ts';
import { openNetworks } from '../../src/faces/networks.ts';
import { decodePixels } from '../../src/imaging/decode.ts';
import type { Pose } from '../../training/capture/drawn.ts';
import { MeshHead } from '../../training/capture/mesh-head.ts';

/** An invented person whose head the networks read well in every pose. */
const PERSON = { face: 7, sex: 'F' } as const;
const QUALITY = 82;
const FRONTAL: Pose = { yaw: 0, pitch: 0, zoom: 1 };
/** How far each movement goes: degrees, and times as near. */
const FURTHEST: Readonly<Record<FrameStep, Pose>> = {
  look: FRONTAL,
  left: { yaw: 42, pitch: 0, zoom: 1 },
  right: { yaw: -45, pitch: 0, zoom: 1 },
  up: { yaw: 0, pitch: 48, zoom: 1 },
  closer: { yaw: 0, pitch: 0, zoom: 1.45 },
};
/** Frames from looking ahead to the furthest. */
const STAGES = 5;
/** A person thinks so long once a step was told, then moves so long. Milliseconds. */
const [THINKING, MOVING] = [600, 700];

/** The frames of somebody who does what is told, drawn once as JPEG files: no photo of anybody is needed. */
export class DrawnMover {
  readonly #frames: ReadonlyMap<FrameStep, readonly Buffer[]>;

  private constructor(frames: ReadonlyMap<FrameStep, readonly Buffer[]>) {
    this.#frames = frames;
  }

  static async draw(): Promise<DrawnMover> {
    const pixels = await decodePixels(selfie(PERSON, `load${PERSON.face}`));
    const { detector, mesh, ...others } = await openNetworks();
    const [seen] = await detect(detector, pixels, forDetection(pixels), 'whole');
    const head = new MeshHead(pixels, (await meshOf(mesh, pixels, seen!))!);
    for (const network of [detector, mesh, ...Object.values(others)]) await network.close();
    const frames = new Map<FrameStep, Buffer[]>();
    for (const [step, furthest] of Object.entries(FURTHEST) as [FrameStep, Pose][]) {
      frames.set(
        step,
        Array.from({ length: STAGES }, (_, at) => {
          const part = at / (STAGES - 1);
          const [yaw, pitch, zoom] = [furthest.yaw * part, furthest.pitch * part, 1 + (furthest.zoom - 1) * part];
          return canvasOf(head.taken({ yaw, pitch, zoom })!).toBuffer('image/jpeg', QUALITY);
        }),
      );
    }
    return new DrawnMover(frames);
  }

  /** What the camera sees so many milliseconds after a step was told. */
  frame(step: FrameStep, ms: number): Buffer {
    const part = Math.min(1, Math.max(0, (ms - THINKING) / MOVING));
    return this.#frames.get(step)![Math.round(part * (STAGES - 1))]!;
  }
}
