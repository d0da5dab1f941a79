import type { AuditKey } from '../audit-keys.ts';
import type { NodeNotes } from '../nodes-port.ts';
import { isErasing, OPERATIONS, type OperationName, type Topic } from '../operations/index.ts';
import type { CopiesKept, Records } from '../port.ts';
import type { DatabaseThread } from '../sqlite/database-thread.ts';
import type { Role } from '../sqlite/operations.ts';

/** Calls an operation by its name; what it wrote is durable when the promise resolves. */
type Calls<R extends Role> = DatabaseThread<R>['call'];

/** A database that can do what the records are made of. SQLite names the operations; any other has the same ones. */
export interface Store {
  /** Does an operation, whose changes are durable when the promise resolves. */
  call(operation: OperationName, args: readonly unknown[]): Promise<unknown>;
  readonly write: Calls<'writer'>;
  readonly writer: { readonly pending: number };
  readonly reader: { readonly call: Calls<'reader'> };
  /** For what takes long and must hold no request up. */
  readonly pages: { readonly call: Calls<'pages'> };
  readonly maintenance: { readonly call: Calls<'maintenance'> };
  readonly nodes: NodeNotes;
  /** Whether this process does some work for all that share the database; it stays so while it is alive. */
  leads(work: string): Promise<boolean>;
  alone: Records['alone'];
  notReady(): Promise<string | undefined>;
  /** See `Records.confirmsKeys`. */
  readonly confirmsKeys: boolean;
  /** Counts a use of a key, in memory at first. */
  countUse(keyId: string): void;
  /** After a deletion: what was deleted leaves the files of the database, as far as it can be made to. */
  erase(): Promise<void>;
  useAuditKeys(keys: readonly AuditKey[]): Promise<void>;
  keepUpCopies(): Promise<CopiesKept>;
  close(): Promise<void>;
}

/** The operations of a topic, each by its own name. */
export function topicOf<Name extends string>(store: Pick<Store, 'call' | 'erase'>, topic: Name): Topic<Name> {
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => name.startsWith(`${topic}.`));
  const call =
    (name: OperationName) =>
    async (...args: unknown[]) => {
      const answer = await store.call(name, args);
      if (answer === true && isErasing(name)) await store.erase();
      return answer;
    };
  return Object.fromEntries(names.map((name) => [name.slice(topic.length + 1), call(name)])) as unknown as Topic<Name>;
}
