import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Pixels, Quad } from '../src/imaging/pixels.ts';
import { resize } from '../src/imaging/resample.ts';
import { drawHead, type View } from './faces/head.ts';
import { drawStyled, type Style } from './faces/styles.ts';
import { traitsOf } from './faces/traits.ts';
import { darken, defocus, noise } from './lens.ts';
import { Random } from './random.ts';
import { canvasOf, pixelsOf } from './sheet.ts';
import type { Holder } from './truth.ts';

export interface SelfieOptions {
  readonly eyes?: 'open' | 'closed';
  /** How many people are in the picture; the first is the person asked for. One by default. */
  readonly people?: 0 | 1 | 2;
  /** A picture of the person in front of the camera, of a screen that shows it, or of a print of it. */
  readonly look?: 'live' | 'screen' | 'print';
  /** By whose hand the face is drawn. */
  readonly style?: Style;
  readonly quality?: 'good' | 'blurred' | 'dark' | 'tiny';
}

const WIDTH = 900;
const HEIGHT = 1200;

/** A selfie of an invented person as JPEG bytes; other pose, light and surroundings for every seed. */
export function selfie(
  person: Pick<Holder, 'face' | 'sex'>,
  seed: number | string,
  options: SelfieOptions = {},
): Buffer {
  const random = new Random(`selfie ${seed}`);
  let pixels = room(random);
  const people = options.people ?? 1;
  const shift = people === 2 ? 0.26 : random.between(-0.05, 0.05);
  const unit = WIDTH * (people === 2 ? 0.13 : random.between(0.19, 0.24));
  const view = viewOf(random, options.eyes ?? 'open');
  if (people === 2) {
    const other = traitsOf(random.whole(1, 1e9));
    pixels = drawHead(
      pixels,
      other,
      viewOf(random, 'open'),
      WIDTH * 0.27,
      HEIGHT * 0.46,
      unit * random.between(0.92, 1),
    );
  }
  if (people > 0) {
    const traits = traitsOf(person.face, person.sex === 'X' ? undefined : person.sex === 'F');
    const [x, y] = [WIDTH * (0.5 + shift), HEIGHT * random.between(0.4, 0.46)];
    pixels = drawStyled(options.style ?? 'generator', pixels, traits, view, x, y, unit);
  }
  if (options.look === 'screen') pixels = onScreen(pixels, random);
  if (options.look === 'print') pixels = onPaper(pixels, random);
  return developed(pixels, options.quality ?? 'good', random);
}

function developed(taken: Pixels, quality: NonNullable<SelfieOptions['quality']>, random: Random): Buffer {
  let pixels = defocus(taken, quality === 'blurred' ? 11 : random.between(0.6, 0.9));
  if (quality === 'dark') darken(pixels, 0.1, random);
  noise(pixels, quality === 'dark' ? 7 : random.between(2, 4), random);
  if (quality === 'tiny') pixels = resize(pixels, 90, 120);
  return canvasOf(pixels).toBuffer('image/jpeg', random.whole(86, 94));
}

function viewOf(random: Random, eyes: 'open' | 'closed'): View {
  const warmth = random.between(-0.07, 0.07);
  const bright = random.between(0.9, 1.05);
  return {
    yaw: random.between(-0.16, 0.16),
    pitch: random.between(-0.1, 0.1),
    roll: random.between(-0.1, 0.1),
    light: [random.between(-0.8, 0.8), random.between(-0.7, -0.1), 1],
    ambient: random.between(0.42, 0.6),
    tint: [bright * (1 + warmth), bright, bright * (1 - warmth)],
    eyes,
  };
}

/** The room is drawn this much smaller: it is out of focus anyway. */
const ROOM = 4;

/** A wall with a window, a shelf or a door, out of focus. */
function room(random: Random): Pixels {
  const canvas = createCanvas(WIDTH / ROOM, HEIGHT / ROOM);
  const context = canvas.getContext('2d');
  context.scale(1 / ROOM, 1 / ROOM);
  const wall = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  const hue = random.whole(0, 359);
  wall.addColorStop(0, `hsl(${hue} ${random.whole(5, 25)}% ${random.whole(60, 85)}%)`);
  wall.addColorStop(1, `hsl(${hue} ${random.whole(5, 25)}% ${random.whole(35, 60)}%)`);
  context.fillStyle = wall;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let thing = random.whole(2, 6); thing > 0; thing--) furniture(context, random);
  return resize(defocus(pixelsOf(canvas), random.between(0.8, 2.2)), WIDTH, HEIGHT);
}

