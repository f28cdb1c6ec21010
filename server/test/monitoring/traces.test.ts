import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  errorReply,
  freePort,
  hang,
  jsonReply,
  MAIN_KEY,
  oneOrganization,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  textReply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';
import { startCollector, type CollectorStub, type ReceivedSpan } from './collector-stub.ts';
import { EMBEDDING, tracedDeployment } from './traced-deployment.ts';

/** Of OTLP. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];
const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = (flags: string): string => `00-${PARENT.traceId}-${PARENT.spanId}-${flags}`;

let upstream: ScriptedUpstream;
let collector: CollectorStub;
let service: RunningService | undefined;
let deadPort: number;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  deadPort = await freePort();
});
afterAll(() => upstream.close());
beforeEach(async () => {
  collector = await startCollector();
  upstream.script(textReply('fine', { usage: { prompt_tokens: 7, completion_tokens: 3 } }));
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await collector.close();
});

async function start(
  otlp: object = {},
  { failsOver = false, environment = {} } = {},
): Promise<RunningService> {
  const places = { upstreamUrl: upstream.baseUrl, deadPort, collectorUrl: collector.endpoint };
  service = await startRunningService({
    deployment: tracedDeployment(places, { otlp, failsOver }),
    provisioning: oneOrganization(),
    environment,
  });
  return service;
}

interface Call {
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly path?: string;
  readonly key?: string;
}

async function ask({ body, headers = {}, path = '/v1/chat/completions', key = MAIN_KEY }: Call = {}) {
  const messages = [{ role: 'user', content: 'PROMPTMARKER' }];
  const response = await service!.post(path, key, { messages, stream: true, ...body }, headers);
  return { status: response.status, id: response.headers.get('x-request-id'), text: await response.text() };
}

/** What the collector has when the service has stopped. */
async function spansAtEnd(): Promise<ReceivedSpan[]> {
  await service!.drain();
  return collector.spans();
}

