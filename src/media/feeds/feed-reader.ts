import { type XmlElement, xmlRecords } from '../../watchlists/formats/xml.ts';
import type { ListFile } from '../../watchlists/source.ts';
import { birthYearsIn } from '../ages.ts';
import type { Article } from '../article.ts';
import { namesIn, offencesIn } from './feed-words.ts';
import { CHARACTERS, withoutForeignEntities } from './html-entities.ts';

/** What a feed holds. */
export interface FeedItems {
  readonly items: number;
  /** Those that name an offence and somebody, in its order. */
  readonly articles: readonly Article[];
}

const MAX_URL = 2_000;
const MAX_TITLE = 300;
/** Characters of a summary that are read. */
const MAX_SUMMARY = 5_000;
const DAY_MS = 86_400_000;
/** It ends in a time of day. */
const WITHOUT_ZONE = /(?<![+-]\d)\d:\d\d(?:\.\d{1,9})?$/;
/** ISO 639-1 in ISO 639-3, for the languages whose words of offences are known. */
const LANGUAGES: Readonly<Record<string, string>> = { en: 'eng', de: 'deu', fr: 'fra', es: 'spa' };

/**
 * Reads RSS 2.0, RSS 1.0 and Atom 1.0: of each item the title and the summary, never the text behind its address.
 * Throws `list-unusable` for what is no feed. An item without a date, or with one ahead of `now`, has `now`.
 */
export async function readFeed(file: ListFile, now: Date): Promise<FeedItems> {
  const articles: Article[] = [];
  let items = 0;
  for await (const item of xmlRecords(withoutForeignEntities(file), {
    roots: ['rss', 'feed', 'RDF'],
    records: ['item', 'entry'],
  })) {
    items += 1;
    const article = articleOf(item, now);
    if (article) articles.push(article);
  }
  return { items, articles };
}

function articleOf(item: XmlElement, now: Date): Article | undefined {
  const url = addressOf(item);
  const title = plain(textOf(item, 'title')).slice(0, MAX_TITLE);
  const summary = plain(textOf(item, 'description', 'summary')).slice(0, MAX_SUMMARY);
  const offences = offencesIn(`${title} ${summary}`);
  if (url === undefined || offences.length === 0) return undefined;
  const { persons, organisations } = namesIn([title, summary]);
  if (persons.length + organisations.length === 0) return undefined;
  const language = textOf(item, 'language').slice(0, 2).toLowerCase() || (item.attributes.lang ?? '').slice(0, 2);
  const date = dateOf(item, now).toISOString();
  const born = birthYearsIn(`${title} ${summary}`, persons, date);
  return {
    url: url.href,
    site: url.hostname,
    date,
    language: LANGUAGES[language] ?? 'und',
    ...(title && { title }),
    persons,
    organisations,
    ...(born && { born }),
    countries: [],
    offences,
    tone: 0,
  };
}

/** The page of an item: RSS has it as text, Atom as an attribute. */
function addressOf(item: XmlElement): URL | undefined {
  const links = item.children.filter(({ key }) => key === 'link');
  const page = links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate') ?? links[0];
  const written = page?.attributes.href || page?.text || textOf(item, 'guid');
  if (written.length > MAX_URL || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Of the first of these elements that has a text. */
function textOf({ children }: XmlElement, ...keys: readonly string[]): string {
  return children.find(({ key, text }) => keys.includes(key) && text !== '')?.text ?? '';
}

function dateOf(item: XmlElement, now: Date): Date {
  const written = textOf(item, 'pubdate', 'published', 'updated', 'date');
  // Where no zone is said, that of this machine says nothing.
  const date = new Date(WITHOUT_ZONE.test(written) ? `${written}Z` : written);
  const isUsable =
    !Number.isNaN(date.getTime()) && date.getTime() <= now.getTime() && date.getTime() > now.getTime() - 3650 * DAY_MS;
  return isUsable ? date : now;
}

/** Text without the tags and entities of HTML. */
function plain(text: string): string {
  return text
    .replace(/<[^>]{0,2000}>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, characterOf)
    .replace(/\s+/g, ' ')
    .trim();
}

function characterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return CHARACTERS.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isCharacter = code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}
