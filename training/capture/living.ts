import type { Random } from '../../specimens/random.ts';
import type { FrameMeasures, MeasuredFace, MovementStep } from '../../src/capture/steps.ts';
import { type Actor, nearer, progress, withFace } from './attempts.ts';
import type { MeasuredFilm } from './measured.ts';

/** A frame with how far the head is turned from the person's usual pose, in degrees. */
interface Turned {
  readonly measures: FrameMeasures;
  readonly yaw: number;
  readonly pitch: number;
}

/** Degrees within which frames count as looking ahead. */
const AHEAD = 7;
/** Somebody who looks ahead moves by no more than this. */
const STILL = 3;
/** How somebody sways who was not told yet that it is enough. */
const SWAY = { afterMs: 600, halfMs: 1600, depth: 0.45 };
/** A person is taken to do a movement who reaches so many degrees. */
const REACH = { turn: 23, up: 17 };
/** The 68 points in a mirror (order of iBUG 300-W). */
// biome-ignore format: a table
const MIRRORED = [
  16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 27, 28, 29, 30, 35, 34,
  33, 32, 31, 45, 44, 43, 42, 47, 46, 39, 38, 37, 36, 41, 40, 54, 53, 52, 51, 50, 49, 48, 59, 58, 57, 56, 55, 64, 63, 62, 61,
  60, 67, 66, 65,
];

/** A living person of a film, who can be asked to move: each pose is a frame of the film. */
export class LivingPerson {
  readonly name: string;
  readonly frames: readonly Turned[];

  constructor(name: string, film: readonly FrameMeasures[]) {
    // Frames of one film are put in another order here, so where the face stood then says nothing.
    const alone = film.filter(({ face, faces }) => face && faces === 1).map(centred);
    const middle = (what: 'yaw' | 'pitch') => median(alone.map(({ face }) => face![what]));
    const [yaw, pitch] = [middle('yaw'), middle('pitch')];
    // The usual pose is looking ahead: where somebody's head is when the camera is above or below.
    this.name = name;
    this.frames = alone.map((measures) => ({
      measures,
      yaw: measures.face!.yaw - yaw,
      pitch: measures.face!.pitch - pitch,
    }));
  }

  /** Frames on which the person looks ahead. */
  get ahead(): readonly Turned[] {
    return this.frames.filter(({ yaw, pitch }) => Math.hypot(yaw, pitch) <= AHEAD);
  }

  /** Movements that the film has, and `closer`, which any picture can do. */
  get abilities(): MovementStep[] {
    const reaches = (step: MovementStep) =>
      this.frames.some((frame) => along(frame, step) >= (step === 'up' ? REACH.up : REACH.turn));
    return [...(['left', 'right', 'up'] as const).filter(reaches), 'closer'];
  }

  /** Somebody who does what is told, in their own time. */
  acting(random: Random): Actor {
    const [thinking, moving] = [random.between(350, 1500), random.between(450, 1300)];
    const reach = random.between(0.9, 1);
    const usual = random.pick(this.ahead);
    const ahead = this.ahead.filter(({ yaw, pitch }) => Math.hypot(yaw - usual.yaw, pitch - usual.pitch) <= STILL);
    return (step, ms) => {
      if (step === 'look') return random.pick(ahead).measures;
      const done = progress(ms, thinking, moving) * swaying(ms - thinking - moving);
      if (step === 'closer') return nearer(random.pick(ahead).measures, 1 + random.between(0.38, 0.42) * done);
      const most = Math.max(...this.frames.map((frame) => along(frame, step)));
      return this.#nearest(step, most * reach * done, random).measures;
    };
  }

  #nearest(step: MovementStep, wanted: number, random: Random): Turned {
    const away = (frame: Turned) => Math.abs(along(frame, step) - wanted) + 0.5 * Math.abs(across(frame, step));
    const sorted = [...this.frames].sort((a, b) => away(a) - away(b));
    return random.pick(sorted.slice(0, 2));
  }
}

/** Nobody holds a turned head still: who is not told that it is enough tries a little less and a little more. */
function swaying(ms: number): number {
  return ms < SWAY.afterMs ? 1 : 1 - SWAY.depth * Math.sin((Math.PI * (ms - SWAY.afterMs)) / SWAY.halfMs) ** 2;
}

function along({ yaw, pitch }: Turned, step: MovementStep): number {
  return step === 'up' ? pitch : step === 'left' ? yaw : -yaw;
}

function across({ yaw, pitch }: Turned, step: MovementStep): number {
  return step === 'up' ? yaw : pitch;
}

/** People of films, each as they are and in a mirror, which turns left into right. */
export function peopleOf(films: readonly MeasuredFilm[]): LivingPerson[] {
  return films.flatMap(({ name, frames }) => [
    new LivingPerson(name, frames),
    new LivingPerson(`${name}, mirrored`, frames.map(mirrored)),
  ]);
}

function mirrored(measures: FrameMeasures): FrameMeasures {
  const { face, width } = measures;
  if (!face) return measures;
  const box = [width - face.box[0] - face.box[2], face.box[1], face.box[2], face.box[3]] as const;
  const points = MIRRORED.flatMap((at) => [-face.points[at * 2]!, face.points[at * 2 + 1]!]);
  const change: Partial<MeasuredFace> = { box, points, yaw: -face.yaw, roll: -face.roll };
  return withFace(measures, change);
}

function centred(measures: FrameMeasures): FrameMeasures {
  const [, , width, height] = measures.face!.box;
  return withFace(measures, { box: [(measures.width - width) / 2, (measures.height - height) / 2, width, height] });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
