import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import type { Specimen } from '../../specimens/truth.ts';
import { readConfig } from '../../src/config.ts';
import { ImageVault } from '../../src/images/vault.ts';
import { CaptureVisitor } from '../support/capture-visitor.ts';
import type { Serving } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const SESSIONS = '/api/IdVerification/sessions';
const STILL = { movement: false, upload: true };

let serving: Serving;
let key: string;
let card: Specimen;
let sides: { front: Buffer; back: Buffer };
let face: Buffer;

beforeAll(async () => {
  serving = await sharedService();
  key = (await serving.bench.key(await serving.bench.account(50))).key;
  card = await drawSpecimen('two sides', { kind: 'national_id' });
  const side = (one: 'front' | 'back') => photograph(card, 'two sides', [], { sides: one }).jpeg;
  sides = { front: side('front'), back: side('back') };
  face = selfie(card.holder, 1);
});

async function visit(body: object = STILL): Promise<{ id: string; visitor: CaptureVisitor }> {
  const made = (await serving.served.ask('POST', SESSIONS, { key, body })).body;
  return { id: made.id, visitor: await new CaptureVisitor(serving.served, made.url).agreed() };
}

const show = async (visitor: CaptureVisitor, side: string, picture: Buffer, final = false) =>
  (await visitor.picture(`/document?side=${side}&final=${final}`, picture)).body;

/** The verification of a session that is complete, and the picture that it keeps of a side. */
async function ended({ id, visitor }: Awaited<ReturnType<typeof visit>>, kind: 'document' | 'back') {
  const { bench, served } = serving;
  expect((await visitor.picture('/selfie', face)).body).toMatchObject({ accepted: true, usable: true });
  expect((await visitor.post('/finish')).body.status).toBe('completed');
  const { verificationId } = (await served.ask('GET', `${SESSIONS}/${id}`, { key })).body;
  const record = (await served.ask('GET', `/api/IdVerification/${verificationId}`, { key })).body;
  const explained = (await served.ask('GET', `/api/IdVerification/${verificationId}/explanation`, { key })).body;
  const vault = await ImageVault.open(readConfig(bench.settings));
  return { record, explained, kept: await vault.get(verificationId, kind) };
}

/** The same picture, with what stands in its lower part painted over. */
async function covered(picture: Buffer, from: number): Promise<Buffer> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  context.fillStyle = '#b8b2a6';
  context.fillRect(0, image.height * from, image.width, image.height * (1 - from));
  return canvas.toBuffer('image/jpeg', 92);
}

describe('a document with two sides', () => {
  test('is read together: the zone of the back says what the print of the front does not', async () => {
    const session = await visit();
    const front = await show(session.visitor, 'front', sides.front);
    expect(front).toMatchObject({ accepted: true, problem: null, session: { step: 'back' } });
    expect((await session.visitor.post('/movement')).body.code).toBe('wrong-step');
    const back = await show(session.visitor, 'back', sides.back);
    expect(back).toMatchObject({ accepted: true, problem: null, session: { step: 'look' } });
    const { record, explained, kept } = await ended(session, 'back');
    expect(record.extractedData).toMatchObject({
      documentType: 'National ID',
      documentNumber: card.truth.number,
      dateOfBirth: card.truth.birthDate,
    });
    expect(explained.fields.documentNumber.source).toBe('mrz');
    expect(explained.capture.pictures).toEqual({ front: 1, back: 1 });
    expect(Buffer.from(kept!).equals(sides.back)).toBe(true);
  });

  test('whose back is shown without its zone is asked for it once, and the person may keep what they have', async () => {
    const session = await visit();
    await show(session.visitor, 'front', sides.front);
    const first = await show(session.visitor, 'back', sides.front);
    expect(first).toMatchObject({ accepted: false, problem: 'zone-missing', usable: true, session: { step: 'back' } });
    const kept = await show(session.visitor, 'back', sides.front, true);
    expect(kept).toMatchObject({ accepted: true, session: { step: 'look' } });
    const { record } = await ended(session, 'back');
    expect(record.extractedData.documentType).toBe('National ID');
  });
});

describe('a picture that is asked for again', () => {
  test('is kept where the second one is of no use', async () => {
    const passport = await drawSpecimen('worn', { kind: 'passport' });
    const whole = photograph(passport, 'worn').jpeg;
    const worn = await covered(whole, 0.72);
    const session = await visit({ ...STILL, documentTypes: ['Passport'] });
    const first = await show(session.visitor, 'front', worn);
    expect(first).toMatchObject({ accepted: false, usable: true, session: { step: 'document' } });
    const second = await show(session.visitor, 'front', face);
    expect(second).toMatchObject({ accepted: true, session: { step: 'look' } });
    const { kept } = await ended(session, 'document');
    expect(Buffer.from(kept!).equals(worn)).toBe(true);
  });

  test('of no use cannot be kept by the person’s word', async () => {
    const { visitor } = await visit();
    const first = await show(visitor, 'front', face);
    expect(first).toMatchObject({ accepted: false, usable: false });
    expect(await show(visitor, 'front', face, true)).toMatchObject({ accepted: false, usable: false });
    expect((await show(visitor, 'front', sides.front)).accepted).toBe(true);
  });
});
