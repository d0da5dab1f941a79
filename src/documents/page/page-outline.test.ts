import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { selfie } from '../../../specimens/selfie.ts';
import { decodePhoto } from '../../imaging/decode.ts';
import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import { distance } from '../../imaging/quad.ts';
import { findPages, frameAround } from './page-outline.ts';

/** Draws white cards with lines of text on a brown table; `over` is drawn last. */
async function table(cards: readonly Quad[], over = ''): Promise<Pixels> {
  const drawn = cards.map((quad) => {
    const outline = quad.map(({ x, y }) => `${x},${y}`).join(' ');
    const at = (u: number, v: number) => {
      const [top, bottom] = [mix(quad[0], quad[1], u), mix(quad[3], quad[2], u)];
      return mix(top, bottom, v);
    };
    const lines = [0.15, 0.3, 0.45, 0.6, 0.75, 0.88].map((v) => {
      const [from, to] = [at(0.08, v), at(0.85, v)];
      return `<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#333" stroke-width="14" stroke-dasharray="9 5"/>`;
    });
    return `<polygon points="${outline}" fill="#f0efe8"/>${lines.join('')}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="1200" height="900" fill="#6b4a32"/>
    ${drawn.join('')}${over}</svg>`;
  const { data } = await sharp(Buffer.from(svg))
    .flatten()
    .removeAlpha()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: 1200, height: 900, data: new Uint8Array(data) };
}

function mix(a: Point, b: Point, part: number): Point {
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

function card(x: number, y: number, width: number, degrees: number): Quad {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [halfWidth, halfHeight] = [width / 2, width / 2 / 1.586];
  const corner = (u: number, v: number) => ({
    x: x + u * halfWidth * cos - v * halfHeight * sin,
    y: y + u * halfWidth * sin + v * halfHeight * cos,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

function expectNear(found: Quad, drawn: Quad): void {
  const diagonal = distance(drawn[0], drawn[2]);
  found.forEach((corner, at) => {
    expect(distance(corner, drawn[at]!) / diagonal).toBeLessThan(0.012);
  });
}

describe('the page in a picture', () => {
  test.each([
    ['straight', card(600, 450, 800, 0)],
    ['tilted to one side', card(600, 450, 750, 17)],
    ['tilted to the other', card(580, 460, 750, -24)],
    ['small in the frame', card(420, 300, 360, 8)],
    [
      'upright',
      card(600, 450, 620, 88)
        .slice(3)
        .concat(card(600, 450, 620, 88).slice(0, 3)) as unknown as Quad,
    ],
    [
      'in perspective',
      [
        { x: 300, y: 200 },
        { x: 900, y: 230 },
        { x: 1010, y: 700 },
        { x: 180, y: 660 },
      ] as Quad,
    ],
  ])('%s is found to the corner', async (_, quad) => {
    const pages = await table([quad]).then((picture) => findPages(picture));
    expect(pages).toHaveLength(1);
    expectNear(pages[0]!.quad, quad);
    expect(pages[0]!.score).toBeGreaterThan(0.75);
  });

  test('with a hand over a corner keeps that corner', async () => {
    const quad = card(600, 450, 760, 6);
    const hand = `<ellipse cx="${quad[2].x}" cy="${quad[2].y}" rx="90" ry="70" fill="#d9a066"/>`;
    expectNear(findPages(await table([quad], hand))[0]!.quad, quad);
  });

  test('is two pages where two sides of a card lie beside each other', async () => {
    const [front, back] = [card(600, 240, 560, 2), card(600, 650, 560, -3)];
    const pages = findPages(await table([front, back]));
    expect(pages).toHaveLength(2);
    const sorted = [...pages].sort((a, b) => a.quad[0].y - b.quad[0].y);
    expectNear(sorted[0]!.quad, front);
    expectNear(sorted[1]!.quad, back);
  });

  test('is the whole picture where nothing has an outline', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#eee"/>
      <text x="50" y="200" font-size="40">NO OUTLINE AT ALL</text></svg>`;
    const { data } = await sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(findPages({ width: 800, height: 500, data: new Uint8Array(data) })).toEqual([
      {
        quad: [
          { x: 0, y: 0 },
          { x: 800, y: 0 },
          { x: 800, y: 500 },
          { x: 0, y: 500 },
        ],
        score: 0,
      },
    ]);
  });

  test('is never a frame that leaves text outside', async () => {
    const inner = card(600, 450, 500, 0);
    const line = (y: number): Quad => [
      { x: 100, y },
      { x: 1100, y },
      { x: 1100, y: y + 30 },
      { x: 100, y: y + 30 },
    ];
    const texts = [line(40), line(100), line(780), line(840), line(450)];
    expect(findPages(await table([inner]), texts)[0]!.score).toBe(0);
  });

  test('of any size and content gives finite corners', () => {
    for (const [width, height] of [
      [64, 64],
      [65, 640],
      [3000, 300],
    ] as const) {
      const noise = Uint8Array.from(
        { length: width * height * 3 },
        (_, at) => (Math.imul(at, 2654435761) >>> 13) & 255,
      );
      for (const { quad } of findPages({ width, height, data: noise })) {
        expect(quad.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
      }
    }
  });
});

describe('a frame around a face', () => {
  const sheet = card(600, 450, 620, 78);
  const face = { x: 520, y: 330, width: 160, height: 220 };

  test('is found with all its corners where a sheet or a screen is held up', async () => {
    expectNear(turned(frameAround(await table([sheet]), face)!), sheet);
  });

  test('is found where the picture cuts a side of it off, but not the side below the face', async () => {
    const cut = (quad: Quad, x: number, y: number) =>
      quad.map((at) => ({ x: at.x + x, y: at.y + y })) as unknown as Quad;
    for (const [x, y, found] of [
      [0, -190, true],
      [-430, 0, true],
      [430, 0, true],
      [0, 190, false],
      [-430, -190, false],
    ] as const) {
      const pixels = await table([cut(sheet, x, y)]);
      const moved = { ...face, x: face.x + x, y: face.y + y };
      expect(frameAround(pixels, moved) !== null, `moved by ${x}, ${y}`).toBe(found);
    }
    const above = { ...face, y: face.y - 190 };
    expect(frameAround(await table([cut(sheet, 0, -190)]), above, 180)).toBeNull();
  });

  test.each([
    [
      'shoulders hide a side of it, as of a window behind a person',
      face,
      '<ellipse cx="600" cy="820" rx="330" ry="260" fill="#26304a"/>',
    ],
    ['the face stands beside it', { ...face, x: 60 }, ''],
    ['the face reaches beyond it', { ...face, x: 700 }, ''],
    ['the face is small, as before a door', { x: 580, y: 400, width: 50, height: 65 }, ''],
  ])('is none where %s', async (_, box, over) => {
    expect(frameAround(await table([sheet], over), box)).toBeNull();
  });

  test('is seen around most drawn screens and prints, and around nobody in front of the camera', async () => {
    const found = { live: 0, screen: 0, print: 0 };
    for (const look of ['live', 'screen', 'print'] as const) {
      for (let seed = 1; seed <= 5; seed++) {
        const { pixels } = await decodePhoto(selfie({ face: seed, sex: 'F' }, seed, { look }));
        if (frameAround(pixels, { x: 310, y: 360, width: 280, height: 340 })) found[look]++;
      }
    }
    expect(found.live).toBe(0);
    expect(Math.min(found.screen, found.print)).toBeGreaterThanOrEqual(4);
  });
});

/** The same corners beginning with the one that is first in the drawing, which lies on its side. */
function turned([a, b, c, d]: Quad): Quad {
  return [b, c, d, a];
}
