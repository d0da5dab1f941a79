import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { sentence } from '../errors.ts';
import { serveMetrics } from '../http/metrics-listener.ts';
import type { Door } from './door.ts';
import type { Parts } from './parts.ts';
import { notReady } from './requests.ts';
import type { Closing, Surroundings } from './start.ts';

/** Address of the metrics listener; undefined where it is off or cannot be had, which stops nothing. */
export async function observe(
  config: Config,
  parts: Parts & Door & Surroundings & { readonly state: { stopping: boolean } },
  closing: Closing,
): Promise<string | undefined> {
  const { metrics, pool, verifier, records, inForce, followed, auditHead, auditStream, webhooks, log } = parts;
  metrics.observe({
    queues: () => ({
      screening: pool.queueLength,
      verification: verifier.queueLength,
      records: records.queueLength,
      webhooks: webhooks.dispatcher.counts.pending,
    }),
    lists: () => inForce.observed(),
    webhooksOff: () => webhooks.dispatcher.counts.off,
    snapshotAge: () => inForce.snapshotAge(),
    certificateEnds: () => followed.current.validTo.getTime() / 1000,
    ready: async () => (await notReady(parts)) === undefined,
    auditHead: () => auditHead.sequence,
    auditStream: () => ({
      waiting: auditStream?.waiting,
      failingSince: auditStream?.failingSince ? Date.parse(auditStream.failingSince) / 1000 : undefined,
    }),
    disk: () => diskOf(config.dataDir),
    auditHeadDelivered: () => config.auditHead && (auditHead.deliveredAt?.getTime() ?? 0) / 1000,
  });
  if (!config.metrics) return undefined;
  try {
    const { address, close } = await serveMetrics(metrics.registry, config.metrics);
    closing.push(close);
    return address;
  } catch (error) {
    const { host, port } = config.metrics;
    log.warn(`Metrics are not served: ${host}:${port} cannot be used (${sentence(error)}).`);
    return undefined;
  }
}

/** Undefined where the system does not say. */
async function diskOf(directory: string) {
  const found = await statfs(directory).catch(() => undefined);
  return found && { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
}
