import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryFile } from '../../src/watchlists/formats/list-file.ts';
import type { Fetcher } from '../../src/watchlists/source.ts';

/**
 * Starts a local server in an authority's place, for tests of downloads. `answer` gives the body for an address,
 * undefined a 404.
 */
export async function withServer(
  answer: (url: URL, headers: Readonly<Record<string, unknown>>) => string | undefined,
  path: string,
  use: (fetcher: Fetcher) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? '', 'http://localhost'), request.headers);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get: Fetcher['get'] = async (url, name, headers = {}) => {
    const response = await fetch(url, { headers });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return memoryFile(name, new Uint8Array(await response.arrayBuffer()));
  };
  try {
    await use({ address: origin + path, get, page: (url, name) => get(url, name) });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
