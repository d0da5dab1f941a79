import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Point, Quad } from '../src/imaging/pixels.ts';
import { centreOf } from '../src/imaging/quad.ts';
import type { Random } from './random.ts';

/** Paints what a document lies on: wood, cloth, stone, a plain desk, or a page with text and a keyboard beside it. */
export function desk(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const kinds = { wood, cloth, stone, plain, clutter };
  kinds[random.pick(['wood', 'wood', 'cloth', 'stone', 'plain', 'clutter'] as const)](context, width, height, random);
}

function wood(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const hue = random.whole(18, 38);
  const light = random.whole(25, 62);
  plank(context, width, height, `hsl(${hue} 45% ${light}%)`);
  const angle = random.chance(0.5) ? 0 : Math.PI / 2;
  context.save();
  context.translate(width / 2, height / 2);
  context.rotate(angle + random.between(-0.1, 0.1));
  const reach = Math.hypot(width, height) / 2;
  for (let line = 0; line < 130; line++) {
    const y = random.between(-reach, reach);
    context.strokeStyle = `hsl(${hue} ${random.whole(30, 50)}% ${light + random.whole(-12, 8)}% / ${random.between(0.15, 0.6)})`;
    context.lineWidth = random.between(0.6, 4);
    context.beginPath();
    context.moveTo(-reach, y);
    const bend = random.between(-18, 18);
    context.bezierCurveTo(-reach / 3, y + bend, reach / 3, y - bend, reach, y + random.between(-10, 10));
    context.stroke();
  }
  context.restore();
}

function cloth(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const hue = random.whole(0, 359);
  const light = random.whole(20, 80);
  plank(context, width, height, `hsl(${hue} 25% ${light}%)`);
  const pitch = random.between(5, 11);
  context.lineWidth = pitch * 0.4;
  context.strokeStyle = `hsl(${hue} 25% ${light > 50 ? light - 7 : light + 7}% / 0.7)`;
  context.beginPath();
  for (let x = 0; x < width; x += pitch) {
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  for (let y = 0; y < height; y += pitch) {
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
}

function stone(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const light = random.whole(30, 80);
  plank(context, width, height, `hsl(220 6% ${light}%)`);
  for (let spot = 0; spot < 700; spot++) {
    context.fillStyle = `hsl(${random.whole(0, 359)} 8% ${light + random.whole(-22, 18)}% / 0.5)`;
    context.beginPath();
    const size = random.between(1, 6);
    context.ellipse(
      random.between(0, width),
      random.between(0, height),
      size,
      size * random.between(0.5, 1),
      random.between(0, 3),
      0,
      7,
    );
    context.fill();
  }
}

function plain(context: SKRSContext2D, width: number, height: number, random: Random): void {
  plank(context, width, height, `hsl(${random.whole(0, 359)} ${random.whole(0, 20)}% ${random.whole(12, 95)}%)`);
}

function clutter(context: SKRSContext2D, width: number, height: number, random: Random): void {
  plain(context, width, height, random);
  context.save();
  context.translate(width * random.between(-0.1, 0.3), height * random.between(-0.1, 0.1));
  context.rotate(random.between(-0.3, 0.3));
  context.fillStyle = '#f1efe9';
  context.fillRect(0, 0, width * 0.9, height * 1.1);
  context.fillStyle = '#55565a';
  for (let y = 30; y < height * 1.05; y += 34) {
    for (let x = 40; x < width * 0.85; ) {
      const word = random.between(14, 70);
      context.fillRect(x, y, word, 7);
      x += word + 12;
    }
  }
  context.restore();
}

function plank(context: SKRSContext2D, width: number, height: number, color: string): void {
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
}

/** Two fingers that hold a page at one of its corners (0 to 3, from the top left clockwise). */
export function hand(context: SKRSContext2D, corner: number, page: Quad, random: Random): void {
  const at = page[corner]!;
  const middle = centreOf(page);
  const width = Math.hypot(page[1].x - page[0].x, page[1].y - page[0].y);
  const away = Math.atan2(at.y - middle.y, at.x - middle.x);
  const tone = random.whole(38, 72);
  const thick = width * random.between(0.055, 0.075);
  for (const turn of [-0.35, 0.25]) {
    const angle = away + turn;
    const tip = { x: at.x - Math.cos(angle) * width * 0.045, y: at.y - Math.sin(angle) * width * 0.045 };
    finger(context, tip, angle, thick, width * 0.5, tone);
  }
}

function finger(context: SKRSContext2D, tip: Point, angle: number, thick: number, length: number, tone: number): void {
  context.save();
  context.translate(tip.x, tip.y);
  context.rotate(angle);
  const skin = context.createLinearGradient(0, -thick / 2, 0, thick / 2);
  skin.addColorStop(0, `hsl(20 42% ${tone - 14}%)`);
  skin.addColorStop(0.45, `hsl(22 46% ${tone + 6}%)`);
  skin.addColorStop(1, `hsl(18 42% ${tone - 16}%)`);
  context.fillStyle = skin;
  context.shadowColor = 'rgb(0 0 0 / 0.5)';
  context.shadowBlur = thick * 0.4;
  context.beginPath();
  context.roundRect(0, -thick / 2, length, thick, thick / 2);
  context.fill();
  context.shadowColor = 'transparent';
  context.fillStyle = `hsl(14 50% ${tone + 16}% / 0.85)`;
  context.beginPath();
  context.ellipse(thick * 0.42, 0, thick * 0.3, thick * 0.26, 0, 0, 7);
  context.fill();
  context.restore();
}
