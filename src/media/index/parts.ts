import type { MediaEvent } from '../events.ts';

const MAX_ARTICLES = 10;

/** One event of what several days tell of it, in their order. At least one. */
export function joined(parts: readonly MediaEvent[]): MediaEvent {
  return parts.reduce(together);
}

function together(event: MediaEvent, part: MediaEvent): MediaEvent {
  const articleCount = event.articleCount + part.articleCount;
  const tone = (event.tone * event.articleCount + part.tone * part.articleCount) / articleCount;
  return {
    id: event.id,
    core: event.core,
    offences: united(event.offences, part.offences).sort(),
    countries: united(event.countries, part.countries).sort(),
    persons: united(event.persons, part.persons),
    organisations: united(event.organisations, part.organisations),
    ...((event.born ?? part.born) && { born: { ...part.born, ...event.born } }),
    first: event.first < part.first ? event.first : part.first,
    last: event.last > part.last ? event.last : part.last,
    articles: eachPage([...event.articles, ...part.articles]).slice(0, MAX_ARTICLES),
    articleCount,
    tone: Math.round(tone * 100) / 100,
  };
}

const united = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

const eachPage = (articles: MediaEvent['articles']): MediaEvent['articles'] =>
  [...new Map(articles.toReversed().map((one) => [one.url, one])).values()].reverse();
