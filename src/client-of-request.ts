import { AsyncLocalStorage } from 'node:async_hooks';

const clients = new AsyncLocalStorage<string>();

/** Whatever `work` asks of the records is asked by this client: its network address. */
export function askedBy(client: string, work: () => void): void {
  clients.run(client, work);
}

/**
 * The network address of the client whose request is worked on. Undefined outside of requests, and where the operator
 * wants no addresses (`TOUCHSTONE_AUDIT_STREAM_SOURCE_IP`).
 */
export function askingClient(): string | undefined {
  return clients.getStore();
}