const only = (spans: readonly ReceivedSpan[], kind: number | undefined): ReceivedSpan => {
  const found = spans.filter((span) => span.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe('traces', () => {
  it('have a span for the request and one for the attempt, with the attributes of their conventions', async () => {
    await start({ headers: { 'X-Collector-Key': 'COLLECTORSECRET' } });
    const { status, id } = await ask();
    expect(status).toBe(200);
    const { headers } = await upstream.nextRequest();
    const spans = await spansAtEnd();
    const [server, client] = [only(spans, SERVER), only(spans, CLIENT)];
    expect(server).toMatchObject({
      name: 'POST /v1/chat/completions',
      parentSpanId: undefined,
      failed: false,
    });
    expect(server.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/chat/completions',
      'url.path': '/v1/chat/completions',
      'url.scheme': 'http',
      'http.response.status_code': 200,
      'svc.request_id': id,
      'svc.organization_id': expect.stringMatching(/^org_/) as string,
      'svc.model': 'Svc Standard',
      'svc.outcome': 'completed',
      'svc.input_tokens': 7,
      'svc.output_tokens': 3,
    });
    expect(client).toMatchObject({ name: 'chat private-name', parentSpanId: server.spanId, failed: false });
    expect(client.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'private-name',
      'gen_ai.response.model': 'upstream-model-marker',
      'gen_ai.response.finish_reasons': ['end_turn'],
      'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 3,
      'server.address': '127.0.0.1',
      'server.port': upstream.port,
      'svc.engine': 'main',
      'svc.model': 'Svc Standard',
      'svc.outcome': 'completed',
    });
    expect(headers['traceparent']).toBe(`00-${server.traceId}-${client.spanId}-01`);
    expect([client.traceId, client.durationMs <= server.durationMs]).toEqual([server.traceId, true]);
    expect(collector.resource()).toEqual({
      'service.name': 'svc',
      'service.instance.id': expect.stringMatching(/^node_/) as string,
    });
    expect(collector.paths).toEqual(['POST /v1/traces']);
    expect(collector.headers[0]).toMatchObject({
      'content-type': 'application/x-protobuf',
      'x-collector-key': 'COLLECTORSECRET',
    });
    expect(service!.logLines.join('')).not.toContain('COLLECTORSECRET');
  });

  it('have nothing of what was said, sent or received', async () => {
    await start();
    upstream.script(textReply('REPLYMARKER'));
    await ask({
      headers: { 'x-client-request-id': 'CLIENTMARKER', 'user-agent': 'AGENTMARKER' },
      body: {
        model: 'UNKNOWNMARKER',
        messages: [
          { role: 'system', content: 'SYSTEMMARKER' },
          { role: 'user', content: 'PROMPTMARKER' },
        ],
        tools: [{ type: 'function', function: { name: 'TOOLMARKER', parameters: { type: 'object' } } }],
      },
    });
    await ask({ body: { messages: 'BROKENMARKER' } });
    await ask({ key: `sk_live_${'KEYMARKER'.repeat(7)}` });
    upstream.script(errorReply(500));
    await ask();
    const spans = await spansAtEnd();
    expect(spans.filter(({ kind }) => kind === SERVER)).toHaveLength(4);
    const sent = Buffer.concat(collector.bodies).toString();
    // The engine's name for its model is its operator's to see.
    expect(sent.replaceAll('upstream-model-marker', '')).not.toMatch(/MARKER|sk_live/i);
  });

  it('show a fail-over as two attempts', async () => {
    await start({}, { failsOver: true });
    expect((await ask()).status).toBe(200);
    const spans = await spansAtEnd();
    const attempts = spans.filter(({ kind }) => kind === CLIENT);
    expect(
      attempts.map(({ attributes, failed, parentSpanId }) => [attributes, failed, parentSpanId]),
    ).toEqual([
      [
        expect.objectContaining({
          'svc.engine': 'dead',
          'error.type': 'unreachable',
          'server.port': deadPort,
        }),
        true,
        only(spans, SERVER).spanId,
      ],
      [expect.objectContaining({ 'svc.engine': 'main' }), false, only(spans, SERVER).spanId],
    ]);
    expect(attempts[1]!.attributes).not.toHaveProperty('error.type');
    expect(only(spans, SERVER).failed).toBe(false);
  });

  it('show refusals, failures and callers who leave', async () => {
    await start();
    await ask({ body: { messages: [] } });
    upstream.script(errorReply(503));
    await ask();
    upstream.script(rawReply([sse(chunk({ content: 'begun' })), { delayMs: 50 }, DESTROY]));
    await ask();
    upstream.script(hang());
    await expect(
      fetch(`http://127.0.0.1:${service!.port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], stream: true }),
        signal: AbortSignal.timeout(300),
      }),
    ).rejects.toThrow('timeout');
    await upstream.requests.at(-1)!.aborted;
    const spans = await spansAtEnd();
    const of = (kind: number | undefined, keys: readonly string[]) =>
      spans
        .filter((span) => span.kind === kind)
        .map(({ failed, attributes }) => [failed, ...keys.map((key) => attributes[key])]);
    expect(of(SERVER, ['http.response.status_code', 'error.type', 'svc.error_code', 'svc.outcome'])).toEqual([
      [false, 400, undefined, 'messages_required', undefined],
      [true, 503, 'temporarily_unavailable', 'temporarily_unavailable', 'nothing'],
      [true, 200, 'upstream_error', 'upstream_error', 'failed'],
      [false, undefined, undefined, undefined, 'nothing'],
    ]);
    expect(of(CLIENT, ['http.response.status_code', 'error.type', 'svc.outcome'])).toEqual([
      [true, 503, 'status_5xx', 'status_5xx'],
      [true, undefined, 'broken', 'broken'],
      [false, undefined, undefined, 'cancelled'],
    ]);
  });

  it('cover embeddings, messages and engines inside the process, and nothing but model calls', async () => {
    await start();
    upstream.script(
      jsonReply({
        data: [{ index: 0, embedding: Array.from({ length: 256 }, () => 0.5) }],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      }),
    );
    const embedded = await ask({
      path: '/v1/embeddings',
      body: {
        model: EMBEDDING.id,
        input: 'PROMPTMARKER',
        dimensions: 256,
        messages: undefined,
        stream: undefined,
      },
    });
    expect(embedded.status).toBe(200);
    await ask({ body: { model: 'Svc Sandbox' } });
    await fetch(`http://127.0.0.1:${service!.port}/v1/models`, {
      headers: { authorization: `Bearer ${MAIN_KEY}` },
    });
    const spans = await spansAtEnd();
    expect(spans.map(({ name, kind }) => `${name} ${kind}`).toSorted()).toEqual([
      `POST /v1/chat/completions ${SERVER}`,
      `POST /v1/embeddings ${SERVER}`,
      `chat private-name ${INTERNAL}`,
      `embeddings private-name ${CLIENT}`,
    ]);
    const embedding = spans.find(({ name }) => name === 'embeddings private-name')!;
    expect(embedding.attributes).toMatchObject({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.usage.input_tokens': 2,
    });
    expect(upstream.requests.at(-1)!.headers['traceparent']).toContain(embedding.spanId);
  });
});

