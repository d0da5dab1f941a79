import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Font } from '../../specimens/fonts.ts';
import { type OtherZone, otherZone } from '../../specimens/other-zones.ts';
import { type Damage, photograph, READABLE_DAMAGES } from '../../specimens/photograph.ts';
import { Random } from '../../specimens/random.ts';
import { drawSpecimen, type SpecimenOptions } from '../../specimens/specimen.ts';
import type { Truth } from '../../specimens/truth.ts';
import { benchData } from '../shared-lists.ts';
import type { TrueValues } from './compare.ts';

/** A picture of a document with what it says. */
export interface Picture {
  readonly name: string;
  readonly bytes: Buffer;
  readonly truth: TrueValues;
  readonly mrz: readonly string[] | null;
  /** False where the printed check digits do not hold: such a zone must not be reported as valid. */
  readonly mrzValid: boolean;
  readonly barcode: string | null;
  readonly mock: boolean;
}

const TYPES: Readonly<Record<string, string | null>> = {
  passport: 'Passport',
  national_id: 'National ID',
  residence_permit: 'Residence Permit',
  driving_licence: 'Driver License',
  // The service names no type for a visa.
  visa: null,
};

/** The photos of the benchmark data, none where it is not at hand. */
export function sharedPictures(): Picture[] {
  const folder = join(benchData(), 'images', 'documents');
  if (!existsSync(join(folder, 'truth.tsv'))) return [];
  const [head, ...rows] = readFileSync(join(folder, 'truth.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head!.trim().split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)]?.trim() || null;
    return {
      name: cell('file')!,
      bytes: readFileSync(join(folder, cell('file')!)),
      truth: {
        type: TYPES[cell('type')!] ?? null,
        country: cell('country'),
        region: cell('region'),
        number: cell('number'),
        surname: cell('surname'),
        given: cell('given'),
        birthDate: cell('dob'),
        expiryDate: cell('expiry'),
        sex: cell('sex'),
        nationality: cell('nationality'),
        address: cell('address'),
      },
      mrz: cell('mrz')?.split('|') ?? null,
      mrzValid: cell('mrzvalid') === '1',
      barcode: null,
      mock: cell('quality')?.includes('mock') ?? false,
    };
  });
}

/** Drawn pictures of one kind of damage; `from` is the first seed. */
export async function* drawnPictures(
  damages: readonly Damage[],
  count: number,
  from: number,
  options: SpecimenOptions = {},
): AsyncGenerator<Picture> {
  for (let seed = from; seed < from + count; seed++) {
    const specimen = await drawSpecimen(seed, options);
    // Every third document lies as a scan where nothing is to be damaged.
    const shot = photograph(specimen, seed, damages, { scan: damages.length === 0 && seed % 3 === 0 });
    yield picture(`${damages.join('+') || 'clean'} ${seed} ${shot.truth.layout}`, shot.jpeg, shot.truth);
  }
}

interface SmallLicences {
  readonly heldOut?: boolean;
  /** Least and most pixels. */
  readonly width?: readonly [number, number];
  /** Least and most of JPEG, 1 to 100. */
  readonly quality?: readonly [number, number];
}

/** Fronts of licences with numbered fields, as small as they are found in letters and on the web. */
export async function* smallLicences(
  count: number,
  from: number,
  { heldOut = false, width: widths = [430, 720], quality: qualities = [55, 88] }: SmallLicences = {},
): AsyncGenerator<Picture> {
  const layout = heldOut ? 'licence-us-loose' : 'licence-us-numbered';
  for (let seed = from; seed < from + count; seed++) {
    const random = new Random(`small licence ${seed}`);
    const specimen = await drawSpecimen(seed, { layout, heldOut });
    const [width, quality] = [random.whole(...widths), random.whole(...qualities)];
    const shot = photograph(specimen, seed, [], { sides: 'front', scan: random.chance(0.7), width, quality });
    yield picture(`${layout} ${seed}`, shot.jpeg, shot.truth);
  }
}

/** Both sides of a card with a zone in one small, pale picture. */
export async function* twoSides(count: number, from: number): AsyncGenerator<Picture> {
  for (let seed = from; seed < from + count; seed++) {
    const random = new Random(`two sides ${seed}`);
    const layout = random.pick(['card-above', 'card-corner', 'card-left', 'card-mirrored']);
    const specimen = await drawSpecimen(seed, { layout });
    const [width, quality, contrast] = [random.whole(620, 960), random.whole(50, 88), random.between(0.2, 1)];
    const beside = random.chance(0.7);
    const shot = photograph(specimen, seed, [], { sides: 'both', scan: true, beside, width, quality, contrast });
    yield picture(`two sides ${seed} ${layout}`, shot.jpeg, shot.truth);
  }
}

/** Fonts that the network of zones was not trained on, those of proportional print last. */
const OTHER_FACES: readonly Font[] = ['signpost', 'slab', 'roman', 'humanist-bold'];

/** Pictures of zones as real documents do not have them, by their kind. */
export const OTHER_ZONES = ['fonts', 'small', 'framed', 'two-cards'] as const;

/** Zones in fonts other than OCR-B, of cards 260 to 310 pixels wide, in a frame, and beside or under another side. */
export async function* otherZones(
  kind: (typeof OTHER_ZONES)[number],
  count: number,
  from: number,
): AsyncGenerator<Picture> {
  for (let seed = from; seed < from + count; seed++) {
    const random = new Random(`${kind} ${seed}`);
    const specimen = await otherZone(`${kind} ${seed}`, differenceOf(kind, random));
    const width = kind === 'small' ? random.whole(260, 310) : random.whole(520, 1100);
    const sides = kind === 'two-cards' ? 'both' : specimen.sides[0]!.mrz ? 'front' : 'back';
    const shot = photograph(specimen, seed, [], {
      sides,
      scan: kind === 'small' || random.chance(0.6),
      beside: random.chance(0.5),
      width,
      quality: random.whole(70, 92),
    });
    yield picture(`${kind} ${seed} ${shot.truth.layout}`, shot.jpeg, shot.truth);
  }
}

function differenceOf(kind: (typeof OTHER_ZONES)[number], random: Random): OtherZone {
  if (kind === 'fonts') return { face: random.pick(OTHER_FACES) };
  if (kind === 'framed') return { frame: random.pick(['#e00012', '#d4202a', '#f01818', '#1d55c8']) };
  const third = kind === 'small' ? 'card-td2' : 'card-left';
  return { layout: random.pick(['card-above', 'card-corner', third]) };
}

/** One set for each damage that a reader must cope with, in the order of the tables. */
export const DAMAGE_SETS: readonly (readonly Damage[])[] = [
  [],
  ...READABLE_DAMAGES.map((damage) => [damage]),
  ['tilt', 'perspective', 'jpeg40'],
];

function picture(name: string, bytes: Buffer, truth: Truth): Picture {
  return {
    name,
    bytes,
    truth: { ...truth, type: TYPES[truth.type] ?? null },
    mrz: truth.mrz?.lines ?? null,
    mrzValid: true,
    // Bars of less than two pixels are lost, to the eye as to a decoder.
    barcode: truth.bar !== null && truth.bar >= 2 ? truth.barcode!.text : null,
    mock: false,
  };
}
