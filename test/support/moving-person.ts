import { selfie } from '../../specimens/selfie.ts';
import { canvasOf } from '../../specimens/sheet.ts';
import type { Holder } from '../../specimens/truth.ts';
import { detect, forDetection } from '../../src/faces/detect.ts';
import { meshOf } from '../../src/faces/mesh.ts';
import { openNetworks } from '../../src/faces/networks.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { MeshHead } from '../../training/capture/mesh-head.ts';

/** JPEG files of somebody who looks ahead, and of each movement from its beginning to its end. */
export type Moving = Readonly<Record<'look' | 'left' | 'right' | 'up', readonly Buffer[]>>;

const PICTURES = 10;
const TURN = 46;
const NOD = 48;

/**
 * Somebody invented, drawn by the way of an attacker. One selfie lies on the mesh that a network sees in it, and is
 * turned as one likes. No camera of a browser tells that from a person; `docs/capture.md` says so.
 */
export async function drawnPerson(holder: Pick<Holder, 'face' | 'sex'>, seed: number): Promise<Moving> {
  const networks = await openNetworks();
  const { pixels } = await decodePhoto(selfie(holder, seed));
  const [seen] = await detect(networks.detector, pixels, forDetection(pixels), 'whole');
  const mesh = seen && (await meshOf(networks.mesh, pixels, seen));
  if (!mesh) throw new Error('No face is seen in the drawn selfie.');
  const head = new MeshHead(pixels, mesh);
  const draw = (yaw: number, pitch: number) => jpegOf(head.taken({ yaw, pitch, zoom: 1 }));
  const way = (yaw: number, pitch: number) => {
    const parts = Array.from({ length: PICTURES }, (_, at) => at / (PICTURES - 1));
    return parts.map((part) => draw(yaw * part, pitch * part));
  };
  return {
    look: [draw(0, 0), draw(0.5, 0), draw(-0.5, 0.4)],
    left: way(TURN, 0),
    right: way(-TURN, 0),
    up: way(0, NOD),
  };
}

function jpegOf(pixels: Pixels): Buffer {
  return canvasOf(pixels).toBuffer('image/jpeg', 92);
}
