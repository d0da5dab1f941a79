import type { Pixels } from '../src/imaging/pixels.ts';
import { FONT_PAIRS, HELD_OUT_FONT_PAIRS } from './fonts.ts';
import { HELD_OUT_LANGUAGES } from './labels.ts';
import { card, frenchCard, largeCard } from './layouts/card.ts';
import { licenceEu } from './layouts/licence-eu.ts';
import { licenceNumbered } from './layouts/licence-numbered.ts';
import { licenceUs } from './layouts/licence-us.ts';
import { passport } from './layouts/passport.ts';
import { chooseStyle, type Style } from './layouts/style.ts';
import { visa } from './layouts/visa.ts';
import { palette } from './paper.ts';
import { portraitOf } from './portrait.ts';
import { Random } from './random.ts';
import { MORE_REGIONS, REGIONS } from './regions.ts';
import { STATES } from './states.ts';
import { regionSubject, type Subject, type SubjectOptions, stateSubject } from './subject.ts';
import type { DocumentKind, MrzFormat, PrintedMrz, Side, Specimen, Truth } from './truth.ts';

export interface SpecimenOptions extends SubjectOptions {
  readonly kind?: DocumentKind;
  /** A layout by its name, see `LAYOUTS`. */
  readonly layout?: string;
  /** Alpha-3 code of the issuing state; for North American licences the region's code (`CA`, `ON`). */
  readonly issuer?: string;
  /** True: layout, fonts and state that readers are not developed on. By default none of them is. */
  readonly heldOut?: boolean;
}

interface Layout {
  readonly name: string;
  readonly kinds: readonly DocumentKind[];
  readonly format: MrzFormat | null;
  readonly heldOut: boolean;
  readonly draw: (layout: string, subject: Subject, style: Style, random: Random, face: Pixels) => Side[];
  /** Sizes of values in millimetres. */
  readonly size: readonly [number, number];
  /** Only these issue it. */
  readonly issuers?: readonly string[];
  /** Drawn only where it is asked for by its name. */
  readonly apart?: boolean;
}

function layout(
  name: string,
  kinds: readonly DocumentKind[],
  format: MrzFormat | null,
  draw: Layout['draw'],
  more: Partial<Layout> = {},
): Layout {
  return { name, kinds, format, heldOut: false, draw, size: [2.5, 3.1], ...more };
}

const CARDS: readonly DocumentKind[] = ['national_id', 'residence_permit'];
const EUROPE = STATES.map(({ code }) => code).filter((code) => !['UTO', 'AUS', 'CAN'].includes(code));

/** Every layout that can be drawn. */
export const LAYOUTS: readonly Layout[] = [
  layout('passport-above', ['passport'], 'TD3', passport),
  layout('passport-numbered', ['passport'], 'TD3', passport),
  layout('passport-left', ['passport'], 'TD3', passport, { size: [2.6, 3.3] }),
  layout('passport-open', ['passport'], 'TD3', passport),
  layout('passport-mirrored', ['passport'], 'TD3', passport),
  layout('passport-below', ['passport'], 'TD3', passport, { heldOut: true }),
  layout('card-above', CARDS, 'TD1', card),
  layout('card-corner', CARDS, 'TD1', card),
  layout('card-left', CARDS, 'TD1', card, { size: [2.2, 2.7] }),
  layout('card-mirrored', CARDS, 'TD1', card),
  layout('card-below', CARDS, 'TD1', card, { heldOut: true }),
  layout('card-td2', ['national_id'], 'TD2', largeCard),
  layout('card-fra-1988', ['national_id'], 'FRA1988', frenchCard, { issuers: ['FRA'] }),
  layout('visa-a', ['visa'], 'MRVA', visa),
  layout('visa-b', ['visa'], 'MRVB', visa),
  layout('licence-eu', ['driving_licence'], null, licenceEu, { issuers: EUROPE.filter((code) => code !== 'FRA') }),
  layout('licence-eu-wide', ['driving_licence'], null, licenceEu, { issuers: EUROPE.filter((code) => code !== 'FRA') }),
  layout('licence-eu-bare', ['driving_licence'], null, licenceEu, { issuers: EUROPE, heldOut: true }),
  layout('licence-fra', ['driving_licence'], 'FRDL', licenceEu, { issuers: ['FRA'] }),
  layout('licence-us-plain', ['driving_licence'], null, licenceUs, { size: [2.3, 2.8] }),
  layout('licence-us-band', ['driving_licence'], null, licenceUs, { size: [2.3, 2.8] }),
  layout('licence-us-words', ['driving_licence'], null, licenceUs, { size: [2.3, 2.8] }),
  layout('licence-us-stacked', ['driving_licence'], null, licenceUs, { size: [2.5, 2.9], heldOut: true }),
  layout('licence-us-numbered', ['driving_licence'], null, licenceNumbered, { size: [2.2, 2.9], apart: true }),
  layout('licence-us-loose', ['driving_licence'], null, licenceNumbered, {
    size: [2.2, 2.9],
    apart: true,
    heldOut: true,
  }),
];

