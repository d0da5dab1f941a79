import type { Article } from './article.ts';
import type { MediaEvent } from './events.ts';
import { barredNumbers, foldedName, nameNumber } from './index/name-keys.ts';

const WORDS = /[^\p{L}\p{N}]+/gu;

/** Names that nobody is to find, and how they go from what is kept of the news. */
export class BarredNames {
  /** Of each name, whatever kind the news takes it for. */
  readonly numbers: ReadonlySet<number>;
  /**
   * As they stand in titles and addresses: small letters, a blank between words and at both ends. A word alone, such as
   * May, is no name there.
   */
  readonly #texts: readonly string[];

  constructor(names: readonly string[]) {
    this.numbers = barredNumbers(names);
    this.#texts = names.map(wordsOf).filter((text) => text.trim().includes(' '));
  }

  /** The same event where it names none of them. Its titles and addresses go where they spell one. */
  without(event: MediaEvent): MediaEvent {
    if (this.numbers.size === 0) return event;
    const { persons, organisations, articles, core, born } = event;
    const names = [...persons, ...organisations, ...core.names];
    if (!names.some((name) => this.#has(name))) return event;
    return {
      ...event,
      persons: this.#rest(persons),
      organisations: this.#rest(organisations),
      articles: articles.flatMap((one) => this.#untitled(one) ?? []),
      core: { ...core, names: this.#rest(core.names) },
      ...(born && { born: this.#restOfBorn(born) }),
    };
  }

  /** Undefined where an article names nobody else, or its address spells one of them. */
  articleWithout(article: Article): Article | undefined {
    if (this.numbers.size === 0) return article;
    const [persons, organisations] = [this.#rest(article.persons), this.#rest(article.organisations)];
    if (persons.length + organisations.length === 0) return undefined;
    const { born } = article;
    return this.#untitled({ ...article, persons, organisations, ...(born && { born: this.#restOfBorn(born) }) });
  }

  #has(name: string): boolean {
    return this.numbers.has(nameNumber(name, 'person')) || this.numbers.has(nameNumber(name, 'organization'));
  }

  #rest(names: readonly string[]): string[] {
    return names.filter((name) => !this.#has(name));
  }

  #restOfBorn(born: NonNullable<MediaEvent['born']>): NonNullable<MediaEvent['born']> {
    return Object.fromEntries(Object.entries(born).filter(([name]) => !this.#has(name)));
  }

  #spells({ url, title = '' }: Pick<Article, 'url' | 'title'>): boolean {
    const text = `${wordsOf(title)}${wordsOf(decoded(url))}`;
    return this.#texts.some((name) => text.includes(name));
  }

  /** Without a title that spells one of them; undefined where the address does. */
  #untitled<One extends Pick<Article, 'url' | 'title'>>(one: One): One | undefined {
    if (!this.#spells(one)) return one;
    const { title: _, ...rest } = one;
    return this.#spells({ url: one.url }) ? undefined : (rest as One);
  }
}

const wordsOf = (text: string): string => ` ${foldedName(text).replace(WORDS, ' ').trim()} `;

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
