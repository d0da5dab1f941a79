import type { Pixels } from '../src/imaging/pixels.ts';
import { font } from './fonts.ts';
import { defocus, noise } from './lens.ts';
import type { Random } from './random.ts';
import { canvasOf, pixelsOf } from './sheet.ts';
import { drawSpecimen, type SpecimenOptions } from './specimen.ts';
import type { Side, Specimen } from './truth.ts';

/** A copy without colour, as office machines make them: hard contrast, paper gone white, toner black. */
export function photocopy({ width, height, data }: Pixels, random: Random): Pixels {
  const gain = random.between(1.1, 1.6);
  const copied = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 3) {
    const gray = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    copied.fill(Math.max(8, Math.min(250, (gray - 128) * gain + 140)), at, at + 3);
  }
  const pixels = { width, height, data: copied };
  noise(pixels, random.between(1, 4), random);
  return pixels;
}

/** A specimen of which office machines made a copy without colour. */
export function copied(specimen: Specimen, random: Random): Specimen {
  return { ...specimen, sides: specimen.sides.map((side) => ({ ...side, pixels: photocopy(side.pixels, random) })) };
}

/** The picture under a lamp that is not white, or with a white balance that is wrong. */
export function tinted({ width, height, data }: Pixels, random: Random): Pixels {
  const gains = [random.between(0.85, 1.15), 1, random.between(0.85, 1.15)];
  return { width, height, data: data.map((value, at) => Math.min(255, value * gains[at % 3]!)) };
}

/** The picture shown on a screen and photographed again: its grid of coloured dots, seen through another grid. */
export function onScreen(pixels: Pixels, random: Random): Pixels {
  const { width, height } = pixels;
  const shown = defocus({ width, height, data: pixels.data.slice() }, random.between(0.5, 0.9));
  const period = random.between(2.3, 5.5);
  const angle = random.between(-0.06, 0.06);
  const [cos, sin, depth] = [Math.cos(angle), Math.sin(angle), random.between(0.12, 0.45)];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x * cos + y * sin) / period, (y * cos - x * sin) / period];
      const row = 1 - depth * 0.5 * (1 + Math.cos(2 * Math.PI * v));
      for (let channel = 0; channel < 3; channel++, at++) {
        const dot = 1 - depth * (1 - Math.cos(2 * Math.PI * (u - channel / 3))) * 0.5;
        shown.data[at] = shown.data[at]! * dot * row * 0.95 + 10;
      }
    }
  }
  const taken = defocus(shown, random.between(0.4, 0.8));
  noise(taken, random.between(1, 3), random);
  return taken;
}

/** The face of another picture put over a face, with what is around it; other prints of the face stay as they are. */
export function pasted(pixels: Pixels, face: Box, other: Pixels, otherFace: Box): Pixels {
  const canvas = canvasOf(pixels);
  const grown = ({ x, y, width, height }: Box): [number, number, number, number] => {
    const [across, down] = [width * AROUND_FACE, height * AROUND_FACE];
    return [x - across, y - down, width + 2 * across, height + 2 * down];
  };
  canvas.getContext('2d').drawImage(canvasOf(other), ...grown(otherFace), ...grown(face));
  return pixelsOf(canvas);
}

/** What a portrait shows around the face, in its widths and heights. */
const AROUND_FACE = 0.3;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The same passport with another date of birth in print; its zone stays as it was. */
export async function otherZone(specimen: Specimen, seed: number, options: SpecimenOptions): Promise<Specimen> {
  const { birthDate } = specimen.holder;
  const holder = { ...specimen.holder, birthDate: `${Number(birthDate.slice(0, 4)) + 7}${birthDate.slice(4)}` };
  const other = await drawSpecimen(seed, {
    ...options,
    holder: { ...holder, birthDate: holder.birthDate.replace('-02-29', '-02-28') },
  });
  const [front, ...rest] = other.sides as [Side, ...Side[]];
  const canvas = canvasOf(front.pixels);
  const genuine = canvasOf(specimen.sides[0]!.pixels);
  const top = Math.round(canvas.height * ZONE_TOP);
  const height = canvas.height - top;
  canvas.getContext('2d').drawImage(genuine, 0, top, canvas.width, height, 0, top, canvas.width, height);
  return { ...other, sides: [{ ...front, pixels: pixelsOf(canvas) }, ...rest] };
}

/** Where the zone of a data page begins (ICAO Doc 9303 part 4): 23 of 88 or 125 millimetres from its lower edge. */
const ZONE_TOP = 0.8;

/** The word by which issuers mark specimens, across the page. */
export function stamped(specimen: Specimen, random: Random): Specimen {
  const [front, ...rest] = specimen.sides as [Side, ...Side[]];
  const canvas = canvasOf(front.pixels);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgb(190 30 40 / 0.7)';
  context.font = font('grotesque-bold', canvas.width * random.between(0.07, 0.11));
  context.translate(canvas.width * 0.3, canvas.height * 0.55);
  context.rotate(random.between(-0.12, 0.12));
  context.fillText(random.pick(['SPECIMEN', 'SPECIMEN', 'MUSTER', 'SAMPLE']), 0, 0);
  return { ...specimen, sides: [{ ...front, pixels: pixelsOf(canvas) }, ...rest] };
}
