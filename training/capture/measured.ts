import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FrameMeasures } from '../../src/capture/steps.ts';
import { detect, forDetection } from '../../src/faces/detect.ts';
import { facesOf } from '../../src/faces/frames/frame-detection.ts';
import { type FrameNetworks, openFrameNetworks } from '../../src/faces/frames/frame-networks.ts';
import { FramePicture } from '../../src/faces/frames/frame-picture.ts';
import { FrameReader } from '../../src/faces/frames/frame-reader.ts';
import { type Mesh, meshOf } from '../../src/faces/mesh.ts';
import { type Networks, openNetworks } from '../../src/faces/networks.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { bent, flat, type Pose, taken } from './drawn.ts';
import { filmsOf, framesOf } from './films.ts';
import { MeshHead } from './mesh-head.ts';

/** Measures of a film of one person. */
export interface MeasuredFilm {
  readonly name: string;
  readonly frames: readonly FrameMeasures[];
}

/** A frame of something that is held so. */
export interface View {
  readonly pose: Pose;
  readonly measures: FrameMeasures;
}

export const DRAWN_KINDS = ['flat', 'bent 100', 'bent 140', 'bent 180', 'mesh head'] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

/** Measures of what is drawn from one still. */
export interface MeasuredStill {
  readonly name: string;
  readonly views: Readonly<Partial<Record<DrawnKind, readonly View[]>>>;
  /** Depths of the face mesh at the 68 points, in widths of the eyes; null where no face is found. */
  readonly depths: readonly number[] | null;
}

export interface Measured {
  readonly films: readonly MeasuredFilm[];
  readonly stills: readonly MeasuredStill[];
}

const CLIPS = ['turning-1.gif', 'turning-2.gif', 'tilting-1.gif', 'still-1.gif', 'selfie-1.mp4', 'selfie-2.mp4'];
const MIN_FACE = 60;
const YAWS = [-60, -45, -35, -25, -12, 0, 12, 25, 35, 45, 60];
const PITCHES = [12, 24, 45];
/** Points of the face mesh (MediaPipe's canonical face model) where the 68 of iBUG 300-W lie. */
// biome-ignore format: a table
const MESH_POINTS = [
  127, 234, 93, 58, 172, 136, 149, 148, 152, 377, 378, 365, 397, 288, 323, 454, 356, 70, 63, 105, 66, 107, 336, 296, 334,
  293, 300, 168, 197, 5, 4, 98, 97, 2, 326, 327, 33, 160, 158, 133, 153, 144, 362, 385, 387, 263, 373, 380, 61, 39, 37, 0,
  267, 269, 291, 405, 314, 17, 84, 181, 78, 82, 13, 312, 308, 317, 14, 87,
];
const EYES = [33, 263] as const;

/**
 * Measures all clips and drawings from the folder of face photos. `cache` is a folder that keeps them, outside of the
 * project: what lies there is not measured again. Takes some five minutes of a processor.
 */
export async function measured(folder: string, ffmpeg: string, cache: string): Promise<Measured> {
  mkdirSync(cache, { recursive: true });
  const reader = await FrameReader.open();
  try {
    const films: MeasuredFilm[] = [];
    for (const clip of CLIPS)
      films.push(...(await kept(join(cache, `${clip}.json`), () => filmsIn(clip, folder, ffmpeg, reader))));
    return { films, stills: await stills(folder, cache, reader) };
  } finally {
    await reader.close();
  }
}

/** What a file of the cache has, or what is made and then kept there. */
async function kept<T>(file: string, make: () => Promise<T>): Promise<T> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = await make();
  writeFileSync(file, JSON.stringify(made));
  return made;
}

async function filmsIn(clip: string, folder: string, ffmpeg: string, reader: FrameReader): Promise<MeasuredFilm[]> {
  const frames = await framesOf(join(folder, 'clips', clip), ffmpeg);
  const found: MeasuredFilm[] = [];
  for (const film of await filmsOf(clip, frames, await openFrameNetworks())) {
    const measures: FrameMeasures[] = [];
    for (const pixels of film.frames) measures.push(await reader.read(pixels, 'whole'));
    found.push({ name: film.name, frames: measures });
  }
  return found;
}

/** Stills with a face that is large enough. */
async function stills(folder: string, cache: string, reader: FrameReader): Promise<MeasuredStill[]> {
  const rows = readFileSync(join(folder, 'frames.tsv'), 'utf8').trim().split('\n').slice(1);
  const living = rows.map((row) => row.split('\t')).filter(([, , live]) => live === '1');
  const networks = { frames: await openFrameNetworks(), meshes: await openNetworks() };
  const found: MeasuredStill[] = [];
  for (const [number, [, file]] of living.entries()) {
    const still = await kept(join(cache, `${basename(file!)}.json`), () =>
      stillOf(join(folder, file!), number, networks, reader),
    );
    if (still) found.push(still);
  }
  return found;
}

interface DrawingNetworks {
  readonly frames: FrameNetworks;
  readonly meshes: Networks;
}

/** Null where the face is too small to be drawn again. */
async function stillOf(
  file: string,
  number: number,
  { frames, meshes }: DrawingNetworks,
  reader: FrameReader,
): Promise<MeasuredStill | null> {
  const { pixels } = await decodePhoto(readFileSync(file));
  const [face] = await facesOf(frames.detector, new FramePicture(pixels));
  if (!face || face.box.width < MIN_FACE) return null;
  const [seen] = await detect(meshes.detector, pixels, forDetection(pixels), 'whole');
  const mesh = seen && (await meshOf(meshes.mesh, pixels, seen));
  const head = mesh && new MeshHead(pixels, mesh);
  // Two focal lengths take turns.
  const distance = number % 2 ? 3 : 6;
  const surfaces = {
    flat: flat(distance),
    'bent 100': bent(100, distance),
    'bent 140': bent(140, distance),
    'bent 180': bent(180, distance),
  };
  const views: Partial<Record<DrawnKind, View[]>> = {};
  for (const kind of DRAWN_KINDS) {
    const draw = (pose: Pose): Pixels | undefined =>
      kind === 'mesh head' ? head?.taken(pose) : taken(pixels, face.box, surfaces[kind], pose);
    views[kind] = await viewsOf(draw, kind, reader);
  }
  return { name: basename(file), views, depths: mesh ? depthsOf(mesh) : null };
}

async function viewsOf(
  draw: (pose: Pose) => Pixels | undefined,
  kind: DrawnKind,
  reader: FrameReader,
): Promise<View[]> {
  const nods = kind === 'flat' || kind === 'mesh head' ? PITCHES : [];
  const poses = [
    ...YAWS.map((yaw) => ({ yaw, pitch: 0, zoom: 1 })),
    ...nods.map((pitch) => ({ yaw: 0, pitch, zoom: 1 })),
  ];
  const views: View[] = [];
  for (const pose of poses) {
    const pixels = draw(pose);
    if (pixels) views.push({ pose, measures: await reader.read(pixels, 'whole') });
  }
  return views;
}

function depthsOf({ points, depths }: Mesh): number[] {
  const [left, right] = EYES.map((at) => points[at]!);
  const wide = Math.hypot(left!.x - right!.x, left!.y - right!.y);
  return MESH_POINTS.map((at) => -depths[at]! / wide);
}
