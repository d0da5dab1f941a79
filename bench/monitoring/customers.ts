import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { EntityType } from '../../src/domain/entity-type.ts';
import { benchData } from '../shared-lists.ts';
import { generator } from '../speed/grow.ts';

export interface GrownCustomer {
  readonly name: string;
  readonly entityType: EntityType;
  /** `YYYY-MM-DD`; null for an organisation. */
  readonly born: string | null;
}

const [FIRST_YEAR, YEARS] = [1940, 65];

/** A row of the customers of the benchmark data. */
interface Customer {
  readonly name: string;
  readonly entityType: EntityType;
  readonly locale: string;
}

/** The customers of the benchmark data, of 52 countries. */
export function benchCustomers(): Customer[] {
  const file = readFileSync(join(benchData(), 'bench', 'customers', 'customers.csv'));
  return parse(file, { columns: true }) as Customer[];
}

/**
 * So many customers. The name of a person joins the first half of one customer's name with the second half of another's
 * of the same country. So names are as common as there.
 */
export function* grownCustomers(size: number): Iterable<GrownCustomer> {
  const countries = [...Map.groupBy(benchCustomers(), ({ locale }) => locale).values()];
  const random = generator(11);
  const whole = (below: number) => Math.floor(random() * below);
  for (let count = 0; count < size; count++) {
    const pool = countries[whole(countries.length)]!;
    const [one, other] = [pool[whole(pool.length)]!, pool[whole(pool.length)]!];
    const { name, entityType } = one;
    if (entityType === 'Organization') yield { name, entityType, born: null };
    else {
      const [first, second] = [name.split(' '), other.name.split(' ')];
      const joined = [...first.slice(0, Math.ceil(first.length / 2)), ...second.slice(Math.ceil(second.length / 2))];
      const day = new Date(Date.UTC(FIRST_YEAR + whole(YEARS), whole(12), 1 + whole(28))).toISOString().slice(0, 10);
      yield { name: joined.join(' '), entityType, born: day };
    }
  }
}
