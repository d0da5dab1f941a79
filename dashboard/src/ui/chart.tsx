import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Overview } from '../../../src/http/dashboard/wire.ts';
import { number, shortDay } from '../format.tsx';
import { t } from '../language.ts';
import { Scroll } from './scroll.tsx';

type Day = Overview['days'][number];
const KINDS = ['clear', 'matched', 'verified', 'review', 'notVerified'] as const;

/** Until it is measured. */
const WIDTH = 1000;
/** Narrower, the days would run into each other. */
const MIN_WIDTH = 240;
const HEIGHT = 230;
/** Of a day below the bars, with what is to be free beside it. */
const LABEL_WIDTH = 70;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 8;

/** Requests by day and result as stacked bars; the same numbers as a table for whoever reads it so. */
export function DaysChart({ days }: { days: readonly Day[] }) {
  const [asTable, setAsTable] = useState(false);
  const total = days.reduce((sum, day) => sum + sumOf(day), 0);
  return (
    <figure class="chart">
      <figcaption class="row between">
        <ul class="row legend-list small">
          {KINDS.map((kind) => (
            <li key={kind}>
              <span class={`swatch ${kind}`} />
              {t(`result.${kind}`)}
            </li>
          ))}
        </ul>
        <button type="button" class="button quiet small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('chart.asTable')}
        </button>
      </figcaption>
      {asTable ? (
        <DaysTable days={days} />
      ) : (
        <Bars days={days} label={t('chart.summary', { count: total, days: days.length })} />
      )}
    </figure>
  );
}

function sumOf(day: Day): number {
  return KINDS.reduce((sum, kind) => sum + day[kind], 0);
}

function Bars({ days, label }: { days: readonly Day[]; label: string }) {
  const ticks = scale(Math.max(1, ...days.map(sumOf)));
  const top = ticks.at(-1)!;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const [width, drawing] = useWidth();
  const step = (width - LEFT) / days.length;
  // A week, or two where its label has no room.
  const every = step * 7 < LABEL_WIDTH ? 14 : 7;
  return (
    <svg ref={drawing} class="bars" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 6} y={y(tick) + 4} text-anchor="end">
            {number(tick, { notation: 'compact' })}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day.day}>
          <Bar day={day} x={LEFT + step * index + step * 0.14} width={step * 0.72} y={y} />
          {index % every === (days.length - 1) % every && (
            <text
              x={LEFT + step * (index + 0.5)}
              y={HEIGHT - 6}
              text-anchor={index > days.length - 3 ? 'end' : 'middle'}
            >
              {shortDay(day.day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** The pixels that a drawing has, so that its letters and lines are as large in any window. */
function useWidth() {
  const drawing = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(WIDTH);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(MIN_WIDTH, drawing.current?.clientWidth || WIDTH));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(drawing.current!);
    return () => watch.disconnect();
  }, []);
  return [width, drawing] as const;
}

function Bar({ day, x, width, y }: { day: Day; x: number; width: number; y: (value: number) => number }) {
  const parts: string[] = [];
  let below = 0;
  const rects = KINDS.map((kind) => {
    const value = day[kind];
    if (value === 0) return null;
    parts.push(`${t(`result.${kind}`)}: ${number(value)}`);
    below += value;
    // A value that would be less than a pixel is still there.
    const height = Math.max(1, y(below - value) - y(below));
    return <rect key={kind} class={kind} x={x} width={width} y={y(below - value) - height} height={height} />;
  });
  return (
    <>
      <rect class="hover" x={x - width * 0.2} width={width * 1.4} y={TOP} height={HEIGHT - TOP - BOTTOM}>
        <title>{[shortDay(day.day), ...(parts.length > 0 ? parts : [t('chart.none')])].join('\n')}</title>
      </rect>
      {rects}
    </>
  );
}

/** Round numbers from 0 to at least the greatest value. */
function scale(greatest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(greatest / 3 || 1));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size * 4 >= greatest) ?? power * 10,
  );
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => index * step);
}

function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <Scroll label={t('overview.requests')}>
      <table class="table">
        <caption class="unseen">{t('overview.requests')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            {KINDS.map((kind) => (
              <th key={kind} scope="col" class="numeric">
                {t(`result.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{shortDay(day.day)}</th>
              {KINDS.map((kind) => (
                <td key={kind} class="numeric">
                  {number(day[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
