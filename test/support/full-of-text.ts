import { createCanvas } from '@napi-rs/canvas';
import { font } from '../../specimens/fonts.ts';

const SIDE = 2400;
const SIZE = 40;

/** A PNG with more text than any document has, lines of a machine-readable zone among it. */
export function fullOfText(): Buffer {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = 'black';
  context.font = font('mono', SIZE);
  const words = 'P<UTOMUSTERFRAU<<ERIKA SURNAME '.repeat(5);
  for (let y = SIZE; y < SIDE; y += 1.2 * SIZE) context.fillText(words, 0, y);
  return canvas.toBuffer('image/png');
}