/**
 * Draws an invented document, the same for the same seed and options. The result is its sides, flat, clean and in full
 * sharpness, with what is printed on them. `photograph` makes pictures of it.
 */
export async function drawSpecimen(seed: number | string, options: SpecimenOptions = {}): Promise<Specimen> {
  const random = new Random(`specimen ${seed}`);
  const heldOut = options.heldOut ?? false;
  const kinds: readonly DocumentKind[] = [
    'passport',
    'passport',
    'national_id',
    'residence_permit',
    'driving_licence',
    'driving_licence',
    'visa',
  ];
  const wanted =
    options.kind ??
    (options.layout ? undefined : random.pick(heldOut ? kinds.filter((kind) => kind !== 'visa') : kinds));
  const chosen = random.pick(layoutsFor(options, wanted, heldOut));
  const kind = wanted ?? random.pick(chosen.kinds);
  const american = chosen.name.startsWith('licence-us');
  const subject = american
    ? await regionSubject(random, pickOf(random, regionsOf(chosen), options.issuer, heldOut), {
        ...options,
        ...(chosen.apart ? { cultures: ['american'] as const } : {}),
      })
    : stateSubject(
        random,
        kind,
        pickOf(
          random,
          STATES.filter((state) => chosen.issuers?.includes(state.code) ?? true),
          options.issuer,
          heldOut && !chosen.issuers?.includes('FRA'),
        ),
        chosen.format,
        options,
      );
  const state = subject.state;
  const style = chooseStyle(
    random,
    {
      fonts: random.pick(heldOut ? HELD_OUT_FONT_PAIRS : FONT_PAIRS),
      palette: palette(random),
      languages: state?.languages.slice(0, kind === 'passport' ? 3 : 2) ?? ['eng'],
      dates: state ? random.pick(state.dates) : subject.region!.dates,
    },
    chosen.size,
  );
  const face = portraitOf(subject.holder, random);
  const sides = chosen.draw(chosen.name, subject, style, random, face);
  return { truth: truthOf(subject, chosen, style, sides), holder: subject.holder, card: sides[0]!.pixels, sides };
}

function regionsOf({ apart }: Layout) {
  return apart ? [...REGIONS.filter(({ country }) => country === 'USA'), ...MORE_REGIONS] : REGIONS;
}

function layoutsFor(options: SpecimenOptions, kind: DocumentKind | undefined, heldOut: boolean): Layout[] {
  const found = LAYOUTS.filter(
    (one) =>
      (options.layout
        ? one.name === options.layout
        : !one.apart && (one.heldOut === heldOut || (heldOut && kind === 'visa'))) &&
      (!kind || one.kinds.includes(kind)) &&
      fits(one, options.issuer),
  );
  if (found.length === 0) throw new Error(`No layout fits ${JSON.stringify(options)}.`);
  return found;
}

