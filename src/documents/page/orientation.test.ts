import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { font } from '../../../specimens/fonts.ts';
import { pixelsOf } from '../../../specimens/sheet.ts';
import { TextReader } from '../text/text-reader.ts';
import { upright } from './orientation.ts';

const LINES = ['Travel document for persons', 'MOHAMMAD FARIDA', 'born in Casablanca 1986', 'valid until 31.10.2031'];

/** A page that lies beside a short line in large print that stands. */
function pageThatLies(turn: 1 | -1) {
  const canvas = createCanvas(900, 700);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f6f4ee';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#1b1b22';
  context.font = font('grotesque', 52);
  context.fillText('machine readable', 40, 60);
  context.font = font('grotesque', 26);
  for (const [at, text] of [...LINES, ...LINES].entries()) {
    context.save();
    context.translate(turn > 0 ? 760 - at * 70 : 260 + at * 70, turn > 0 ? 160 : 660);
    context.rotate((turn * Math.PI) / 2);
    context.fillText(text, 0, 0);
    context.restore();
  }
  return pixelsOf(canvas);
}

test.each([
  [1, 3],
  [-1, 1],
] as const)('print that runs the other way does not tell how a page lies (%d)', async (turn, turns) => {
  const reader = await TextReader.open();
  const pixels = pageThatLies(turn);
  expect((await upright(pixels, await reader.detect(pixels), reader)).turns).toBe(turns);
});
