import { createHash, createHmac } from 'node:crypto';
import type { AuditEntry, ChainCut, ChainVerdict } from '../domain/audit.ts';
import { TouchstoneError } from '../errors.ts';
import type { AuditKey } from './audit-keys.ts';

/** The one action that may leap over numbers, and that may be noted while the master key is still elsewhere. */
export const RESTORED = 'backup.restored';
/** Says under the new key that the one before was lost: entries under that one can no longer be checked. */
export const KEY_CHANGED = 'audit.key-changed';

/** An entry as it is stored. `details` is canonical JSON; `key` is the id of its key, null for a plain entry. */
export type ChainRow = Omit<AuditEntry, 'details'> & { readonly details: string; readonly key: string | null };
/** An entry before it has its place in the chain. */
export type NewAuditEntry = Omit<AuditEntry, 'sequence' | 'hash'>;
/** What the next entry of the chain is checked against. */
export type ChainLink = Pick<ChainRow, 'sequence' | 'hash' | 'key'>;

/** Where the log begins since it was cut: behind this entry, which is no longer there. */
export interface AuditCut extends ChainLink {
  /** Number of the entry that says so. */
  readonly by: number;
  /** When that was, ISO 8601. */
  readonly at: string;
  /** How many entries were ever cut. */
  readonly entries: number;
}

/**
 * The row of a new entry behind the last one, if there is any. `leap`: how many numbers a restore leaves out. Throws
 * `damaged` where a keyed log would continue without its key.
 */
export function nextRow(
  last: ChainLink | undefined,
  entry: NewAuditEntry,
  key: Pick<AuditKey, 'id' | 'chain'> | undefined,
  leap = 0,
): ChainRow {
  if (!key && last?.key && entry.action !== RESTORED) {
    throw keyMissing();
  }
  const sequence = (last?.sequence ?? 0) + 1 + leap;
  const row = { ...entry, details: canonical(entry.details), sequence };
  return { ...row, hash: entryHash(last?.hash ?? '', row, key), key: key?.id ?? null };
}

/** Nobody but an operator who says that the key is lost lets a keyed log go on under another one. */
export function keyMissing(): TouchstoneError {
  const instead = 'put back master.key, or set TOUCHSTONE_MASTER_KEY to the key that was in use';
  const lost = 'where it is lost for good, run touchstone audit rekey';
  const sentence = `The audit log goes on under the master key that keyed it, which is not at hand: ${instead}; ${lost}.`;
  return new TouchstoneError('damaged', sentence);
}

/** How far a check of the chain has come. It is plain data, so that a check can cross threads between two batches. */
export interface ChainWalk {
  readonly last: ChainLink;
  readonly entries: number;
  /** A hash that has to be met; undefined where none was asked for, or once it was met. */
  readonly wanted: string | undefined;
  readonly broken: number | null;
  readonly keyedFrom: number | null;
  readonly unchecked: number;
  /** Of the unchecked ones, those whose key an entry under a later key calls lost. */
  readonly excused: number;
  /** Ids of the keys that entries were checked with. */
  readonly checkedWith: ReadonlySet<string>;
  readonly restores: ChainVerdict['restores'];
  /** What the log begins behind; null where it is whole. */
  readonly cut: AuditCut | null;
  /** The entry that says so was met and is whole under a key that is at hand. */
  readonly isCutProven: boolean;
}

/** A check from the first entry on. `head`: a hash, in hex, that has to be in the chain. */
export function beginWalk(head?: string): ChainWalk {
  return {
    last: { sequence: 0, hash: '', key: null },
    entries: 0,
    wanted: head?.toLowerCase(),
    broken: null,
    keyedFrom: null,
    unchecked: 0,
    excused: 0,
    checkedWith: new Set(),
    restores: [],
    cut: null,
    isCutProven: false,
  };
}

/** Goes on behind what was cut. Whether the log really was is known once the entry that says so is met. */
export function skipCut(walk: ChainWalk, cut: AuditCut): ChainWalk {
  const { sequence, hash, key } = cut;
  return { ...walk, cut, last: { sequence, hash, key }, wanted: walk.wanted === hash ? undefined : walk.wanted };
}

