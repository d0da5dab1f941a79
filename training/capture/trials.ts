import { Random } from '../../specimens/random.ts';
import { LIMITS, type MovementLimits } from '../../src/capture/movement/limits.ts';
import { drawSteps } from '../../src/capture/steps.ts';
import { delayed, drawnAttack, heldStill, otherOrder, replay, stepsFor, twoPeople, zoomAttack } from './attacks.ts';
import { type Actor, type Played, play } from './attempts.ts';
import { type LivingPerson, peopleOf } from './living.ts';
import { DRAWN_KINDS, type Measured } from './measured.ts';

/** One attempt of a kind: who or what it came from, and how it ended. */
export interface Trial {
  readonly kind: string;
  readonly source: string;
  /** Attempts of which this is the same are alike: they count as one where it is asked how much is known. */
  readonly unlike: string;
  readonly played: Played;
}

/** Kinds of trials in the order of a table. */
export const KINDS = [
  'living',
  'film in its own time',
  ...DRAWN_KINDS,
  'still with zoom',
  'replay in another order',
  'movements 6 s late',
  'replay of the right order',
  'stored film',
  'two people',
] as const;
export type TrialKind = (typeof KINDS)[number];

/** Of a movement told so late that its time is over, and of one that is only slow. Milliseconds. */
const LATE = { least: 6000, most: 9000 };
const SLOW = { least: 0, most: 3000 };

/** Plays `count` attempts of a kind. `limits` says what the judge holds against the measures of a source. */
export function trialsOf(
  kind: TrialKind,
  all: Measured,
  count: number,
  limits: (source: string) => MovementLimits = () => LIMITS,
): Trial[] {
  return sessionsOf(kind, all, { count, attempts: 1, limits }).flat();
}

/** How often something is tried, and what the judge holds against the measures of a source. */
interface Trying {
  readonly count: number;
  /** Of one session, at most. */
  readonly attempts: number;
  readonly limits: (source: string) => MovementLimits;
}

/** Plays `count` sessions of a kind: attempts of one source, each with a lot of its own, up to one that passes. */
export function sessionsOf(kind: TrialKind, all: Measured, { count, attempts, limits }: Trying): Trial[][] {
  const random = new Random(`trials of ${kind}`);
  const makers = { all, people: movers(all), random };
  const sessions: Trial[][] = [];
  for (let number = 0; sessions.length < count && number < 6 * count; number++) {
    const session: Trial[] = [];
    while (session.length < attempts && session.at(-1)?.played.passed !== true) {
      const made = makerOf(kind)(makers, number);
      if (!made) break;
      const { source, steps, unlike = plain(source) } = made;
      session.push({ kind, source, unlike, played: play(steps, made.actor, random, limits(source)) });
    }
    if (session.length > 0) sessions.push(session);
  }
  return sessions;
}

interface Makers {
  readonly all: Measured;
  /** People who can turn. */
  readonly people: readonly LivingPerson[];
  readonly random: Random;
}

interface Made {
  readonly source: string;
  readonly unlike?: string;
  readonly steps: ReturnType<typeof drawSteps>;
  readonly actor: Actor;
}

type Maker = (makers: Makers, number: number) => Made | undefined;

function movers({ films }: Measured): LivingPerson[] {
  const random = new Random('movers');
  return peopleOf(films).filter((person) => person.ahead.length > 0 && stepsFor(person.abilities, random));
}

const LIVING: Maker = ({ people, random }, number) => {
  const person = people[number % people.length]!;
  const steps = stepsFor(person.abilities, random);
  return steps && { source: person.name, steps, actor: person.acting(random) };
};

const STILL: Maker = ({ all, random }, number) => {
  const film = all.films[number % all.films.length]!;
  return { source: film.name, steps: drawn(random), actor: heldStill(film, random.between(2, 8)) };
};

const ZOOM: Maker = ({ all, random }, number) => {
  const still = all.stills[number % all.stills.length]!;
  const actor = zoomAttack(still, random);
  return actor && { source: still.name, steps: drawn(random), actor };
};

const ORDER: Maker = ({ people, random }, number) => {
  const person = people[number % people.length]!;
  const found = otherOrder(person, random);
  if (!found) return undefined;
  const actor = replay(found.stored, random.between(SLOW.least, SLOW.most));
  return { source: person.name, unlike: byLot(person.name, found.steps), steps: found.steps, actor };
};

const LATER: Maker = (makers, number) => {
  const made = LIVING(makers, number);
  if (!made) return undefined;
  const { source, steps } = made;
  const actor = delayed(made.actor, makers.random.between(LATE.least, LATE.most));
  return { source, unlike: byLot(source, steps), steps, actor };
};

const RIGHT: Maker = (makers, number) => {
  const made = LIVING(makers, number);
  if (!made) return undefined;
  const stored = play(made.steps, made.actor, makers.random);
  const actor = replay(stored, makers.random.between(SLOW.least, SLOW.most));
  return { source: made.source, unlike: byLot(made.source, made.steps), steps: made.steps, actor };
};

/** A film of one order against the lot, which has that order once in twelve attempts. */
const STORED: Maker = (makers, number) => {
  const made = RIGHT(makers, number);
  if (!made) return undefined;
  const { source, actor } = made;
  const steps = drawn(makers.random);
  return { source, unlike: byLot(source, steps), steps, actor };
};

const TWO: Maker = (makers, number) => {
  const { people, random } = makers;
  const second = LIVING(makers, number);
  const others = people.filter(
    ({ name }) => !second?.source.startsWith(name) && !name.startsWith(second?.source ?? ''),
  );
  const first = random.pick(others);
  if (!second || sameName(first.name, second.source)) return undefined;
  const { source, steps, actor } = second;
  const unlike = `${plain(first.name)} and ${plain(source)}`;
  return { source, unlike, steps, actor: twoPeople(first.acting(random), actor, random) };
};

const MAKERS: Readonly<Partial<Record<TrialKind, Maker>>> = {
  living: LIVING,
  'film in its own time': STILL,
  'still with zoom': ZOOM,
  'replay in another order': ORDER,
  'movements 6 s late': LATER,
  'replay of the right order': RIGHT,
  'stored film': STORED,
  'two people': TWO,
};

function makerOf(kind: TrialKind): Maker {
  const drawing = DRAWN_KINDS.find((one) => one === kind);
  if (!drawing) return MAKERS[kind]!;
  return ({ all, random }, number) => {
    const still = all.stills[number % all.stills.length]!;
    const actor = drawnAttack(still, drawing, random);
    return actor && { source: still.name, steps: drawn(random), actor };
  };
}

function drawn(random: Random): Made['steps'] {
  return drawSteps(() => random.next());
}

/** Whether a replay passes depends on the lot alone. */
function byLot(source: string, steps: Made['steps']): string {
  return `${source}: ${steps.join()}`;
}

function plain(name: string): string {
  return name.split(', mirrored')[0]!;
}

/** One person, in a mirror or not. */
function sameName(a: string, b: string): boolean {
  return plain(a) === plain(b);
}
