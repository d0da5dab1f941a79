import { TouchstoneError } from '../errors.ts';
import { knownCountry } from '../screening/country-code.ts';
import { zipParts } from '../watchlists/formats/zip.ts';
import type { ListFile } from '../watchlists/source.ts';
import { birthYearsIn } from './ages.ts';
import type { Article } from './article.ts';
import { linesOf } from './lines.ts';
import { offencesOf, offencesTold, type ThemePlace } from './offences.ts';

/** Columns of a line, from 0. GDELT, "Global Knowledge Graph Codebook V2.1". */
const COLUMNS = 27;
const [DATE, COLLECTION, SITE, PAGE, THEMES, THEME_PLACES, PLACES, PERSONS, ORGANISATIONS, TONE, TRANSLATION, EXTRAS] =
  [1, 2, 3, 4, 7, 8, 9, 12, 14, 15, 25, 26] as const;
const V1_PERSONS = 11;
const V1_ORGANISATIONS = 13;
/** The collection of pages of the web; others are citations without an address. */
const WEB = '1';

/** Characters. Longer ones are not those of an article. */
const MAX_URL = 2000;
const MAX_NAME = 200;
const MAX_TITLE = 300;
const MAX_NAMES = 50;
const LETTER = /\p{L}/u;
const LOST = '\ufffd';
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What a file of the Global Knowledge Graph holds. */
export interface GkgFile {
  /** Those that name an offence and somebody, in the order of the file. */
  readonly articles: readonly Article[];
  readonly lines: number;
  /** Lines that are not as the codebook says. */
  readonly unreadable: number;
}

/**
 * Reads an archive `….gkg.csv.zip` of version 2.1. Throws `list-unusable` for what is no such archive.
 * That is another kind of file, a cut one, or one with more lines that cannot be read than can.
 */
export async function readGkg(archive: ListFile): Promise<GkgFile> {
  const parts = [...(await zipParts(archive)).values()];
  const [part, other] = parts;
  if (!part || other) throw unusable(archive, `it has ${parts.length} files in it, not one`);
  const articles: Article[] = [];
  let [lines, unreadable] = [0, 0];
  for await (const line of linesOf(part)) {
    if (line === '') continue;
    lines += 1;
    const cells = line?.split('\t');
    if (cells?.length !== COLUMNS || !/^\d{14}$/.test(cells[DATE]!)) {
      unreadable += 1;
      continue;
    }
    const article = articleOf(cells);
    if (article) articles.push(article);
  }
  if (unreadable * 2 > lines) throw unusable(archive, `${unreadable} of its ${lines} lines are not of GKG 2.1`);
  return { articles, lines, unreadable };
}

/** Undefined for an article that names no offence or nobody, or that is no page of the web. */
function articleOf(cells: readonly string[]): Article | undefined {
  const offences = offencesIn(cells);
  const url = cells[PAGE]!;
  if (offences.length === 0 || cells[COLLECTION] !== WEB || !isPage(url)) return undefined;
  const persons = namesIn(cells[PERSONS]! || cells[V1_PERSONS]!);
  const organisations = namesIn(cells[ORGANISATIONS]! || cells[V1_ORGANISATIONS]!);
  if (persons.length + organisations.length === 0) return undefined;
  const title = titleIn(cells[EXTRAS]!);
  const tone = Number(cells[TONE]!.split(',')[0]);
  const date = isoTime(cells[DATE]!);
  const born = title === undefined ? undefined : birthYearsIn(title, persons, date);
  return {
    url,
    site: cells[SITE]!.slice(0, MAX_NAME),
    date,
    language: /srclc:([a-z]{3})/.exec(cells[TRANSLATION]!)?.[1] ?? 'eng',
    ...(title !== undefined && { title }),
    persons,
    organisations,
    ...(born && { born }),
    countries: countriesIn(cells[PLACES]!),
    offences,
    tone: Number.isFinite(tone) ? Math.round(tone * 100) / 100 : 0,
  };
}

/** By the places of its themes, `CORRUPTION,355;…`; where a line has none, by the themes alone. */
function offencesIn(cells: readonly string[]): string[] {
  const places = cells[THEME_PLACES]!.split(';').flatMap((part): ThemePlace[] => {
    const [, theme, place] = /^(\w+),(\d+)$/.exec(part) ?? [];
    return theme === undefined ? [] : [[theme, Number(place)]];
  });
  return places.length > 0 ? offencesTold(places) : offencesOf(cells[THEMES]!.split(';'));
}

/** `20260101121500` as an ISO date-time in UTC. */
function isoTime(stamp: string): string {
  return stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6.000Z');
}

function isPage(url: string): boolean {
  return url.length <= MAX_URL && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** `Jane Roe,120;Acme Bank,300`: each name once, whatever its case. The offset of version 2 is left out. */
function namesIn(cell: string): string[] {
  const names = new Map<string, string>();
  for (const part of cell.split(';')) {
    const name = part.replace(/,\d+$/, '').trim();
    const isName = name.length <= MAX_NAME && LETTER.test(name) && !name.includes(LOST);
    if (isName && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
    if (names.size >= MAX_NAMES) break;
  }
  return [...names.values()];
}

/** Places are `type#Paris, Ile-de-France, France#FR#…`. Their codes are FIPS 10-4, so the name says the country. */
function countriesIn(cell: string): string[] {
  const countries = new Set<string>();
  for (const place of cell.split(';')) {
    const country = knownCountry(place.split('#')[1]?.split(',').at(-1) ?? '');
    if (country !== undefined) countries.add(country);
  }
  return [...countries].sort();
}

function titleIn(extras: string): string | undefined {
  const written = /<PAGE_TITLE>([^<]*)<\/PAGE_TITLE>/.exec(extras)?.[1];
  const title = written?.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, characterOf).trim();
  return title && !title.includes(LOST) ? title.slice(0, MAX_TITLE).trim() : undefined;
}

function characterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

function unusable({ name }: ListFile, why: string): TouchstoneError {
  return new TouchstoneError('list-unusable', `${name} is no file of the Global Knowledge Graph: ${why}.`);
}