describe('the trace of a caller', () => {
  it('is continued when it is sampled', async () => {
    await start();
    const before = upstream.requests.length;
    await ask({ headers: { traceparent: traceparent('01'), tracestate: 'vendor=TRACESTATEMARKER' } });
    const { headers } = upstream.requests[before]!;
    const spans = await spansAtEnd();
    expect(only(spans, SERVER)).toMatchObject({ traceId: PARENT.traceId, parentSpanId: PARENT.spanId });
    expect(headers['traceparent']).toBe(`00-${PARENT.traceId}-${only(spans, CLIENT).spanId}-01`);
    expect(headers).not.toHaveProperty('tracestate');
  });

  it('is not continued, nor passed on, when it is not sampled or the share says no', async () => {
    // The last 56 bits of the id are 0.807 of all their values.
    await start({ sample_ratio: 0.8 });
    const before = upstream.requests.length;
    await ask({ headers: { traceparent: traceparent('00') } });
    await ask({ headers: { traceparent: traceparent('01') } });
    expect(upstream.requests.slice(before).map(({ headers }) => headers['traceparent'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(await spansAtEnd()).toEqual([]);
  });

  it('is kept when the share says yes', async () => {
    await start({ sample_ratio: 0.81 });
    await ask({ headers: { traceparent: traceparent('01') } });
    expect(only(await spansAtEnd(), SERVER).traceId).toBe(PARENT.traceId);
  });

  it('is replaced by a new one when it is malformed', async () => {
    await start();
    await ask({ headers: { traceparent: `00-${PARENT.traceId}-short-01` } });
    expect(only(await spansAtEnd(), SERVER)).toMatchObject({ parentSpanId: undefined });
    expect(Buffer.concat(collector.bodies).includes(Buffer.from(PARENT.traceId, 'hex'))).toBe(false);
  });

  it('goes nowhere with a share of 0', async () => {
    await start({ sample_ratio: 0 });
    await ask({ headers: { traceparent: traceparent('01') } });
    expect(upstream.requests.at(-1)!.headers).not.toHaveProperty('traceparent');
    await spansAtEnd();
    expect(collector.bodies).toEqual([]);
  });
});

it('a reload switches tracing on and off', async () => {
  await start({ sample_ratio: 0 });
  await ask();
  const { writeFileSync, readFileSync } = await import('node:fs');
  const path = `${service!.dataDir}/svc.yaml`;
  const file = JSON.parse(readFileSync(path, 'utf8')) as { telemetry: { otlp: object } };
  file.telemetry.otlp = { endpoint: `${collector.endpoint}/v1/traces/` };
  writeFileSync(path, JSON.stringify(file));
  expect(await service!.reload()).toEqual({ changed: true });
  await ask();
  expect(await spansAtEnd()).toHaveLength(2);
  expect(collector.paths).toEqual(['POST /v1/traces']);
});
