import type { ToldEvent } from '../../../src/domain/told-event.ts';
import { calendarDate, number } from '../format.tsx';
import { t } from '../language.ts';
import { offenceName } from './news.tsx';

/** The month and the offence that are looked at; empty for all. */
interface TimelineChoice {
  readonly month: string;
  readonly offence: string;
}

interface Props {
  readonly events: readonly Pick<ToldEvent, 'first' | 'offences'>[];
  readonly chosen: TimelineChoice;
  choose(choice: TimelineChoice): void;
}

/** Months with news, the newest first, and in each the offences with how many events name them. */
export function NewsTimeline({ events, chosen, choose }: Props) {
  const months = Map.groupBy(events, monthOf);
  const ordered = [...months].sort(([one], [other]) => (one < other ? 1 : -1));
  const most = Math.max(1, ...ordered.map(([, of]) => of.length));
  return (
    <section class="panel stack tight" aria-labelledby="timeline">
      <h2 id="timeline">{t('news.timeline')}</h2>
      <ol class="timeline">
        {ordered.map(([month, of]) => (
          <li key={month} class="timeline-row">
            <span class="timeline-month">{calendarDate(month)}</span>
            <span class="timeline-bar" style={{ inlineSize: `${(of.length / most) * 100}%` }} aria-hidden="true" />
            <ul class="row tight">
              {countsOf(of).map(([offence, count]) => {
                const isChosen = chosen.month === month && chosen.offence === offence;
                return (
                  <li key={offence}>
                    <button
                      type="button"
                      class="button small"
                      aria-pressed={isChosen}
                      onClick={() => choose(isChosen ? { month: '', offence: '' } : { month, offence })}
                    >
                      {offenceName(offence)} {number(count)}
                    </button>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** `YYYY-MM` in UTC. */
export function monthOf({ first }: Pick<ToldEvent, 'first'>): string {
  return first.slice(0, 7);
}

/** The offence that most events name comes first. */
function countsOf(events: readonly Pick<ToldEvent, 'offences'>[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { offences } of events) for (const one of offences) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1));
}
