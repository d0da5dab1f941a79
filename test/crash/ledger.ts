import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

export type RecordKind = 'screening' | 'verification';
export const RECORD_KINDS: readonly RecordKind[] = ['screening', 'verification'];

export interface KeptRecord {
  readonly id: number;
  /** The screened name; empty for a verification. */
  readonly name: string;
  /** Of what the answer said: matches, or everything that a verification found. */
  readonly digest: string;
  /** `deleting`: a deletion was asked for, and whether it was done is not known. */
  state: 'kept' | 'deleting' | 'deleted';
}

export interface KeptKey {
  readonly id: string;
  readonly value: string;
  /** `revoking`: whether the revocation was done is not known. */
  state: 'alive' | 'revoking' | 'revoked';
}

export interface KeptDecision {
  /** What it is about; an alert goes with its record. */
  readonly record: number;
  readonly kind: RecordKind;
  state: 'open' | 'confirmed' | 'dismissed' | 'delisted';
  revision: number;
  /** Actions that were sent and have no answer. Any of them may have been done. */
  unanswered: number;
}

/** A file of names that was accepted. Every row has a name of its own that begins with the label. */
export interface KeptFile {
  readonly id: string;
  readonly label: string;
  readonly rows: number;
}

/** An entry of an own list. */
export interface KeptOwnEntry {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** `deleting`: whether the deletion was done is not known. */
  state: 'kept' | 'deleting' | 'deleted';
}

/** A file that replaces an own list. */
export interface KeptOwnFile {
  readonly key: string;
  /** Stands in every name of the file. */
  readonly label: string;
  readonly rows: number;
  /** False: it was cut off, and the list has some of it and some of what was there before. */
  isDone: boolean;
  /** A client sends it now. */
  isBusy: boolean;
}

/** What the service has acknowledged, and so must never lose. */
export class Ledger {
  readonly records: Readonly<Record<RecordKind, Map<number, KeptRecord>>> = {
    screening: new Map(),
    verification: new Map(),
  };
  readonly keys = new Map<string, KeptKey>();
  readonly decisions = new Map<number, KeptDecision>();
  readonly files: KeptFile[] = [];
  /** By their references. */
  readonly customers = new Map<string, { readonly key: string; readonly name: string }>();
  /** By their ids. */
  readonly ownEntries = new Map<string, KeptOwnEntry>();
  /** By their lists. */
  readonly ownFiles = new Map<string, KeptOwnFile>();
  /** Verifications whose answer never came: their images may be there without a record. */
  unanswered = 0;
  /** The edition of the list in force; undefined where an import was cut off and either may be. */
  edition: number | undefined;
  readonly #newest: Record<RecordKind, number> = { screening: 0, verification: 0 };
  #floor: Readonly<Record<RecordKind, number>> = { screening: 0, verification: 0 };
  #lastLife: KeptRecord[] = [];

  /** Ids that are given from now on are higher than all that were acknowledged. */
  beginLife(): void {
    this.#floor = { ...this.#newest };
    this.#lastLife = [];
  }

  keep(kind: RecordKind, { id, name, result }: { id: number; name: string; result: unknown }): void {
    const records = this.records[kind];
    assert.ok(!records.has(id), `id ${id} of a ${kind} was given twice`);
    assert.ok(id > this.#floor[kind], `id ${id} of a ${kind} was given again after a crash`);
    const record: KeptRecord = { id, name, digest: digest(result), state: 'kept' };
    records.set(id, record);
    this.#newest[kind] = Math.max(this.#newest[kind], id);
    this.#lastLife.push(record);
  }

  /** The highest id that was acknowledged. */
  newest(kind: RecordKind): number {
    return this.#newest[kind];
  }

  /** Records that were acknowledged in the life before. */
  get lastLife(): readonly KeptRecord[] {
    return this.#lastLife;
  }
}

/** The same for the same value, whatever the order of its members. */
export function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url');
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
