import { font } from './fonts.ts';
import type { Random } from './random.ts';
import type { Sheet } from './sheet.ts';

/** The colours of a document: two tints of the paper, lines of its guilloche, ink of titles, labels and values. */
export interface Palette {
  readonly paper: readonly [string, string];
  readonly lines: readonly string[];
  readonly title: string;
  readonly label: string;
  readonly value: string;
}

export function palette(random: Random): Palette {
  const hue = random.whole(0, 359);
  const second = (hue + random.whole(20, 80)) % 360;
  const light = random.whole(86, 95);
  return {
    paper: [`hsl(${hue} ${random.whole(15, 45)}% ${light}%)`, `hsl(${second} ${random.whole(15, 40)}% ${light - 3}%)`],
    lines: [hue, second, (hue + 150) % 360].map((one) => `hsl(${one} 35% ${random.whole(70, 82)}%)`),
    title: random.pick([`hsl(${hue} 55% 28%)`, '#222', `hsl(${second} 50% 30%)`, '#20304f']),
    label: random.pick(['#333', `hsl(${hue} 45% 30%)`, '#3a3f52', '#4a2f2f']),
    value: random.pick(['#0c0c0e', '#15151a', '#1d1d22']),
  };
}

/** Paper with a guilloche: bands of waves, rosettes and a fine ground, as security printing has them. */
export function paper(sheet: Sheet, random: Random, { paper, lines }: Palette): void {
  const { context, width, height } = sheet;
  const ground = context.createLinearGradient(0, 0, width, height * random.between(0, 1));
  ground.addColorStop(0, paper[0]);
  ground.addColorStop(1, paper[1]);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.save();
  context.lineWidth = random.between(0.07, 0.14);
  const waves = random.whole(2, 4);
  for (let band = 0; band < waves; band++) waveBand(sheet, random, random.pick(lines));
  for (let rosettes = random.whole(0, 2); rosettes > 0; rosettes--) rosette(sheet, random, random.pick(lines));
  context.restore();
}

/** What lies under and over the print of a licence: seals, hills and the state's name many times, all pale. */
export function overprint(
  { context, width, height }: Sheet,
  random: Random,
  name: string,
  { lines }: Palette,
  strength = 1,
): void {
  context.save();
  context.globalAlpha = random.between(0.15, 0.5) * strength;
  if (strength === 1 && random.chance(0.5)) hills(context, random, width, height, random.pick(lines));
  if (strength < 1 || random.chance(0.5)) {
    context.fillStyle = random.pick(lines);
    context.font = font('humanist-bold', random.between(2, 3.4));
    context.rotate(random.between(-0.5, 0.5));
    const [stepX, stepY] = [name.length * 1.9 + 3, random.between(4, 7)];
    for (let y = -height; y < height * 2; y += stepY) {
      for (let x = -width; x < width * 2; x += stepX) context.fillText(name, x + (y % 3) * 4, y);
    }
  }
  context.restore();
}

function hills(context: Sheet['context'], random: Random, width: number, height: number, color: string): void {
  for (let range = random.whole(1, 3); range > 0; range--) {
    const ground = context.createLinearGradient(0, height * 0.3, 0, height);
    ground.addColorStop(0, color);
    ground.addColorStop(1, 'rgb(255 255 255 / 0)');
    context.fillStyle = ground;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += random.between(2, 9)) {
      context.lineTo(x, height * random.between(0.35, 0.62));
    }
    context.lineTo(width, height);
    context.fill();
  }
}

function waveBand({ context, width, height }: Sheet, random: Random, color: string): void {
  const lines = random.whole(10, 26);
  const swing = random.between(1.5, 7);
  const length = random.between(14, 60);
  const phase = random.between(0, 6);
  const slope = random.between(-0.2, 0.2);
  context.strokeStyle = color;
  context.globalAlpha = random.between(0.35, 0.8);
  for (let line = 0; line < lines; line++) {
    const middle = ((line + 0.5) / lines) * height;
    context.beginPath();
    for (let x = -1; x <= width + 1; x += 1.5) {
      const y = middle + slope * x + swing * Math.sin((x / length) * 6.283 + phase + line * 0.21);
      if (x < 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
  }
}

function rosette({ context, width, height }: Sheet, random: Random, color: string): void {
  const x = random.between(0.2, 0.9) * width;
  const y = random.between(0.2, 0.8) * height;
  const radius = random.between(0.12, 0.32) * height;
  const leaves = random.whole(5, 13);
  context.strokeStyle = color;
  context.globalAlpha = random.between(0.3, 0.7);
  for (let ring = 0; ring < 9; ring++) {
    context.beginPath();
    for (let step = 0; step <= 150; step++) {
      const angle = (step / 150) * 2 * Math.PI;
      const far = radius * (0.35 + 0.07 * ring + 0.18 * Math.sin(leaves * angle + ring * 0.5));
      const place: [number, number] = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
      if (step === 0) context.moveTo(...place);
      else context.lineTo(...place);
    }
    context.stroke();
  }
}

/** A hologram: a patch of pale rainbow over the print. */
export function hologram({ context }: Sheet, random: Random, x: number, y: number, radius: number): void {
  context.save();
  context.globalAlpha = random.between(0.12, 0.28);
  const shine = context.createLinearGradient(x - radius, y - radius, x + radius, y + radius);
  const start = random.whole(0, 359);
  for (let stop = 0; stop <= 6; stop++) shine.addColorStop(stop / 6, `hsl(${(start + stop * 55) % 360} 90% 75%)`);
  context.fillStyle = shine;
  context.beginPath();
  const points = random.whole(6, 18);
  for (let point = 0; point <= points * 2; point++) {
    const angle = (point / points) * Math.PI;
    const far = radius * (point % 2 ? 0.82 : 1);
    context.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  context.fill();
  context.restore();
}

/** A scribbled name. */
export function signature({ context }: Sheet, random: Random, x: number, y: number, width: number): void {
  context.save();
  context.strokeStyle = 'rgb(20 24 60 / 0.85)';
  context.lineWidth = random.between(0.22, 0.4);
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x, y);
  const strokes = random.whole(9, 15);
  for (let stroke = 1; stroke <= strokes; stroke++) {
    const end = x + (stroke / strokes) * width;
    const high = y - random.between(-1.5, 4.5);
    context.bezierCurveTo(
      end - 3,
      high,
      end - random.between(-2, 3),
      y + random.between(-1, 2.5),
      end,
      y - random.between(0, 1.5),
    );
  }
  context.stroke();
  context.restore();
}

/** A coat of arms that belongs to nobody: a shield with a random charge. */
export function emblem({ context }: Sheet, random: Random, x: number, y: number, size: number, color: string): void {
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(-0.4, -0.5);
  context.lineTo(0.4, -0.5);
  context.lineTo(0.4, 0.1);
  context.quadraticCurveTo(0.35, 0.4, 0, 0.5);
  context.quadraticCurveTo(-0.35, 0.4, -0.4, 0.1);
  context.fill();
  context.fillStyle = '#f4efe0';
  const points = random.whole(4, 9);
  context.beginPath();
  for (let point = 0; point < points * 2; point++) {
    const angle = (point / points) * Math.PI - Math.PI / 2;
    const far = point % 2 ? 0.12 : 0.28;
    context.lineTo(far * Math.cos(angle), -0.08 + far * Math.sin(angle));
  }
  context.fill();
  context.restore();
}
