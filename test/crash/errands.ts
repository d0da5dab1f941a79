import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../rig/service-process.ts';
import { type UnEntry, unList } from '../support/un-list.ts';
import type { Ledger, RecordKind } from './ledger.ts';
import type { Plan } from './plan.ts';

const LIST = 'un-sc';
const MINUTE_MS = 60_000;
/** Enough entries that one more or less is no shrunken list. */
const ENTRIES = 40;

/** Invented people that are in every edition. */
export const LISTED_NAMES: readonly string[] = [0, 1, 2].map(listedName);

/** Commands beside the service: some are killed, and all may outlive the life that they began in. */
export class Errands {
  readonly #service: ServiceProcess;
  readonly #ledger: Ledger;
  readonly #began = Date.now();
  #editions = 0;
  #underWay: Promise<void> | undefined;
  #failure: unknown;
  deletions = 0;
  imports = 0;
  killed = 0;

  constructor(service: ServiceProcess, ledger: Ledger) {
    this.#service = service;
    this.#ledger = ledger;
  }

  /** Begins what the plan says; nothing while an earlier one runs. */
  begin(plan: Plan): void {
    if (!plan.command || this.#underWay) return;
    const kill = new AbortController();
    const timer = plan.commandKillMs === undefined ? undefined : setTimeout(() => kill.abort(), plan.commandKillMs);
    const run = plan.command === 'delete' ? this.#delete(plan, kill.signal) : this.#import(kill.signal);
    this.#underWay = run
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => {
        clearTimeout(timer);
        this.#underWay = undefined;
      });
  }

  /** Throws where a command failed that nobody killed. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  async ended(): Promise<void> {
    while (this.#underWay) await Promise.race([this.#underWay, sleep(100)]);
    this.check();
  }

  /** Imports an edition of the list that no earlier one equals. */
  async import(): Promise<void> {
    await this.#import(new AbortController().signal);
  }

  async #import(kill: AbortSignal): Promise<void> {
    this.#editions += 1;
    const edition = this.#editions;
    const published = new Date(this.#began - 1440 * MINUTE_MS + edition * MINUTE_MS).toISOString();
    const file = await unList(entriesOf(edition), published);
    this.#ledger.edition = undefined;
    const done = await this.#service.commandUntil(kill, 'lists', 'import', LIST, file, '--force');
    if (done) this.#ledger.edition = edition;
    if (done) this.imports += 1;
    else this.killed += 1;
  }

  async #delete({ random }: Plan, kill: AbortSignal): Promise<void> {
    const kind: RecordKind = random.chance(0.2) ? 'verification' : 'screening';
    const kept = [...this.#ledger.records[kind].values()].filter(({ state }) => state === 'kept');
    if (kept.length === 0) return;
    const record = random.pick(kept);
    record.state = 'deleting';
    const done = await this.#service.commandUntil(kill, 'records', 'delete', kind, String(record.id));
    if (done) record.state = 'deleted';
    if (done) this.deletions += 1;
    else this.killed += 1;
  }
}

/** The name that only this edition of the list has. */
export function nameOfEdition(edition: number): string {
  return `Quondarel ${spelled(edition)}`;
}

function entriesOf(edition: number): UnEntry[] {
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    reference: `QDi.${1000 + index}`,
    name: listedName(index),
  }));
  return [...entries, { reference: `QDi.${5000 + edition}`, name: nameOfEdition(edition) }];
}

function listedName(index: number): string {
  return `Theskara ${spelled(index)}`;
}

/** Numbers as syllables, each far from the next. */
function spelled(number: number): string {
  const syllables = ['bal', 'dor', 'fim', 'gus', 'hex', 'jov', 'kul', 'mer', 'nax', 'pol'];
  const text = [...String(number).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('');
  return text[0]!.toUpperCase() + text.slice(1);
}
