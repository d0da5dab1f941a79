import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** The listener for Prometheus; `address` is HOST:PORT as it was bound. */
export interface MetricsListener {
  readonly address: string;
  close(): void;
}

/** Serves `GET /metrics` in plain HTTP on its own port. Rejects with the system's error where the port is taken. */
export async function serveMetrics(
  registry: Registry,
  where: { host: string; port: number },
): Promise<MetricsListener> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    // Nobody awaits this function: what it throws would end the service.
    const text = await registry.metrics().catch(() => undefined);
    if (text === undefined) response.writeHead(500).end();
    else response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  });
  await listen(server, where);
  // A connection that the system could not accept is its client's loss alone.
  server.on('error', () => {});
  const { port } = server.address() as AddressInfo;
  return {
    address: `${where.host}:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
