import { expect, it } from 'vitest';
import { onScreen, photocopy } from '../../../specimens/forgery.ts';
import { Random } from '../../../specimens/random.ts';
import { canvasOf, pixelsOf } from '../../../specimens/sheet.ts';
import { drawSpecimen } from '../../../specimens/specimen.ts';
import { rectangle } from '../../imaging/quad.ts';
import { captureSigns } from './capture-signs.ts';

const specimen = await drawSpecimen(12, { layout: 'card-above', issuer: 'SWE' });

it('a document has colour and no regular pattern', () => {
  const { colour, pattern } = captureSigns(specimen.card);
  expect(colour).toBeGreaterThan(20);
  expect(pattern).toBeLessThan(10);
});

it('a photocopy has no colour', () => {
  expect(captureSigns(photocopy(specimen.card, new Random(1))).colour).toBeLessThan(8);
});

it('a photocopy has none on a coloured desk and under a yellow lamp either', () => {
  const card = photocopy(specimen.card, new Random(1));
  const { width, height } = { width: card.width + 200, height: card.height + 200 };
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) data.set([150, 60, 20], at);
  const canvas = canvasOf({ width, height, data });
  canvas.getContext('2d').drawImage(canvasOf(card), 100, 100);
  const onDesk = pixelsOf(canvas);
  for (let at = 2; at < data.length; at += 3) onDesk.data[at]! *= 0.8;
  const places = [0, 1, 2, 3].map((row) => rectangle(130, 150 + (row * card.height) / 4, card.width - 60, 30));
  expect(captureSigns(onDesk, places).colour).toBeLessThan(4);
  expect(captureSigns(onDesk).colour).toBeGreaterThan(40);
});

it('a screen shows its grid', () => {
  expect(captureSigns(onScreen(specimen.card, new Random(1))).pattern).toBeGreaterThan(30);
});

it('a picture of next to nothing has neither', () => {
  expect(captureSigns({ width: 3, height: 2, data: new Uint8Array(18).fill(90) })).toEqual({ colour: 0, pattern: 1 });
});
