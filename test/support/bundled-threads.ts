import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import workers from 'node:worker_threads';
import { BUNDLE, ROOT } from './program.ts';

/** What `scripts/bundle.js` makes of a thread's module. */
const BUNDLES = [
  ['src/screening/worker.ts', 'screening.js'],
  ['src/records/sqlite/thread.ts', 'database.js'],
] as const;
const bundled = new Map<string, URL>();

class BundledWorker extends workers.Worker {
  constructor(module: string | URL, options?: workers.WorkerOptions) {
    super(bundled.get(String(module)) ?? module, options);
  }
}

// Threads of this process run their bundles, as those of an installed service do. To load the sources takes several
// times the processor time, and a service of a test starts five threads. Without a bundle of just these sources nothing
// changes. A worker that runs several files does this once.
if (workers.Worker.name !== BundledWorker.name) {
  if (BUNDLE !== undefined) {
    for (const [source, bundle] of BUNDLES) {
      bundled.set(new URL(source, pathToFileURL(ROOT)).href, new URL(bundle, pathToFileURL(BUNDLE)));
    }
  }
  Object.assign(workers, { Worker: BundledWorker });
  syncBuiltinESMExports();
}
