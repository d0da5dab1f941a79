import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { attributesOf, Collector, type SentSpan } from '../support/collector.ts';
import { form } from '../support/form.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

const NAME = { name: PEOPLE[1]!.name, entityType: 'Individual', dateOfBirth: '1975-11-02' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';
const SAMPLED = { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` };
const SERVER_KIND = 2;
const FAULT = 2;

let collector: Collector;
let bench: Bench;
let served: Served;
let key: string;

async function serve(settings: Record<string, string> = {}): Promise<void> {
  bench = await Bench.create({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });
  await bench.importPeople();
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
}

beforeEach(async () => {
  collector = await Collector.start();
});
afterEach(async () => {
  await served?.service.stop();
  await bench?.remove();
  await collector.close();
});

const named = (name: string): SentSpan => {
  const found = collector.spans.filter((span) => span.name === name);
  expect(found, `${name} among ${collector.spans.map((span) => span.name)}`).toHaveLength(1);
  return found[0]!;
};

describe('traces by OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  test('a screening is one trace below the span of its client: request, search and records', async () => {
    await serve();
    const { status, body } = await served.screen(key, NAME, SAMPLED);
    expect([status, body.data.hasMatch]).toEqual([200, true]);
    await served.stop();
    expect([...collector.paths]).toEqual(['POST /v1/traces']);
    const request = named('POST /api/Screening/screen');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CLIENT_SPAN, kind: SERVER_KIND });
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/Screening/screen',
      'http.response.status_code': 200,
      'url.scheme': 'https',
    });
    for (const name of ['search', 'records screenings.create']) {
      expect(named(name), name).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    }
    expect(collector.resource).toMatchObject({
      'service.name': 'touchstone',
      'deployment.environment.name': 'production',
    });
  });

  test('no span says who was screened, who asked, or from where', async () => {
    await serve();
    const { body } = await served.screen(key, NAME);
    await served.ask('GET', `/api/Screening/${body.data.id}`, { key });
    await served.ask('GET', '/api/Screening/list?page=1', { key });
    await served.ask('GET', '/no/such/Ferrabast', { key });
    await served.screen(key, { ...NAME, name: '' });
    await served.stop();
    // Ids and times are long digits, in which a year may stand by chance.
    const sent = collector.received.join('\n').replaceAll(/"(?:\w+Id|\w+UnixNano)":"\w+"/g, '');
    expect(collector.spans.length).toBeGreaterThan(8);
    for (const secret of ['Ferrabast', 'Quillon', '1975', key, key.slice(0, 20), '127.0.0.1', 'page=1']) {
      expect(sent, secret).not.toContain(secret);
    }
    const names = collector.spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET /api/Screening/:id', 'GET (unknown)']));
  });

  test('a verification has a span for the models', async () => {
    await serve();
    const specimen = await drawSpecimen('traced', { kind: 'passport' });
    const pictures = { IdCardImage: photograph(specimen, 'traced').jpeg, SelfieImage: selfie(specimen.holder, 2) };
    const { status } = await served.ask('POST', '/api/IdVerification/verify', { key, ...(await form(pictures)) });
    expect(status).toBe(200);
    await served.stop();
    const request = named('POST /api/IdVerification/verify');
    expect(named('models')).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId });
    expect(named('records verifications.create').traceId).toBe(request.traceId);
  });

  test('a client that says that its trace is not kept is obeyed', async () => {
    await serve();
    await served.screen(key, NAME, { traceparent: `00-${TRACE}-${CLIENT_SPAN}-00` });
    await served.stop();
    expect(collector.spans.filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  });

  test('OTEL_TRACES_SAMPLER_ARG=0 keeps what clients ask for alone', async () => {
    await serve({ OTEL_TRACES_SAMPLER_ARG: '0' });
    await served.screen(key, NAME);
    await served.screen(key, NAME, SAMPLED);
    await served.stop();
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  });

  test('without a collector requests are answered and the service stops', async () => {
    await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect((await served.screen(key, NAME)).status).toBe(200);
    const began = performance.now();
    await served.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test.skipIf(!POSTGRES)(
    `with PostgreSQL a commit that serves several requests is a trace of its own (${NO_POSTGRES})`,
    async () => {
      const server = await PostgresServer.start();
      try {
        await serve({ TOUCHSTONE_DATABASE_URL: await server.database() });
        await served.screen(key, NAME, SAMPLED);
        server.stop('immediate');
        expect((await served.screen(key, NAME)).status).toBe(503);
        await served.stop();
        expect(attributesOf(named('records screenings.create'))['db.system.name']).toBe('postgresql');
        const commits = collector.spans.filter(({ name }) => name === 'commit');
        expect(commits.length).toBeGreaterThan(0);
        for (const commit of commits) {
          expect(commit.traceId).not.toBe(TRACE);
          expect(attributesOf(commit)['db.operation.batch.size']).toBeGreaterThan(0);
        }
        const refused = collector.spans.filter(({ name, traceId }) => name.startsWith('POST') && traceId !== TRACE);
        expect(refused.map(({ status }) => status.code)).toEqual([FAULT]);
        expect(collector.received.join('\n')).not.toContain('Ferrabast');
      } finally {
        server.remove();
      }
    },
  );
});
