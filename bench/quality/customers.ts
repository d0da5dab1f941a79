import type { Match } from '../../src/domain/match.ts';
import type { Engine } from '../../src/screening/engine.ts';
import { THRESHOLD } from './measure.ts';
import type { Customer, LabelledQuery } from './sets.ts';

const LIMIT = 50;

/** Shares of the customers that alert: on all lists or on sanctions lists, with birth dates or by the name alone. */
export interface CustomerFigures {
  readonly locale: string;
  readonly customers: number;
  readonly all: number;
  readonly allNames: number;
  readonly sanctions: number;
  readonly sanctionsNames: number;
}

/** A customer with the best match on all lists, asked with the birth date. */
export interface FalseAlert {
  readonly customer: Customer;
  readonly match: Match;
}

/** The figures of all customers, then of each locale, most alerts first. */
export function measureCustomers(
  customers: readonly Customer[],
  engines: { readonly all: Engine; readonly sanctions: Engine },
): { total: CustomerFigures; locales: CustomerFigures[]; alerts: FalseAlert[] } {
  const alerts: FalseAlert[] = [];
  const asked = customers.map((customer) => {
    const [match] = alertsOf(customer, engines.all, true);
    if (match) alerts.push({ customer, match });
    return {
      locale: customer.locale,
      all: match !== undefined,
      allNames: alertsOf(customer, engines.all, false).length > 0,
      sanctions: alertsOf(customer, engines.sanctions, true).length > 0,
      sanctionsNames: alertsOf(customer, engines.sanctions, false).length > 0,
    };
  });
  const locales = [...Map.groupBy(asked, ({ locale }) => locale)].map(([locale, rows]) => figures(locale, rows));
  locales.sort((a, b) => b.all - a.all || b.allNames - a.allNames);
  return { total: figures('customers', asked), locales, alerts };
}

type Kind = 'all' | 'allNames' | 'sanctions' | 'sanctionsNames';

function figures(locale: string, rows: readonly Record<Kind, boolean>[]): CustomerFigures {
  const share = (kind: Kind) => rows.filter((row) => row[kind]).length / Math.max(1, rows.length);
  return {
    locale,
    customers: rows.length,
    all: share('all'),
    allNames: share('allNames'),
    sanctions: share('sanctions'),
    sanctionsNames: share('sanctionsNames'),
  };
}

/** The matches at a threshold, best first. */
export function alertsOf(
  { name, entityType, dateOfBirth }: LabelledQuery,
  engine: Engine,
  dated: boolean,
  minScore = THRESHOLD,
) {
  const born = dated && dateOfBirth ? { dateOfBirth } : {};
  return engine.search({ name, entityType, limit: LIMIT, minScore, ...born }).matches;
}
