import { createCanvas } from '@napi-rs/canvas';
import { font } from '../../specimens/fonts.ts';

const SIDE = 2400;
const SIZE = 40;

const ZONE = 'P<UTOMUSTERFRAU<<ERIKA SURNAME ';

/** A PNG with more text than any document has, by default with lines of a machine-readable zone among it. */
export function fullOfText(text = ZONE): Buffer {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = 'black';
  context.font = font('mono', SIZE);
  const words = text.repeat(5);
  for (let y = SIZE; y < SIDE; y += 1.2 * SIZE) context.fillText(words, 0, y);
  return canvas.toBuffer('image/png');
}
