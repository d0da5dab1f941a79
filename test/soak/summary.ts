import type { Recorder } from './recorder.ts';
import type { Sample } from './sampler.ts';
import { quantile } from './trend.ts';
import { describeFinding, findings, tooBusy } from './verdict.ts';

interface Run {
  readonly hours: number;
  readonly samples: readonly Sample[];
  readonly recorder: Recorder;
  /** What was wrong once the load had ended. */
  readonly problems: readonly string[];
}

/** The verdict with all its figures, as text; `ok` where nothing grew and nothing unexpected was seen. */
export function summaryOf({ hours, samples, recorder, problems }: Run): { ok: boolean; text: string } {
  const { timings, busy, failures, sentences } = recorder;
  const found = findings(samples, timings, hours);
  const wrong = [
    ...problems,
    ...found.filter(({ flat }) => !flat).map(describeFinding),
    ...tooBusy(busy, timings, hours),
    ...(failures > 0 ? [`${failures} unexpected answers or errors; the first of them:`, ...sentences] : []),
  ];
  const requests = [...timings.values()].reduce((sum, { length }) => sum + length, 0);
  const lines = [
    `${hours} hours, ${requests} requests, ${failures} unexpected, ${sum(busy)} put off with 503.`,
    `Resident ${extent(samples, 'residentMiB')} MiB, proportional ${extent(samples, 'proportionalMiB')} MiB, ${extent(samples, 'descriptors')} descriptors, ${extent(samples, 'threads')} threads, log of the database ${extent(samples, 'walMiB')} MiB.`,
    '',
    ...found.map(describeFinding),
    '',
    'kind of request: count, p50, p95, p99, longest in ms',
    ...[...timings].map(([kind, all]) =>
      latencyLine(
        kind,
        all.map(({ ms }) => ms),
      ),
    ),
    '',
    ...(wrong.length === 0 ? ['Everything is flat.'] : ['Not as it must be:', ...wrong]),
  ];
  return { ok: wrong.length === 0, text: `${lines.join('\n')}\n` };
}

function latencyLine(kind: string, times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(1);
  return `${kind}: ${times.length}, ${at(0.5)}, ${at(0.95)}, ${at(0.99)}, ${at(1)}`;
}

function extent(samples: readonly Sample[], figure: keyof Sample): string {
  const values = samples.map((sample) => sample[figure]);
  return `${quantile(values, 0)} to ${quantile(values, 1)} (median ${quantile(values, 0.5)})`;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
