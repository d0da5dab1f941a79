import { oneLine } from '../../entries/values.ts';

const OFFICES: Readonly<Record<string, string>> = {
  sen: 'United States Senator',
  rep: 'Member of the United States House of Representatives',
  prez: 'President of the United States',
  viceprez: 'Vice President of the United States',
};

export interface Term {
  readonly type: string | undefined;
  readonly state: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Terms as positions, one for each office and state, terms that follow on each other within a month joined. */
export function positionsOf(terms: readonly Term[]): string[] {
  const periods: Term[] = [];
  for (const term of terms) {
    const last = periods.at(-1);
    if (last && last.type === term.type && last.state === term.state && follows(last.end, term.start)) {
      periods[periods.length - 1] = { ...last, end: term.end };
    } else periods.push(term);
  }
  return periods.map(positionOf).filter((position) => position !== undefined);
}

function positionOf(term: Term): string | undefined {
  const office = OFFICES[term.type ?? ''];
  if (!office) return undefined;
  const period = term.start && `${term.start} to ${term.end ?? 'now'}`;
  return oneLine(term.state ? `${office} (${term.state})` : office, period);
}

const MONTH_MS = 31 * 86_400_000;

function follows(end: string | undefined, start: string | undefined): boolean {
  return end !== undefined && start !== undefined && Date.parse(start) - Date.parse(end) <= MONTH_MS;
}
