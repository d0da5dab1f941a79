import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { Specimen } from '../../specimens/truth.ts';
import { CaptureVisitor } from '../support/capture-visitor.ts';
import { drawnPerson } from '../support/moving-person.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench, Served } from '../support/service.ts';

const SESSIONS = '/api/IdVerification/sessions';
const FRAME_MS = 150;
const MAX_FRAMES = 60;

describe.skipIf(process.platform !== 'linux')('a service that is killed while somebody verifies themselves', () => {
  let bench: Bench;
  let account: number;
  let key: string;
  let card: Specimen;
  let running: ServingProcess;
  let served: Served;

  beforeAll(async () => {
    bench = await Bench.create();
    account = await bench.account(10);
    key = (await bench.key(account)).key;
    card = await drawSpecimen('killed', { kind: 'national_id' });
    await start();
  });

  afterAll(async () => {
    running?.kill();
    await served?.agent.close();
    await bench?.remove();
  });

  async function start(): Promise<void> {
    running = new ServingProcess(bench);
    served = await Served.by(running);
  }

  /** As `kill -9` does, while requests may be under way. */
  async function killed(visitor: CaptureVisitor): Promise<CaptureVisitor> {
    const gone = once(running.child, 'exit');
    running.kill();
    await gone;
    await served.agent.close();
    await start();
    return visitor.at(served);
  }

  async function agreed(body: object): Promise<{ id: string; visitor: CaptureVisitor }> {
    const made = (await served.ask('POST', SESSIONS, { key, body })).body;
    return { id: made.id, visitor: await new CaptureVisitor(served, made.url).agreed() };
  }

  const used = () => bench.records(({ accounts }) => accounts.used(account, new Date().toISOString().slice(0, 7)));
  const sideOf = (sides: 'front' | 'back') => photograph(card, 'killed', [], { sides }).jpeg;

  test('goes on after each step where it stood, and makes one verification for one unit', async () => {
    const { id, visitor } = await agreed({ movement: false, upload: true, reference: 'C-9' });
    const front = await visitor.picture('/document?side=front', sideOf('front'));
    expect(front.body).toMatchObject({ accepted: true, session: { step: 'back' } });
    const back = sideOf('back');
    const lost = visitor.picture('/document?side=back', back).catch(() => undefined);
    const second = await killed(visitor);
    await lost;
    expect((await second.get()).body).toMatchObject({ status: 'started', step: 'back', device: 'this' });
    expect((await second.picture('/document?side=back', back)).body).toMatchObject({
      accepted: true,
      session: { step: 'look' },
    });
    expect((await second.picture('/selfie', selfie(card.holder, 1))).body).toMatchObject({ accepted: true });
    const cut = second.post('/finish').catch(() => undefined);
    const third = await killed(second);
    await cut;
    const finished = await third.post('/finish');
    expect(finished.body).toMatchObject({ status: 'completed', step: 'done' });
    const session = (await served.ask('GET', `${SESSIONS}/${id}`, { key })).body;
    expect(session).toMatchObject({ status: 'completed', verificationId: expect.any(Number) });
    const records = (await served.ask('GET', '/api/IdVerification/list', { key })).body;
    expect(records.map(({ reference }: { reference: string }) => reference)).toEqual(['C-9']);
    expect(await used()).toBe(1);
  });

  test('goes on with the movement that was told, in the same attempt', async () => {
    const { id, visitor } = await agreed({});
    await visitor.picture('/document?side=front', sideOf('front'));
    await visitor.picture('/document?side=back', sideOf('back'));
    expect((await visitor.post('/movement')).body).toMatchObject({ step: 'look', attempt: 1 });
    const { look } = await drawnPerson(card.holder, 1);
    let sequence = 0;
    const send = async (who: CaptureVisitor, step: string) => {
      const at = sequence * FRAME_MS;
      sequence += 1;
      const path = `/frames?step=${step}&sequence=${sequence}&at=${at}`;
      return (await who.picture(path, look[sequence % look.length]!)).body;
    };
    let told = 'look';
    while (told === 'look' && sequence < MAX_FRAMES) told = (await send(visitor, told)).step;
    expect(['left', 'right']).toContain(told);
    const again = await killed(visitor);
    expect((await again.get()).body).toMatchObject({ status: 'started', step: told, attempt: 1 });
    expect(await send(again, told)).toMatchObject({ step: told, hint: null });
    expect(await served.ask('GET', `${SESSIONS}/${id}`, { key })).toMatchObject({
      body: { status: 'started', attempts: 1 },
    });
    expect((await again.post('/cannot')).body).toMatchObject({ cannot: true, step: 'done' });
    expect((await again.post('/finish')).body).toMatchObject({ status: 'completed' });
  });
});
