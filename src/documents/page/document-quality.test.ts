import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { rectangle } from '../../imaging/quad.ts';
import { inWords } from '../../sentences.ts';
import { documentQuality } from './document-quality.ts';

const [WIDTH, HEIGHT] = [1000, 630];

/** A tinted card with lines of small dark strokes, as text has them; `over` is drawn last. */
function card(over = ''): Sharp {
  const lines = Array.from({ length: 14 }, (_, line) => {
    const strokes = Array.from({ length: 60 }, (__, at) => {
      const x = 60 + at * 14 + ((at * 7 + line * 3) % 5);
      return `M${x} ${60 + line * 38}v18${at % 3 === 0 ? 'h8' : ''}`;
    });
    return `<path d="${strokes.join('')}" stroke="#222" stroke-width="3" fill="none"/>`;
  });
  const fading = `<radialGradient id="glare"><stop offset="0.5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${fading}</defs>
      <rect width="${WIDTH}" height="${HEIGHT}" fill="#cfd8c8"/>${lines.join('')}${over}</svg>`),
  ).flatten({ background: '#fff' });
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

const texts: Quad[] = Array.from({ length: 14 }, (_, line) => rectangle(55, 56 + line * 38, 860, 26));

describe('the picture of a document', () => {
  test.each([
    ['as it is', (s: Sharp) => s],
    ['a little blurred', (s: Sharp) => s.blur(2)],
    ['in poor light', (s: Sharp) => s.linear(0.35, 0)],
    ['bright', (s: Sharp) => s.linear(1.2, 0)],
    ['in low contrast', (s: Sharp) => s.linear(0.4, 80)],
    ['of 400 pixels', (s: Sharp) => s.resize(400)],
  ])('%s is accepted', async (_, change) => {
    const picture = await sharp(await change(card()).png().toBuffer());
    expect(documentQuality(await pixelsOf(picture)).refusal).toBeNull();
  });

  test.each([
    ['far too small', 'resolution', (s: Sharp) => s.resize(150)],
    ['too dark', 'too dark', (s: Sharp) => s.linear(0.1, 0)],
    ['over-exposed', 'over-exposed', (s: Sharp) => s.linear(0.1, 252)],
    ['without contrast', 'contrast', (s: Sharp) => s.linear(0.08, 120)],
    ['blurred beyond reading', /blurred|contrast/, (s: Sharp) => s.blur(10)],
  ])('%s is refused', async (_, words, change) => {
    const picture = sharp(await change(card()).png().toBuffer());
    expect(inWords(documentQuality(await pixelsOf(picture)).refusal!)).toMatch(words);
  });

  test('with glare over its text is refused, with white paper on it is not', async () => {
    const glare = '<ellipse cx="520" cy="320" rx="330" ry="200" fill="url(#glare)"/>';
    const refused = documentQuality(await pixelsOf(card(glare)), texts);
    expect(refused.refusal).toEqual({ code: 'picture.glare' });
    expect(refused.glare).toBeGreaterThan(0.04);
    const paper = '<rect x="200" y="150" width="500" height="300" fill="#fff"/>';
    expect(documentQuality(await pixelsOf(card(paper)), texts)).toMatchObject({ glare: 0, refusal: null });
  });

  test('whose text runs out of the frame is refused as cut off', async () => {
    const quality = documentQuality(
      await pixelsOf(card()),
      texts.map((_, line) => rectangle(0, 56 + line * 38, 860, 26)),
    );
    expect(quality).toMatchObject({ cutOff: 1, refusal: { code: 'picture.cut-off' } });
    expect(documentQuality(await pixelsOf(card()), texts)).toMatchObject({ cutOff: 0, textHeight: 26, refusal: null });
  });

  test('of one colour is refused, not failed on', async () => {
    const plain = sharp({ create: { width: 500, height: 300, channels: 3, background: '#808080' } });
    expect(documentQuality(await pixelsOf(plain)).refusal).toEqual({ code: 'picture.contrast-low' });
  });
});
