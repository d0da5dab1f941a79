import { gkgLine } from '../../test/support/gkg.ts';
import { generator } from '../speed/grow.ts';
import type { GeneratedNews } from './generated-news.ts';

/** How a generated article names an offence. */
export type LineKind = 'lead' | 'twice' | 'passing' | 'policy' | 'ordinary';

/** What tells of an offence: in its lead, or in two places. */
export const isTold = (kind: LineKind): boolean => kind === 'lead' || kind === 'twice';

const THEMES = ['CORRUPTION', 'ECON_MONEYLAUNDERING', 'TERROR', 'DRUG_TRADE', 'CYBER_ATTACK', 'KIDNAP'];
const ORDINARY = [
  'EDUCATION',
  'TAX_ETHNICITY',
  'WB_137_WATER',
  'LEADER',
  'ELECTION',
  'GENERAL_HEALTH',
  'TRIAL',
  'ARREST',
];
const POLICY = ['WB_832_ANTI_CORRUPTION', 'WB_2024_ANTI_CORRUPTION_AUTHORITIES'];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789:,.';
/** Characters of a line, as 24 files of October 2026 had them: 13 kB each. */
const FILLER = 11_500;
/** Longer than what deflate looks back on, so that no line is packed as a copy of another. */
const FILLERS = 64;

/** Lines of the Global Knowledge Graph of invented people, as large as real ones. */
export class GeneratedLines {
  readonly #news: GeneratedNews;
  readonly #random = generator(7);
  readonly #fillers: readonly string[];

  constructor(news: GeneratedNews) {
    this.#news = news;
    this.#fillers = Array.from({ length: FILLERS }, () => this.#filler());
  }

  line(stamp: string, number: number, kind: LineKind): string {
    const day = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`;
    const [{ persons, organisations }] = this.#news.day(day, 1) as [ReturnType<GeneratedNews['day']>[0]];
    const places = this.#places(kind);
    const line = gkgLine(stamp, {
      url: `https://paper${number % 997}.example/${stamp}/${number}`,
      themes: [...new Set(places.map(([theme]) => theme))].join(';'),
      themePlaces: places.map(([theme, place]) => `${theme},${place}`).join(';'),
      persons: persons.map((name, at) => `${name},${100 * (at + 1)}`).join(';'),
      organisations: organisations.map((name, at) => `${name},${150 * (at + 1)}`).join(';'),
      extras: `<PAGE_TITLE>${persons[0]} and what came of it, number ${number}</PAGE_TITLE>`,
    });
    const cells = line.split('\t');
    cells[17] = this.#fillers[number % FILLERS]!;
    return cells.join('\t');
  }

  #places(kind: LineKind): [string, number][] {
    const offence = this.#one(THEMES);
    const places = ORDINARY.map((theme): [string, number] => [theme, this.#below(4_000)]);
    if (kind === 'lead') places.push([offence, this.#below(380)]);
    if (kind === 'twice') places.push([offence, 900], [offence, 2_400]);
    if (kind === 'passing') places.push([offence, 1_500 + this.#below(2_000)]);
    if (kind === 'policy') for (const theme of POLICY) places.push([theme, this.#below(400)]);
    return places;
  }

  /** Packs to a third, as the counts of words do that stand in its place. */
  #filler(): string {
    const words = Array.from({ length: FILLER / 12 }, () => {
      const number = `c${this.#below(40)}.${this.#below(20)}:${this.#below(60)}`;
      return this.#random() < 0.2 ? number + this.#one([...LETTERS]) : number;
    });
    return words.join(',').padEnd(FILLER, '0').slice(0, FILLER);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!;
  }

  #below(most: number): number {
    return Math.floor(this.#random() * most);
  }
}
