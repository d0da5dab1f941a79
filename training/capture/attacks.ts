import type { Random } from '../../specimens/random.ts';
import { drawSteps, type FrameMeasures, type FrameStep, type MovementStep } from '../../src/capture/steps.ts';
import { type Actor, nearer, type Played, play, progress, withFace } from './attempts.ts';
import type { LivingPerson } from './living.ts';
import type { DrawnKind, MeasuredFilm, MeasuredStill, View } from './measured.ts';

/** Movements of an attempt that somebody can do; undefined where they can do too few. */
export function stepsFor(abilities: readonly MovementStep[], random: Random): MovementStep[] | undefined {
  for (let draw = 0; draw < 50; draw++) {
    const steps = drawSteps(() => random.next());
    if (steps.every((step) => abilities.includes(step))) return steps;
  }
  return undefined;
}

/** Something drawn from a still, turned as the steps say as far as an attacker likes. */
export function drawnAttack({ views }: MeasuredStill, kind: DrawnKind, random: Random): Actor | undefined {
  const all = views[kind]?.filter(({ measures }) => measures.face) ?? [];
  const front = all.find(({ pose }) => pose.yaw === 0 && pose.pitch === 0);
  if (!front) return undefined;
  const [thinking, moving] = [random.between(350, 1500), random.between(600, 1800)];
  const reach = { turn: random.between(35, 60), up: random.between(20, 60) };
  const moved: Record<MovementStep, (done: number) => FrameMeasures> = {
    // The face is turned to its own left where the sheet's yaw is positive.
    left: (done) => nearest(all, reach.turn * done, 0),
    right: (done) => nearest(all, -reach.turn * done, 0),
    up: (done) => nearest(all, 0, reach.up * done),
    closer: (done) => nearer(front.measures, 1 + 0.4 * done),
  };
  return (step, ms) => (step === 'look' ? shaken(front.measures, random) : moved[step](progress(ms, thinking, moving)));
}

function nearest(views: readonly View[], yaw: number, pitch: number): FrameMeasures {
  const away = ({ pose }: View) => Math.hypot(pose.yaw - yaw, pose.pitch - pitch);
  return views.reduce((best, view) => (away(view) < away(best) ? view : best)).measures;
}

/** A still that is moved nearer, and aside, in place of turning. */
export function zoomAttack(still: MeasuredStill, random: Random): Actor | undefined {
  const front = still.views.flat?.find(({ pose, measures }) => pose.yaw === 0 && pose.pitch === 0 && measures.face);
  if (!front) return undefined;
  const zoom = random.between(0.2, 0.6);
  return (step, ms) =>
    nearer(shaken(front.measures, random), 1 + (step === 'look' ? 0 : zoom * progress(ms, 500, 1500)));
}

/** What a hand that holds a picture does to its pose. */
function shaken(measures: FrameMeasures, random: Random): FrameMeasures {
  const { face } = measures;
  if (!face) return measures;
  return withFace(measures, { yaw: face.yaw + 0.5 * random.normal(), pitch: face.pitch + 0.5 * random.normal() });
}

/** A film of a living person who holds still, in its own time. */
export function heldStill({ frames }: MeasuredFilm, perSecond: number): Actor {
  return (_, __, at) => frames[Math.floor((at / 1000) * perSecond) % frames.length]!;
}

/** A stored film of another attempt, played from its begin, some time later. */
export function replay({ sent }: Played, delayMs = 0): Actor {
  return (_, __, at) => (sent.findLast((frame) => frame.at <= at - delayMs) ?? sent[0]!).measures;
}

/** The right movements of a living person, each so long after it was told. */
export function delayed(actor: Actor, delayMs: number): Actor {
  return (step, ms, at) => (ms < delayMs ? actor('look', ms, at) : actor(step, ms - delayMs, at));
}

/** One person looks ahead, another makes the movements; or they change after the first of these. */
export function twoPeople(first: Actor, second: Actor, random: Random): Actor {
  const change = random.pick(['each movement', 'later'] as const);
  let moved = false;
  return (step: FrameStep, ms, at) => {
    if (step !== 'look') moved = true;
    const isSecond = change === 'later' ? moved : step !== 'look';
    return (isSecond ? second : first)(step, ms, at);
  };
}

/** An attempt of a living person in one order, and the steps of another attempt that it is replayed in. */
export function otherOrder(
  person: LivingPerson,
  random: Random,
): { stored: Played; steps: MovementStep[] } | undefined {
  for (let draw = 0; draw < 20; draw++) {
    const [own, steps] = [stepsFor(person.abilities, random), drawSteps(() => random.next())];
    if (own && own.join() !== steps.join()) return { stored: play(own, person.acting(random), random), steps };
  }
  return undefined;
}
