import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FailingAddress } from '../domain/snapshot.ts';
import type { CompletedEvent } from '../use-cases/events.ts';
import type { SyncRun } from '../watchlists/sync/schedule.ts';
import type { DeliveryResult } from '../webhooks/dispatcher.ts';

/** Upper bounds in seconds: fine around the targets (10 ms, 40 ms), coarse where only "slow" matters. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.04, 0.08, 0.15, 0.3, 1, 3, 10];

/** Values that are read when Prometheus asks, not counted as they happen. */
export interface ServiceState {
  /** Searches, verifications, writes and deliveries to webhooks that wait. */
  queues(): Readonly<Record<'screening' | 'verification' | 'records' | 'webhooks', number>>;
  /** Webhooks that were switched off. */
  webhooksOff(): number;
  lists(): readonly ObservedList[];
  /** Seconds since the snapshot in force was made; undefined without one. */
  snapshotAge(): number | undefined;
  /** When the certificate ends, in seconds since 1970. */
  certificateEnds(): number;
  /**
   * When the head of the audit chain was last delivered, in seconds since 1970. 0: never. Undefined: nobody gets it.
   */
  auditHeadDelivered(): number | undefined;
}

export interface ObservedList {
  readonly source: string;
  readonly starter: boolean;
  readonly entries: number;
  /** Seconds since the list in force was published. Undefined where that is unknown, and for a starter list or none. */
  readonly age: number | undefined;
  readonly lastErrorAt: string | null;
  readonly failing: readonly FailingAddress[];
}

/** What Prometheus reads. No name, key, account or address is ever a label. */
export class Metrics {
  readonly registry = new Registry();
  readonly #answers: Counter<'route' | 'method' | 'status'>;
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
    this.#gauge('touchstone_queue_length', 'Work that waits.', ['queue'], (set) => {
      for (const [queue, length] of Object.entries(observed.queues())) set({ queue }, length);
    });
    this.#gauge('touchstone_webhooks_off', 'Webhooks that were switched off.', [], (set) => {
      set({}, observed.webhooksOff());
    });
    this.#gauge('touchstone_snapshot_age_seconds', 'Age of the snapshot in force.', [], (set) => {
      const age = observed.snapshotAge();
      if (age !== undefined) set({}, age);
    });
    this.#gauge('touchstone_tls_expiry_seconds', 'When the certificate ends, Unix time.', [], (set) => {
      set({}, observed.certificateEnds());
    });
    const handedOver =
      'When the head of the audit chain was last handed over (TOUCHSTONE_AUDIT_HEAD), Unix time; 0: never.';
    this.#gauge('touchstone_audit_head_delivered_seconds', handedOver, [], (set) => {
      const at = observed.auditHeadDelivered();
      if (at !== undefined) set({}, at);
    });
    this.#observeLists(observed);
  }

  #observeLists(observed: ServiceState): void {
    this.#gauge(
      'touchstone_list_age_seconds',
      'Time since each real list in force was published, where that is known.',
      ['source'],
      (set) => {
        for (const { source, age } of observed.lists()) if (age !== undefined) set({ source }, age);
      },
    );
    this.#gauge('touchstone_list_entries', 'Entries of each list in force.', ['source', 'starter'], (set) => {
      for (const { source, starter, entries } of observed.lists()) set({ source, starter: String(starter) }, entries);
    });
    this.#gauge(
      'touchstone_list_address_failing_since_seconds',
      'Unix time since when an official address gives no list that can be used.',
      ['source', 'address'],
      (set) => {
        for (const { source, failing } of observed.lists()) {
          for (const { address, since } of failing) set({ source, address }, Date.parse(since) / 1000);
        }
      },
    );
    this.#gauge(
      'touchstone_list_last_error_seconds',
      'Unix time of the last error of a list whose last refresh failed.',
      ['source'],
      (set) => {
        for (const { source, lastErrorAt } of observed.lists()) {
          if (lastErrorAt) set({ source }, Date.parse(lastErrorAt) / 1000);
        }
      },
    );
  }

  #gauge(
    name: string,
    help: string,
    labelNames: string[],
    read: (set: (labels: Record<string, string>, value: number) => void) => void,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        // What is gone since the last time (a list, a starter mark) must not stay behind.
        this.reset();
        read((labels, value) => this.set(labels, value));
      },
    });
  }
}
