import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { benchData } from '../shared-lists.ts';

export interface ScreeningBody {
  readonly name: string;
  readonly entityType: string;
  readonly dateOfBirth?: string;
}

/** Where the benchmark data is not at hand: invented names in the scripts that lists use. */
const INVENTED: readonly ScreeningBody[] = [
  'Quillon Ferrabast',
  'Зорван Ильматок',
  'زورفان إلماتوك',
  '佐爾萬',
  'Bromiel van Astravane',
  'Thescara Wumbold',
].map((name) => ({ name, entityType: 'Individual' }));

/** Queries of every set in the benchmark data, mixed; the same order each time. */
export function mixedQueries(): readonly ScreeningBody[] {
  const folder = join(benchData(), 'bench', 'retrieval');
  if (!existsSync(folder)) return INVENTED;
  const bodies = readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .flatMap(
      (file) => parse(readFileSync(join(folder, file)), { columns: true, bom: true }) as Record<string, string>[],
    )
    .filter(({ name }) => name && [...name.trim()].length <= 200)
    .map(({ name, entityType, dateOfBirth }) => ({
      name: name!,
      entityType: entityType!,
      ...(/^\d{4}-\d\d-\d\d$/.test(dateOfBirth ?? '') && { dateOfBirth: dateOfBirth! }),
    }));
  return shuffled(bodies);
}

/** Fisher-Yates with a fixed linear congruential generator (Numerical Recipes), so that runs can be compared. */
function shuffled<T>(items: T[]): T[] {
  let state = 20_260_101;
  for (let last = items.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (last + 1);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}