/** Checks the next entries, in the order of their numbers. `keys`: HMAC keys by id. */
export function walkOn(walk: ChainWalk, rows: readonly ChainRow[], keys: ReadonlyMap<string, Uint8Array>): ChainWalk {
  let { last, broken, keyedFrom, unchecked, excused } = walk;
  const checkedWith = new Set(walk.checkedWith);
  for (const row of rows) {
    const chain = row.key === null ? undefined : keys.get(row.key);
    if (row.key !== null && !chain) unchecked += 1;
    broken ??= brokenAt(last, row, chain);
    if (row.key !== null) keyedFrom ??= row.sequence;
    // Only a new key takes the place of a lost one. Behind entries of its own, others under an unknown key are forged.
    if (row.action === KEY_CHANGED && chain && !checkedWith.has(row.key!)) excused = unchecked;
    if (chain) checkedWith.add(row.key!);
    last = { sequence: row.sequence, hash: row.hash, key: row.key };
  }
  const entries = walk.entries + rows.length;
  const wanted = rows.some(({ hash }) => hash === walk.wanted) ? undefined : walk.wanted;
  const restores = [...walk.restores, ...restoresIn(rows)];
  const { cut } = walk;
  const isCutProven = walk.isCutProven || rows.some((row) => isProof(cut, row, keys));
  return { last, entries, wanted, broken, keyedFrom, unchecked, excused, checkedWith, restores, cut, isCutProven };
}

/** Nobody without the master key can write such an entry. One under a lost key proves nothing. */
function isProof(cut: AuditCut | null, { sequence, key }: ChainRow, keys: ReadonlyMap<string, Uint8Array>): boolean {
  return sequence === cut?.by && key !== null && keys.has(key);
}

function restoresIn(rows: readonly ChainRow[]): ChainVerdict['restores'] {
  const restores = rows.filter(({ action }) => action === RESTORED);
  return restores.map(({ sequence, key }) => ({ sequence, keyed: key !== null }));
}

/** The first number at which an entry shows that the chain is broken, null where it shows nothing. */
function brokenAt(last: ChainLink, row: ChainRow, chain: Uint8Array | undefined): number | null {
  if (!follows(last, row)) return Math.min(row.sequence, last.sequence + 1);
  return isWhole(last, row, chain) ? null : row.sequence;
}

/** What a check that has met all entries says. */
export function verdictOf(walk: ChainWalk): ChainVerdict {
  const { last, entries, wanted, keyedFrom, unchecked, excused, restores } = walk;
  const headFound = wanted === undefined;
  const isProven = walk.cut === null || walk.isCutProven;
  const unproven = isProven || unchecked > 0 ? null : walk.cut!.by;
  // A known head that is no longer there means that the end was cut off.
  const broken = walk.broken ?? (headFound ? unproven : last.sequence + 1);
  // What was not checked is no proof: an unknown key may be a forger's.
  const ok = broken === null && unchecked === excused && isProven;
  const cut = walk.cut && cutOf(walk.cut);
  return { entries, head: last.hash || null, ok, broken, headFound, keyedFrom, unchecked, restores, cut };
}

function cutOf({ sequence, by, at, entries }: AuditCut): ChainCut {
  return { sequence, by, at, entries };
}

/**
 * The hash over the previous hash and the entry as JSON, with its members in this order. With a key it is HMAC-SHA-256,
 * and the key's id is the last member. Without one it is SHA-256.
 */
function entryHash(
  previous: string,
  row: Omit<ChainRow, 'hash' | 'key'>,
  key?: Pick<AuditKey, 'id' | 'chain'>,
): string {
  const { sequence, at, actor, action, subject, accountId, details } = row;
  const members = [sequence, at, actor, action, subject, accountId, details];
  const hash = key ? createHmac('sha256', key.chain) : createHash('sha256');
  return hash
    .update(previous)
    .update(JSON.stringify(key ? [...members, key.id] : members))
    .digest('hex');
}

/** Numbers have no gap, and no plain entry follows a keyed one; a restore is the exception to both. */
function follows(last: ChainLink, { sequence, action, key }: ChainRow): boolean {
  if (!Number.isSafeInteger(sequence)) return false;
  const next = last.sequence + 1;
  if (action === RESTORED) return sequence >= next;
  return sequence === next && (key !== null || last.key === null);
}

/** True also for an entry whose key is not at hand. */
function isWhole(last: ChainLink, row: ChainRow, chain: Uint8Array | undefined): boolean {
  if (row.key !== null && !chain) return true;
  return row.hash === entryHash(last.hash, row, chain && { id: row.key!, chain });
}

function canonical(details: AuditEntry['details']): string {
  return JSON.stringify(Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))));
}
