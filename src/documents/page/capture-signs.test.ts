import { expect, it } from 'vitest';
import { onScreen, photocopy } from '../../../test/specimens/forgery.ts';
import { Random } from '../../../test/specimens/random.ts';
import { drawSpecimen } from '../../../test/specimens/specimen.ts';
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

it('a screen shows its grid', () => {
  expect(captureSigns(onScreen(specimen.card, new Random(1))).pattern).toBeGreaterThan(30);
});

it('a picture of next to nothing has neither', () => {
  expect(captureSigns({ width: 3, height: 2, data: new Uint8Array(18).fill(90) })).toEqual({ colour: 0, pattern: 1 });
});