function furniture(context: SKRSContext2D, random: Random): void {
  const x = random.between(-0.2, 0.9) * WIDTH;
  const y = random.between(-0.1, 0.7) * HEIGHT;
  const [width, height] = [random.between(90, 340), random.between(120, 700)];
  context.fillStyle = `hsl(${random.whole(0, 359)} ${random.whole(10, 45)}% ${random.whole(15, 90)}%)`;
  context.fillRect(x, y, width, height);
  context.fillStyle = 'rgb(255 255 255 / 0.35)';
  context.fillRect(x + 14, y + 14, width - 28, height * 0.4);
  context.strokeStyle = 'rgb(0 0 0 / 0.4)';
  context.lineWidth = 6;
  context.strokeRect(x, y, width, height);
}

/** The picture shown by a phone or monitor: its pixels beat with the camera's, blacks glow, a bezel frames it. */
function onScreen(pixels: Pixels, random: Random): Pixels {
  const data = new Uint8Array(pixels.data.length);
  const pitch = random.between(2.1, 3.4);
  const angle = random.between(0.02, 0.12);
  for (let y = 0, at = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++, at += 3) {
      const beat =
        Math.sin(((x + y * angle) * 2 * Math.PI) / pitch) * Math.sin(((y - x * angle) * 2 * Math.PI) / pitch);
      for (let channel = 0; channel < 3; channel++) {
        const lit = pixels.data[at + channel]! * (0.92 + 0.14 * beat) + 16;
        data[at + channel] = Math.min(255, lit * [0.94, 1, 1.1][channel]!);
      }
    }
  }
  return framed({ ...pixels, data }, '#0a0a0c', random);
}

/** The picture on paper: fewer colours and less contrast, a raster, a white edge, held before the camera. */
function onPaper(pixels: Pixels, random: Random): Pixels {
  const data = new Uint8Array(pixels.data.length);
  const pitch = random.between(3, 4.5);
  for (let y = 0, at = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++, at += 3) {
      const dots = Math.cos(((x + y) * 2 * Math.PI) / pitch) + Math.cos(((x - y) * 2 * Math.PI) / pitch);
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = Math.max(0, Math.min(255, 34 + pixels.data[at + channel]! * 0.76 + dots * 6));
      }
    }
  }
  return framed({ ...pixels, data }, '#ece9e2', random);
}

function framed(pixels: Pixels, color: string, random: Random): Pixels {
  const around = room(random);
  const lean = () => random.between(-0.03, 0.03);
  const [width, height] = [WIDTH, HEIGHT];
  const share = random.between(0.03, 0.09);
  const quad: Quad = [
    { x: width * (share + lean()), y: height * (share + lean()) },
    { x: width * (1 - share + lean()), y: height * (share + lean()) },
    { x: width * (1 - share + lean()), y: height * (1 - share + lean()) },
    { x: width * (share + lean()), y: height * (1 - share + lean()) },
  ];
  const canvas = canvasOf(around);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 46;
  context.lineJoin = 'round';
  context.beginPath();
  for (const { x, y } of quad) context.lineTo(x, y);
  context.closePath();
  context.stroke();
  context.fill();
  // The small lean of the sheet is left out of the picture on it: a turn and a stretch come near enough.
  const [a, b, , d] = quad;
  context.transform((b.x - a.x) / width, (b.y - a.y) / width, (d.x - a.x) / height, (d.y - a.y) / height, a.x, a.y);
  context.drawImage(canvasOf(pixels), 0, 0);
  return pixelsOf(canvas);
}

/** Somebody whom nobody takes for this person: of a thousand invented faces the one that differs most. */
export function stranger(person: Pick<Holder, 'face' | 'sex'>): Pick<Holder, 'face' | 'sex'> {
  const own = features(person);
  const random = new Random(`stranger ${person.face}`);
  const sex = person.sex === 'F' ? 'M' : 'F';
  let best = { face: 1, sex: sex as 'F' | 'M' };
  let farthest = -1;
  for (let tries = 0; tries < 1000; tries++) {
    const candidate = { face: random.whole(1, 1e9), sex: sex as 'F' | 'M' };
    const distance = features(candidate).reduce((sum, value, at) => sum + Math.abs(value - own[at]!), 0);
    if (distance > farthest) [best, farthest] = [candidate, distance];
  }
  return best;
}

/** What recognition goes by, each weighed by how much it made 160 drawn faces differ for the network. */
function features({ face, sex }: Pick<Holder, 'face' | 'sex'>): number[] {
  const traits = traitsOf(face, sex === 'X' ? undefined : sex === 'F');
  return [
    traits.eyeDistance / 0.036,
    traits.eyeWidth / 0.06,
    traits.noseLength / 0.07,
    traits.noseWidth / 0.1,
    traits.browHeight / 0.09,
    traits.browThickness / 0.065,
    traits.browArch / 0.125,
    traits.cheekWidth / 0.15,
    traits.mouthY / 0.19,
    traits.mouthCurve / 0.125,
    traits.skin[0] / 100,
    traits.beard,
    traits.glasses ? 0.5 : 0,
  ];
}
