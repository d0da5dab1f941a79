import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { drive, type Target } from '../api/load.ts';
import { cpuSeconds } from '../api/process.ts';
import { mixedQueries } from '../api/queries.ts';
import { benchKey, benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { DrawnMover } from './drawn-mover.ts';
import { type Movement, Person } from './person.ts';

/** Screenings of `bench:api` go on so long, alone and beside the people. */
const SECONDS = 12;
const CLIENTS = 8;
/** Which persons' costs are printed: a service that has just started still compiles its code. */
const PRINTED = [5, 20];
/** So many show their documents at once, which is as many as the models read of one account. */
const DOORS = 2;

interface Crowd {
  readonly service: ChildProcess;
  readonly target: Target;
  readonly mover: DrawnMover;
  readonly document: Buffer;
}

/**
 * Prints what people before their cameras cost and wait for, as many at once as `crowds` says in turn. They come over
 * HTTPS to the service in a process of its own. The person is drawn and does what is told, so none may be refused.
 * `data`: a data directory with lists, as `bench:api --data` leaves it; then screenings are measured beside the people.
 */
export async function peopleAtOnce(crowds: readonly number[], data: string | undefined): Promise<void> {
  const dataDir = data ?? (await mkdtemp(join(tmpdir(), 'touchstone-bench-')));
  // The faces are drawn: what the networks for liveness say of drawings says nothing.
  const settings = { ...(await benchSettings(dataDir)), TOUCHSTONE_LIVENESS_THRESHOLDS: '0:0' };
  const key = await benchKey(settings);
  await certificateMade(settings);
  const specimen = await drawSpecimen('crowd', { kind: 'passport' });
  const drawn = { mover: await DrawnMover.draw(), document: photograph(specimen, 'crowd').jpeg };
  const { service, target } = await startBench(settings, key);
  try {
    const crowd = { service, target, ...drawn };
    for (let one = 1; one <= Math.max(...PRINTED); one += 1) {
      const cost = await wholeWay(crowd);
      if (PRINTED.includes(one)) console.log(`person ${one}: ${cost}`);
    }
    for (const people of crowds) console.log(line(people, await together(crowd, people)));
    if (data !== undefined) await besideScreenings(crowd, Math.max(...crowds.filter((people) => people <= 20)));
  } finally {
    await stopBench(service);
    if (data === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

/** One person alone, from the link to the verification: processor seconds of each stage. */
async function wholeWay({ service, target, mover, document }: Crowd): Promise<string> {
  const person = await Person.arrive(target);
  const marks = [cpuSeconds(service)];
  const mark = () => marks.push(cpuSeconds(service));
  // Bytes that were never read before, so that nothing is known of them.
  await person.show(Buffer.concat([document.subarray(0, 2), comment(), document.subarray(2)]));
  mark();
  const { passed, times } = await person.move(mover);
  mark();
  const status = passed ? (await person.finish()).status : 'no verification';
  mark();
  await person.leave();
  const [read, moved, decided] = marks.slice(1).map((seconds, at) => seconds - marks[at]!) as [number, number, number];
  const sum = (read + moved + decided).toFixed(2);
  return (
    `document ${read.toFixed(2)} s, movement ${moved.toFixed(2)} s (${times.length} frames), ` +
    `verification ${decided.toFixed(2)} s, in all ${sum} s of a processor; ${passed ? 'moved' : 'refused'}, ${status}`
  );
}

/** A comment of a JPEG file (ITU-T T.81 B.2.4.5). */
function comment(): Buffer {
  const text = Buffer.from(`${process.pid} ${performance.now()}`);
  return Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
}

interface CrowdFigures {
  readonly movements: readonly Movement[];
  readonly cpu: number;
  readonly seconds: number;
}

/** So many people whose documents are taken move at once. */
async function together(crowd: Crowd, people: number): Promise<CrowdFigures> {
  const { service, target, mover, document } = crowd;
  const present: Person[] = [];
  const arrive = async () => {
    for (let come = 0; come < people / DOORS; come += 1) {
      const person = await Person.arrive(target);
      await person.show(document);
      if (present.push(person) >= people) return;
    }
  };
  // Documents before movements: a hundred at once would wait for each other.
  await Promise.all(Array.from({ length: Math.min(DOORS, people) }, arrive));
  const [before, began] = [cpuSeconds(service), performance.now()];
  const movements = await Promise.all(present.map((person) => person.move(mover)));
  const figures = { movements, cpu: cpuSeconds(service) - before, seconds: (performance.now() - began) / 1000 };
  for (const person of present) await person.leave();
  return figures;
}

function line(people: number, { movements, cpu, seconds }: CrowdFigures): string {
  const times = movements.flatMap((movement) => movement.times).sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(part * (times.length - 1))]!.toFixed(0);
  const refused = movements.filter(({ passed }) => !passed).length;
  const pace = movements.reduce((sum, { everyMs }) => sum + everyMs, 0) / movements.length;
  return (
    `${people} at once: ${times.length} frames in ${seconds.toFixed(0)} s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
    `longest ${at(1)} ms, every ${pace.toFixed(0)} ms at the end; ${((1000 * cpu) / times.length).toFixed(1)} ms of a ` +
    `processor a frame, ${(cpu / people).toFixed(2)} s a person; wrongly refused ${refused}`
  );
}

/** The rate of screenings alone and beside the people, whose movements go on all the while. */
async function besideScreenings(crowd: Crowd, people: number): Promise<void> {
  const queries = mixedQueries();
  const screen = () => drive(crowd.target, queries, { clients: CLIENTS, seconds: SECONDS });
  await screen();
  const alone = await screen();
  let isOn = true;
  const moving = (async () => {
    const all: string[] = [];
    while (isOn) all.push(line(people, await together(crowd, people)));
    return all;
  })();
  const beside = await screen();
  isOn = false;
  for (const one of await moving) console.log(`beside screenings, ${one}`);
  const again = await screen();
  const loss = 1 - (2 * beside.perSecond) / (alone.perSecond + again.perSecond);
  console.log(
    `screenings a second: ${alone.perSecond.toFixed(0)} alone, ${beside.perSecond.toFixed(0)} beside ${people} people, ` +
      `${again.perSecond.toFixed(0)} alone again: ${(100 * loss).toFixed(1)} % less`,
  );
}
