import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CompletedEvent } from '../use-cases/events.ts';
import type { SyncRun } from '../watchlists/sync/schedule.ts';
import type { DeliveryResult } from '../webhooks/dispatcher.ts';
import { gaugesOf, gaugesOfLists, type ServiceState, type SetGauge } from './gauges.ts';

/** Upper bounds in seconds: fine around the targets (10 ms, 40 ms), coarse where only "slow" matters. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.04, 0.08, 0.15, 0.3, 1, 3, 10];

/** What Prometheus reads. No name, key, account or address is ever a label. */
export class Metrics {
  readonly registry = new Registry();
  readonly #answers: Counter<'route' | 'method' | 'status'>;
  readonly #defects: Counter;
  readonly #latency: Histogram<'route' | 'method'>;
  readonly #syncs: Counter<'result'>;
  readonly #records: Counter<'kind' | 'result'>;
  readonly #deliveries: Counter<'result'>;

  /** `node`: a label of every metric, where several nodes share the records. */
  constructor(build: { version: string; engine: string }, node?: string) {
    if (node !== undefined) this.registry.setDefaultLabels({ node });
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#answers = new Counter({
      name: 'touchstone_http_answers_total',
      help: 'Answers by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers,
    });
    // It is there from the start: of a series that begins with its first error, Prometheus sees no increase.
    this.#defects = new Counter({
      name: 'touchstone_http_errors_total',
      help: 'Answers with status 500: each is a defect.',
      registers,
    });
    this.#latency = new Histogram({
      name: 'touchstone_http_latency_seconds',
      help: 'Time from a request to its answer.',
      labelNames: ['route', 'method'],
      buckets: LATENCY_BUCKETS,
      registers,
    });
    this.#syncs = new Counter({
      name: 'touchstone_list_syncs_total',
      help: 'Scheduled list synchronisations by result.',
      labelNames: ['result'],
      registers,
    });
    this.#records = new Counter({
      name: 'touchstone_records_total',
      help: 'Records stored by kind and result.',
      labelNames: ['kind', 'result'],
      registers,
    });
    this.#deliveries = new Counter({
      name: 'touchstone_webhook_attempts_total',
      help: 'Attempts to deliver an event to a webhook, by result; given-up: the last one failed.',
      labelNames: ['result'],
      registers,
    });
    new Gauge({
      name: 'touchstone_build_info',
      help: 'Always 1; the labels say what runs.',
      labelNames: ['version', 'engine', 'nodejs'],
      registers,
    }).set({ ...build, nodejs: process.versions.node }, 1);
  }

  answered(answer: { route: string; method: string; status: number; seconds: number }): void {
    const { route, method, status, seconds } = answer;
    this.#answers.inc({ route, method, status: String(status) });
    if (status === 500) this.#defects.inc();
    this.#latency.observe({ route, method }, seconds);
  }

  /** Counts a record that was stored. */
  completed(event: CompletedEvent): void {
    if (event.kind === 'verification-stored') this.#records.inc({ kind: 'verification', result: event.status });
    if (event.kind === 'screening-stored') {
      this.#records.inc({ kind: 'screening', result: event.matchCount > 0 ? 'matched' : 'clear' });
    }
  }

  synced(result: SyncRun['result']): void {
    this.#syncs.inc({ result });
  }

  /** Counts an attempt to deliver an event to a webhook. */
  attempted(result: DeliveryResult): void {
    this.#deliveries.inc({ result });
  }

  /** Adds the gauges of a running service. */
  observe(observed: ServiceState): void {
    for (const { name, help, labels = [], read } of [...gaugesOf(observed), ...gaugesOfLists(observed)]) {
      this.#gauge(name, help, labels, read);
    }
  }

  #gauge(name: string, help: string, labelNames: string[], read: (set: SetGauge) => void | Promise<void>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const samples: [Record<string, string>, number][] = [];
        await read((value, of = {}) => {
          if (value !== undefined) samples.push([of, value]);
        });
        // What is gone since the last time (a list, an error) must not stay behind.
        this.reset();
        for (const [of, value] of samples) this.set(of, value);
      },
    });
  }
}
