import sharp from 'sharp';
import { palette, paper } from './paper.ts';
import { portraitOf } from './portrait.ts';
import { Random } from './random.ts';
import { Sheet } from './sheet.ts';
import type { Holder } from './truth.ts';

/** A card with a portrait that says when its holder was born and when it expires, and nothing else, as a JPEG. */
export async function namelessCard(holder: Holder): Promise<Buffer> {
  const random = new Random('nameless');
  const sheet = new Sheet(85.6, 54, 12);
  paper(sheet, random, palette(random));
  sheet.picture(portraitOf(holder, random), 4, 12.5, 26, 34, { portrait: true });
  const rows = ['IDENTITY CARD', 'Date of birth  25.08.1985', 'Date of expiry  24.08.2036'];
  for (const [row, text] of rows.entries()) sheet.text(text, 36, 12 + row * 8, { font: 'grotesque', size: 3 });
  const { width, height, data } = sheet.side(3.18).pixels;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