function fits({ name, issuers }: Layout, issuer: string | undefined): boolean {
  if (!issuer) return true;
  const american = REGIONS.some(({ code }) => code === issuer);
  return american === name.startsWith('licence-us') && (issuers?.includes(issuer) ?? true);
}

function pickOf<T extends { code: string; heldOut: boolean }>(
  random: Random,
  all: readonly T[],
  code: string | undefined,
  heldOut: boolean,
): T {
  const fitting = all.filter((one) => (code ? one.code === code : one.heldOut === heldOut));
  return random.pick(fitting.length > 0 ? fitting : all);
}

function truthOf(subject: Subject, chosen: Layout, style: Style, sides: readonly Side[]): Truth {
  const { holder, state, region } = subject;
  const languages = style.languages;
  return visible(
    {
      type: subject.kind,
      country: state?.code ?? region!.country,
      region: region?.code ?? null,
      number: subject.number,
      surname: holder.surname,
      given: holder.given.join(' '),
      birthDate: holder.birthDate,
      issueDate: subject.issueDate,
      expiryDate: subject.expiryDate,
      sex: holder.sex,
      nationality: holder.nationality,
      address: holder.address.join(', '),
      mrz: subject.mrz,
      barcode: subject.barcode,
      bar: null,
      layout: chosen.name,
      fonts: style.fonts.value,
      languages,
      heldOut:
        chosen.heldOut ||
        HELD_OUT_FONT_PAIRS.includes(style.fonts) ||
        languages.some((one) => HELD_OUT_LANGUAGES.includes(one)),
      damages: [],
      pages: [],
      portrait: sides[0]!.portrait,
    },
    sides,
  );
}

const FIELDS = [
  'number',
  'surname',
  'given',
  'birthDate',
  'issueDate',
  'expiryDate',
  'sex',
  'nationality',
  'address',
] as const;

/**
 * What can be read where these sides are in the picture: as print, in the zone or in the barcode. A name that stands in
 * the zone alone is without diacritics and cut off where the line ends.
 */
export function visible(truth: Truth, sides: readonly Side[]): Truth {
  const zone = sides.find(({ mrz }) => mrz !== null)?.mrz ?? null;
  const coded = sides.find((side) => side.barcode !== null);
  const barcode = coded?.barcode ?? null;
  const left: Record<string, string | null> = {};
  for (const field of FIELDS) {
    const text = sides.some(({ printed }) => printed.has(field)) || (barcode !== null && field !== 'nationality');
    left[field] = text ? truth[field] : zone ? inZone(truth, zone, field) : null;
  }
  return { ...truth, ...left, mrz: zone, barcode, bar: coded?.bar ?? null } as Truth;
}

function inZone(truth: Truth, { format, lines }: PrintedMrz, field: (typeof FIELDS)[number]): string | null {
  if (field === 'address' || field === 'issueDate') return null;
  if (format === 'FRDL' && !['number', 'surname', 'expiryDate'].includes(field)) return null;
  if (format === 'FRA1988' && field === 'expiryDate') return null;
  if (field !== 'surname' && field !== 'given') return truth[field];
  const [surname, given] = zoneNames(format, lines);
  return (field === 'surname' ? surname : given) || null;
}

function zoneNames(format: PrintedMrz['format'], lines: readonly string[]): [string, string] {
  const clear = (text: string) => text.replace(/<+/g, ' ').trim();
  if (format === 'FRDL') return [clear(lines[0]!.slice(21, 29)), ''];
  if (format === 'FRA1988') return [clear(lines[0]!.slice(5, 30)), clear(lines[1]!.slice(13, 27))];
  const names = format === 'TD1' ? lines[2]! : lines[0]!.slice(5);
  const [surname = '', ...given] = names.split('<<');
  return [clear(surname), clear(given.join(' '))];
}
