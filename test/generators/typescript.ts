import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { Agent, type RequestInit as AgentInit, fetch as fetchBy } from 'undici';
import type { paths } from '../../dashboard/src/service.d.ts';
import type { PlannedCall } from './plan.ts';

interface Target {
  readonly url: string;
  readonly key: string;
  readonly certificate: string;
  readonly calls: readonly PlannedCall[];
}

/**
 * The client of openapi-typescript and openapi-fetch makes every call. A line for each, and whether all were taken. The
 * files of forms lie in `folder`. `npm run types` compiles `typed` with the types of the document.
 */
export async function typescriptCalls({ url, key, certificate, calls }: Target, folder: string) {
  const agent = new Agent({ connect: { ca: certificate } });
  const overTls = async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const body = request.body && new Uint8Array(await request.arrayBuffer());
    const sent = { method, headers: Object.fromEntries(headers), body, dispatcher: agent } as AgentInit;
    return (await fetchBy(request.url, sent)) as unknown as Response;
  };
  const api = createClient<paths>({ baseUrl: url, headers: { 'X-API-Key': key }, fetch: overTls });
  const lines: string[] = [];
  let isDone = true;
  for (const call of calls) {
    const { error, response } = await api.request(
      call.method.toLowerCase() as 'get',
      call.template as never,
      {
        params: { path: call.path, query: call.query },
        parseAs: 'text',
        ...(call.kind && (await sentBody(call, folder))),
      } as never,
    );
    isDone &&= response.ok;
    lines.push(`${call.operationId} ${response.status} ${error === undefined ? '' : JSON.stringify(error)}`);
  }
  await typed(api);
  await agent.close();
  return { lines, isDone };
}

async function sentBody({ kind, type, body }: PlannedCall, folder: string) {
  if (kind === 'json') return { body };
  if (kind === 'text') return { body, bodySerializer: (text: string) => text, headers: { 'Content-Type': type } };
  const form = new FormData();
  for (const [field, name] of Object.entries(body as Record<string, string>)) {
    form.append(field, new Blob([await readFile(join(folder, name))]), name);
  }
  return { body: form, bodySerializer: (form: FormData) => form };
}

/** What a client writes by hand keeps to the types: rows, explanations, facts, codes, states. */
async function typed(api: ReturnType<typeof createClient<paths>>): Promise<void> {
  const batch = await api.POST('/api/Screening/batch', {
    body: { items: [{ reference: 'c-1', name: 'Jon Example', entityType: 'Individual', minScore: 80 }] },
  });
  const made = await api.POST('/api/Screening/screen', {
    body: { name: 'Quillon Ferrabast', entityType: 'Individual' },
  });
  const id = made.data!.data.id;
  const explained = await api.GET('/api/Screening/{id}/explanation', { params: { path: { id } } });
  const [match] = explained.data!.matches;
  const points: number = match!.explanation.adjustments.reduce((sum, { points }) => sum + points, 0);
  const name: string = match!.entries[0]!.facts.names[0]!.full;
  const decided = await api.POST('/api/Alerts/{id}/decisions', {
    params: { path: { id: match!.alert!.id }, header: { 'If-Match': '"another"' } },
    body: { decision: 'dismissed', reason: 'other-person' },
  });
  const { error } = decided;
  const isStale = error !== undefined && 'code' in error && error.code === 'precondition-failed';
  if (!batch.data || !isStale || name === '' || Number.isNaN(points)) throw new Error('The typed calls differ.');
}
