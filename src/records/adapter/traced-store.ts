import { traced } from '../../tracing/traced.ts';
import type { OperationName } from '../operations/index.ts';
import type { Store } from './store.ts';

/** Calls with a span each, named like the operation. What an operation is given stays out of it. */
export function tracedStore(store: Store, system: 'sqlite' | 'postgresql'): Store {
  const calls = <Call extends Store['write']>(call: Call): Call =>
    ((operation: string, ...args: unknown[]) =>
      traced(`records ${operation}`, { 'db.system.name': system, 'db.operation.name': operation }, () =>
        (call as (...all: unknown[]) => Promise<unknown>)(operation, ...args),
      )) as Call;
  return new Proxy(store, {
    get(target, name) {
      if (name === 'call') {
        return (operation: OperationName, args: readonly unknown[]) =>
          calls(((...all: unknown[]) => target.call(operation, all)) as Store['write'])(
            operation as 'ping',
            ...(args as []),
          );
      }
      if (name === 'write') return calls(target.write.bind(target) as Store['write']);
      if (name === 'reader' || name === 'pages' || name === 'maintenance') {
        const role = target[name] as { call: Store['write'] };
        return { call: calls(role.call.bind(role) as Store['write']) };
      }
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
