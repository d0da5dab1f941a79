import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { treeFigures } from '../rig/process-tree.ts';
import type { ServiceProcess } from '../rig/service-process.ts';
import type { Recorder } from './recorder.ts';
import { quantile } from './trend.ts';

const MIB = 1024 * 1024;
const SCRAPE_MS = 10_000;

/** One look at the whole process tree and its files. */
export interface Sample {
  readonly seconds: number;
  readonly processes: number;
  readonly mainResidentMiB: number;
  readonly residentMiB: number;
  readonly proportionalMiB: number;
  readonly descriptors: number;
  readonly threads: number;
  readonly walMiB: number;
  readonly databaseMiB: number;
  readonly heapMiB: number;
  readonly externalMiB: number;
  /** Delays of the main process's event loop since the sample before. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
}

/** Looks at the service at an even interval and writes what it saw into two tables. */
export class Sampler {
  readonly samples: Sample[] = [];
  readonly #service: ServiceProcess;
  readonly #recorder: Recorder;
  readonly #metrics: string;
  readonly #files: { readonly samples: string; readonly latencies: string };
  #windowBegan = 0;

  constructor(service: ServiceProcess, recorder: Recorder, { metrics, out }: { metrics: string; out: string }) {
    this.#service = service;
    this.#recorder = recorder;
    this.#metrics = metrics;
    this.#files = { samples: join(out, 'samples.tsv'), latencies: join(out, 'latencies.tsv') };
    writeFileSync(this.#files.latencies, 'seconds\tkind\tcount\tp50Ms\tp95Ms\tmaxMs\n');
  }

  async take(): Promise<Sample> {
    const loop = await this.#scrape();
    const sample: Sample = {
      seconds: round(this.#recorder.seconds),
      ...roundAll(treeFigures(this.#service.pid)),
      walMiB: this.#size('-wal'),
      databaseMiB: this.#size(''),
      ...loop,
    };
    if (this.samples.length === 0) writeFileSync(this.#files.samples, `${Object.keys(sample).join('\t')}\n`);
    appendFileSync(this.#files.samples, `${Object.values(sample).join('\t')}\n`);
    this.samples.push(sample);
    this.#writeLatencies(sample.seconds);
    return sample;
  }

  #writeLatencies(until: number): void {
    const rows = [...this.#recorder.timings].map(([kind, timings]) => {
      const times = timings.filter(({ at }) => at >= this.#windowBegan && at < until).map(({ ms }) => ms);
      const at = (share: number) => round(quantile(times, share));
      return times.length === 0 ? '' : `${[until, kind, times.length, at(0.5), at(0.95), at(1)].join('\t')}\n`;
    });
    appendFileSync(this.#files.latencies, rows.join(''));
    this.#windowBegan = until;
  }

  async #scrape(): Promise<Pick<Sample, 'heapMiB' | 'externalMiB' | 'loopP99Ms' | 'loopMaxMs'>> {
    const answer = await fetch(this.#metrics, { signal: AbortSignal.timeout(SCRAPE_MS) });
    const text = await answer.text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
    return {
      heapMiB: round(value('nodejs_heap_size_used_bytes') / MIB),
      externalMiB: round(value('nodejs_external_memory_bytes') / MIB),
      loopP99Ms: round(value('nodejs_eventloop_lag_p99_seconds') * 1000),
      loopMaxMs: round(value('nodejs_eventloop_lag_max_seconds') * 1000),
    };
  }

  #size(suffix: string): number {
    const file = join(this.#service.dataDir, DATABASE_FILE + suffix);
    return existsSync(file) ? round(statSync(file).size / MIB) : 0;
  }
}

function roundAll<T extends object>(figures: T): T {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)])) as T;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
