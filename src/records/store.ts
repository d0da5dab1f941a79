import type { KeyScope } from '../domain/key-scope.ts';
import { traced } from '../tracing/traced.ts';
import type { AuditKey } from './audit-keys.ts';
import { isErasing, OPERATIONS, type OperationName, prepare, type Topic, type Untopical } from './operations/index.ts';
import type { Records } from './port.ts';

/** A database that does the operations of records. The rest is what each database does in its own way. */
export interface Store
  extends Pick<
    Records,
    'alone' | 'backup' | 'checkIntegrity' | 'close' | 'confirmsKeys' | 'keepUpCopies' | 'nodes' | 'notReady'
  > {
  readonly system: 'sqlite' | 'postgresql';
  /** Does an operation, whose changes are durable when the promise resolves. */
  call(operation: OperationName, args: readonly unknown[]): Promise<unknown>;
  /** Writes that wait. */
  readonly pending: number;
  /** Whether this process does some work for all that share the database; it stays so while it is alive. */
  leads(work: string): Promise<boolean>;
  /** Counts a use of a key, in memory at first. */
  countUse(keyId: string): void;
  /** Notes what a key did, in memory at first. */
  noteUse(keyId: string, scope: KeyScope): void;
  /** After a deletion: what was deleted leaves the files of the database, as far as it can be made to. */
  erase(): Promise<void>;
  /**
   * Takes keys into use for the audit log: one at least, the one in use first. `isLost`: that under which the log goes
   * on is lost for good, and the answer is whether that was so. Otherwise it throws `damaged` where none is that one.
   */
  useAuditKeys(keys: readonly AuditKey[], isLost: boolean): Promise<boolean>;
}

/** The operations of a topic, each by its own name. */
export function topicOf<Name extends string>(store: Store, topic: Name): Topic<Name> {
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => name.startsWith(`${topic}.`));
  return Object.fromEntries(names.map((name) => [name.slice(topic.length + 1), callOf(store, name)])) as Topic<Name>;
}

/** The operations that have no topic. */
export function untopicalOf(store: Store): Untopical {
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => !name.includes('.'));
  return Object.fromEntries(names.map((name) => [name, callOf(store, name)])) as unknown as Untopical;
}

/** Each call has a span, named like the operation. What an operation is given stays out of it. */
function callOf(store: Store, operation: OperationName): (...args: unknown[]) => Promise<unknown> {
  const attributes = { 'db.system.name': store.system, 'db.operation.name': operation };
  const call = (args: readonly unknown[]) =>
    traced(`records ${operation}`, attributes, async () => store.call(operation, prepare(operation, args)));
  if (!isErasing(operation)) return (...args) => call(args);
  return async (...args) => {
    const answer = await call(args);
    if (answer === true) await store.erase();
    return answer;
  };
}
