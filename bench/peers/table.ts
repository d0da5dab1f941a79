import type { SetFigures } from './figures.ts';
import type { SampledSet } from './job.ts';
import type { Measured } from './systems.ts';

/** One Markdown table, a column a system; a system that could not be measured says so under it. */
export function table(systems: readonly (Measured | string)[], sets: readonly SampledSet[]): string {
  const measured = systems.filter((system) => typeof system !== 'string');
  const row = (title: string, cell: (system: Measured) => string) =>
    `| ${[title, ...measured.map(cell)].join(' | ')} |`;
  const rows = [
    row('', ({ system }) => system),
    row('---', () => '---'),
    row('judged pairs: precision / recall / F1 at 70', ({ pairs }) =>
      [pairs.precision, pairs.recall, pairs.f1].map(share).join(' / '),
    ),
    row('judged pairs: best F1, at', ({ pairs: { best } }) => `${share(best.f1)} at ${best.threshold}`),
    row('true pairs at 100', ({ pairs }) => percent(pairs.atHundred)),
    row('time a pair', ({ pairs }) => time(pairs.secondsAPair)),
    ...sets.map(({ set, queries }, i) =>
      row(`${set.name} (${queries.length} of ${set.queries.length})`, ({ sets: figures }) => {
        const { first, firstTen, atThreshold, secondsAQuery } = figures[i]!;
        const figure = isNegative(queries)
          ? `${percent(atThreshold.alerting)} alert · ${atThreshold.alerts.toFixed(2)}`
          : `${[first, firstTen, atThreshold.found].map(share).join(' / ')} · ${atThreshold.alerts.toFixed(1)}`;
        return `${figure} · ${time(secondsAQuery)}`;
      }),
    ),
    row('mean of the sets with a true entry', (system) => {
      const at = positive(system, sets);
      const ranks = [at(({ first }) => first), at(({ firstTen }) => firstTen), at((one) => one.atThreshold.found)];
      const alerts = at(({ atThreshold }) => atThreshold.alerts);
      return `${ranks.map(share).join(' / ')} · ${alerts.toFixed(1)} · ${time(at((one) => one.secondsAQuery))}`;
    }),
    row('the same at the own best threshold: recall · alerts · negatives alerting', (system) => {
      const at = positive(system, sets);
      const negatives = sets.findIndex(({ queries }) => isNegative(queries));
      const alerting = system.sets[negatives]?.atOwnBest.alerting;
      const alerts = at(({ atOwnBest }) => atOwnBest.alerts);
      const found = share(at(({ atOwnBest }) => atOwnBest.found));
      return `at ${system.pairs.best.threshold}: ${found} · ${alerts.toFixed(1)} · ${alerting === undefined ? 'not run' : percent(alerting)}`;
    }),
  ];
  const missing = systems.filter((system) => typeof system === 'string');
  return [...rows, ...missing.flatMap((sentence) => ['', sentence])].join('\n');
}

/** Means over the sets in which somebody is meant, each set counting once. */
function positive(system: Measured, sets: readonly SampledSet[]): (value: (one: SetFigures) => number) => number {
  const chosen = system.sets.filter((_, i) => !isNegative(sets[i]!.queries));
  return (value) => chosen.reduce((sum, one) => sum + value(one), 0) / Math.max(1, chosen.length);
}

const isNegative = (queries: SampledSet['queries']): boolean => queries[0]?.truth.size === 0;
const share = (value: number): string => value.toFixed(3).replace(/^0/, '');
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function time(seconds: number): string {
  const milliseconds = 1000 * seconds;
  if (milliseconds < 0.1) return `${(1000 * milliseconds).toFixed(0)} µs`;
  return `${milliseconds < 10 ? milliseconds.toFixed(2) : milliseconds.toFixed(0)} ms`;
}
