import { hostname } from 'node:os';
import { openDoor } from './composition/door.ts';
import { type Closing, closeAll, type RunningService, type StartOptions } from './composition/start.ts';
import { storesToOpen } from './composition/stores.ts';
import type { Config } from './config.ts';
import { createLog, standardOutput } from './logging.ts';
import { programVersion } from './program-version.ts';
import { nodeName } from './service-url.ts';
import { StartProgress } from './start-progress.ts';
import { useTracer } from './tracing/traced.ts';

/**
 * Builds and starts the service; resolves when it is ready. Throws a TouchstoneError (`busy` where the port is taken)
 * after everything that was opened is closed again.
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const closing: Closing = [];
  try {
    return await start(config, options, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function start(config: Config, options: StartOptions, closing: Closing): Promise<RunningService> {
  const { now = () => new Date() } = options;
  const output = options.log ?? standardOutput();
  const log = createLog(output, nodeName(config));
  for (const warning of config.warnings) log.warn(warning);
  closing.push(await startTracing(config));
  const progress = new StartProgress(log);
  closing.push(() => progress.end());
  const surroundings = { now, log, progress };
  const door = await openDoor(config, surroundings, closing);
  const openStores = await storesToOpen(config, surroundings, closing, options.searchThreads);
  // They open on threads of their own, which begin first: to load most of the program is one long turn of this one.
  const [stores, { run }] = await Promise.all([openStores(), import('./composition/running.ts')]);
  return run(config, { ...surroundings, door, stores, output }, options, closing);
}

/** Spans go to the collector that the settings name. Answers what ends that. Without one nothing is loaded. */
async function startTracing(config: Config): Promise<() => Promise<void>> {
  const { tracing, environment } = config;
  if (!tracing) return async () => {};
  const { OpenTelemetry } = await import('./tracing/open-telemetry.ts');
  const { endpoint, share, service } = tracing;
  const node = nodeName(config) ?? `${hostname()}:${config.port}`;
  const attributes = {
    'service.name': service,
    'service.version': programVersion(),
    'service.instance.id': node,
    'deployment.environment.name': environment,
  };
  const tracer = new OpenTelemetry({ endpoint, share, attributes });
  useTracer(tracer);
  return () => {
    useTracer(undefined);
    return tracer.stop();
  };
}
