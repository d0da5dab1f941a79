import type { Engine } from '../../src/screening/engine.ts';
import { fullBirthDate } from '../../src/screening/entity.ts';
import { THRESHOLD } from './measure.ts';
import type { RetrievalSet } from './sets.ts';

/** What a date of birth does to the scores of the true entries. */
export interface BirthDateFigures {
  readonly kind: string;
  readonly cases: number;
  /** Mean change of the true entry's score, in points. */
  readonly change: number;
  /** Of the entries at or over the threshold without a date: those that stay there. */
  readonly staying: number;
  /**
   * Of the entries found under their exact primary name of two or more words: those that stay at or over the threshold.
   */
  readonly stayingPrimary: number;
  readonly primary: number;
  /** The same of those found under any of their names, weak aliases among them. */
  readonly stayingExact: number;
  readonly exact: number;
  /** Scores that fell. */
  readonly lowered: number;
}

type Altered = (date: string) => string | undefined;

const KINDS: Readonly<Record<string, Altered>> = {
  'true date': (date) => date,
  'day and month swapped': ([...date]) => {
    const [year, month, day] = date.join('').split('-') as [string, string, string];
    return Number(day) <= 12 && day !== month ? `${year}-${day}-${month}` : undefined;
  },
  'one digit': (date) => {
    const last = Number(date.at(-1));
    return `${date.slice(0, -1)}${last === 8 ? 7 : last === 9 ? 8 : date.at(-2) === '3' ? 0 : last + 1}`;
  },
  'a year later': (date) => withYear(date, 1),
  'a year earlier': (date) => withYear(date, -1),
  'another date': (date) => `${Number(date.slice(0, 4)) - 17}-${date.slice(5, 7) === '06' ? '11' : '06'}-14`,
};

function withYear(date: string, years: number): string {
  const [year, month, day] = date.split('-') as [string, string, string];
  return `${Number(year) + years}-${month}-${month === '02' && day === '29' ? '28' : day}`;
}

interface Positive {
  readonly name: string;
  readonly truth: string;
  readonly date: string;
  readonly exact: boolean;
  readonly primary: boolean;
  readonly without: number;
}

/** Scores the positives of a set whose true entry has a full date of birth, with that date and with others. */
export function measureBirthDates(sets: readonly { set: RetrievalSet; engine: Engine }[]): BirthDateFigures[] {
  const positives = sets.map(({ set, engine }) => ({ engine, found: positivesOf(set, engine) }));
  return Object.entries(KINDS).map(([kind, alter]) => {
    const counts = {
      cases: 0,
      change: 0,
      over: 0,
      staying: 0,
      exact: 0,
      stayingExact: 0,
      primary: 0,
      stayingPrimary: 0,
      lowered: 0,
    };
    for (const { engine, found } of positives) {
      for (const { name, truth, date, exact, primary, without } of found) {
        const altered = alter(date);
        if (altered === undefined) continue;
        const score = trueScore(engine, name, truth, altered)?.score ?? 0;
        counts.cases++;
        counts.change += score - without;
        const isFound = score >= THRESHOLD;
        counts.lowered += Number(score < without);
        counts.over += Number(without >= THRESHOLD);
        counts.staying += Number(without >= THRESHOLD && isFound);
        counts.exact += Number(exact);
        counts.stayingExact += Number(exact && isFound);
        counts.primary += Number(primary);
        counts.stayingPrimary += Number(primary && isFound);
      }
    }
    return {
      kind,
      cases: counts.cases,
      change: counts.change / Math.max(1, counts.cases),
      staying: counts.staying / Math.max(1, counts.over),
      stayingExact: counts.stayingExact / Math.max(1, counts.exact),
      exact: counts.exact,
      stayingPrimary: counts.stayingPrimary / Math.max(1, counts.primary),
      primary: counts.primary,
      lowered: counts.lowered,
    };
  });
}

function positivesOf(set: RetrievalSet, engine: Engine): Positive[] {
  return set.queries.flatMap(({ name, entityType, truth }) => {
    if (entityType !== 'Individual' || truth.size === 0) return [];
    for (const entry of truth) {
      const found = trueScore(engine, name, entry);
      if (!found?.date) continue;
      const { score, date, exact, primary } = found;
      return [{ name, truth: entry, date, exact, primary, without: score }];
    }
    return [];
  });
}

function trueScore(engine: Engine, name: string, truth: string, dateOfBirth?: string) {
  const query = { name, entityType: 'Individual' as const, minScore: 40, limit: 50 };
  const { matches } = engine.search({ ...query, ...(dateOfBirth ? { dateOfBirth } : {}) });
  const match = matches.find(({ entries }) => entries.some(({ source, id }) => `${source}:${id}` === truth));
  if (!match) return undefined;
  const exact = match.explanation.nameScore === 100 && /\S\s+\S/.test(name);
  const primary = exact && match.explanation.matchedNameKind === 'primary';
  return { score: match.score, date: fullBirthDate(match.facts), exact, primary };
}
