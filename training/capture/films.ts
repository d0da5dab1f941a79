import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FrameDetection, facesOf } from '../../src/faces/frames/frame-detection.ts';
import type { FrameNetworks } from '../../src/faces/frames/frame-networks.ts';
import { FramePicture } from '../../src/faces/frames/frame-picture.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Box, Pixels } from '../../src/imaging/pixels.ts';
import { crop, resize } from '../../src/imaging/resample.ts';

/** Frames of one person, cut so that nobody else is in them, as a phone would send them. */
export interface Film {
  readonly name: string;
  readonly frames: readonly Pixels[];
  /** Of the frames. */
  readonly perSecond: number;
}

/** What a phone sends: the width and height of a frame. */
export const FRAME = { width: 480, height: 640 };
/** Of the frame's width, which a face has at arm's length. */
const FACE = 0.45;
const PER_SECOND = 8;
/** A person is seen in at least this part of all frames. */
const LASTING = 0.6;

/** The frames of a clip, decoded by `ffmpeg` (a path, or its name where it is installed). */
export async function framesOf(clip: string, ffmpeg: string): Promise<Pixels[]> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-film-'));
  try {
    const filter = ['-vf', `fps=${PER_SECOND}`];
    execFileSync(ffmpeg, ['-v', 'error', '-i', clip, ...filter, join(folder, '%05d.png')]);
    const frames: Pixels[] = [];
    for (const file of readdirSync(folder).sort()) {
      frames.push((await decodePhoto(readFileSync(join(folder, file)))).pixels);
    }
    return frames;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A film of every person of a clip. */
export async function filmsOf(name: string, frames: readonly Pixels[], networks: FrameNetworks): Promise<Film[]> {
  const tracks: Box[][] = [];
  for (const frame of frames)
    for (const found of await facesOf(networks.detector, new FramePicture(frame))) join_(tracks, found);
  const lasting = tracks.filter((track) => track.length >= LASTING * frames.length);
  return lasting.map((track, person) => ({
    name: lasting.length > 1 ? `${name} ${person + 1}` : name,
    frames: frames.map((frame) => cutAround(frame, track)),
    perSecond: PER_SECOND,
  }));
}

/** People of the clips keep their places. */
function join_(tracks: Box[][], { box }: FrameDetection): void {
  const near = tracks.find((track) => {
    const last = track.at(-1)!;
    const [dx, dy] = [
      box.x + box.width / 2 - last.x - last.width / 2,
      box.y + box.height / 2 - last.y - last.height / 2,
    ];
    return Math.hypot(dx, dy) < last.width;
  });
  if (near) near.push(box);
  else tracks.push([box]);
}

function cutAround(frame: Pixels, track: readonly Box[]): Pixels {
  const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
  const wide = middle(track.map(({ width }) => width)) / FACE;
  const [width, height] = [Math.round(wide), Math.round((wide * FRAME.height) / FRAME.width)];
  const x = Math.round(middle(track.map((box) => box.x + box.width / 2)) - width / 2);
  const y = Math.round(middle(track.map((box) => box.y + box.height / 2)) - height / 2);
  return resize(crop(frame, x, y, width, height, 'edge'), FRAME.width, FRAME.height);
}
