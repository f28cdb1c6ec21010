import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  startRunningService,
  startScriptedUpstream,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
  type Step,
} from '#test-kit';
import { problemsOf, readResponse } from './fuzz/raw-responses.ts';
import { CANARY, KEY_CANARY } from './fuzz/canaries.ts';
import { randomCase, validBody, type Case } from './fuzz/cases.ts';
import { ENGINE_NAME, MARKERS, planOf, ROUTE_MODEL, words } from './fuzz/plans.ts';
import { Random } from '#test-kit';
import { SITE_MARKERS, startSites, type Sites } from './fuzz/sites.ts';

const REQUESTS = 2000;
const CONCURRENCY = 48;
const SLOTS = 96;
/** The longest configured timeout is 3 s of silence; the rest allows for a busy machine. */
const SETTLES_WITHIN_MS = 60_000;
const GROWTH_LIMIT_BYTES = 100_000_000;
const ABLE = [
  'tools',
  'parallel_tool_calls',
  'vision',
  'documents',
  'reasoning',
  'temperature',
  'json_object',
  'json_schema',
  'citations',
];
const SEED = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Sends a case on its own connection and resolves with all bytes received, once the server closed or the
 * response is complete.
 */
function exchange(port: number, sent: Case): Promise<{ bytes: Buffer; ms: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const hung = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `no end within ${SETTLES_WITHIN_MS} ms: ${JSON.stringify(Buffer.concat(sent.chunks).subarray(0, 600).toString('latin1'))}`,
        ),
      );
    }, SETTLES_WITHIN_MS);
    const settle = (): void => {
      clearTimeout(hung);
      socket.destroy();
      resolve({ bytes: Buffer.concat(parts), ms: performance.now() - startedAt });
    };
    socket.on('data', (part) => {
      parts.push(part);
      if (readResponse(Buffer.concat(parts), sent.head).state === 'complete') settle();
    });
    socket.on('error', () => {});
    socket.on('close', settle);
    socket.write(sent.chunks[0]!);
    setImmediate(() => socket.writable && socket.write(sent.chunks[1]!));
    if (sent.leaveAfterMs !== undefined) setTimeout(settle, sent.leaveAfterMs);
  });
}

let upstream: ScriptedUpstream;
let service: RunningService;
let sites: Sites;
beforeAll(async () => {
  sites = await startSites();
  upstream = await startScriptedUpstream(planOf);
  const engine = openaiEngine(upstream.baseUrl, {
    timeouts: { first_output_s: 3, silence_s: 3, total_s: 12 },
    max_concurrency: SLOTS,
    headers: { 'x-marker': 'header-marker' },
  });
  const fixture = oneModel(engine) as { models: Record<string, unknown>[] };
  service = await startRunningService({
    provisioning: oneOrganization(),
    deployment: {
      ...fixture,
      engines: { [ENGINE_NAME]: engine },
      models: fixture.models.map((model) => ({
        ...model,
        capabilities: {
          ...Object.fromEntries(ABLE.map((name) => [name, true])),
          server_tools: ['svc_web_search', 'svc_web_fetch'],
        },
        routes: [{ engine: ENGINE_NAME, model: ROUTE_MODEL }],
      })),
      limits: {
        chat_requests_per_minute: 1_000_000,
        models_requests_per_minute: 1_000_000,
        body_timeout_s: 1,
        headers_timeout_s: 1,
        compaction_trigger_min_tokens: 1,
      },
      network: { allow_private_targets: ['127.0.0.1'] },
      tools: { web_search: { type: 'searxng', base_url: `http://127.0.0.1:${sites.web.port}` } },
    },
  });
});
afterAll(async () => {
  await Promise.all([upstream.close(), sites.close()]);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heapBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function fuzz(): Promise<{ problems: string[]; statuses: Map<number, number>; slowestMs: number }> {
  const random = new Random(SEED);
  const forbidden = [
    ...MARKERS,
    ...SITE_MARKERS,
    ENGINE_NAME,
    ...[upstream, sites.mcp, sites.noMcp].map(({ port }) => `:${port}`),
  ];
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let left = REQUESTS;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const sent = randomCase(random, sites);
      const { bytes, ms } = await exchange(service.port, sent);
      const { status } = readResponse(bytes, sent.head);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, ms);
      for (const problem of problemsOf(sent, bytes, forbidden))
        problems.push(
          `${problem} — to ${JSON.stringify(Buffer.concat(sent.chunks).subarray(0, 900).toString('latin1'))}`,
        );
      // The upstream records every request; that is not the service's memory.
      if (upstream.requests.length > 100) (upstream.requests as RecordedRequest[]).length = 0;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { problems, statuses, slowestMs };
}

it(
  'ERR-01 ERR-05 BILL-11 answers any input with its own error messages, and loses nothing on the way',
  { timeout: 180_000 },
  async () => {
    await (await service.post('/v1/chat/completions', MAIN_KEY, validBody(new Random(1), 'text'))).text();
    const before = heapBytes();
    const startedAt = performance.now();
    const { problems, statuses, slowestMs } = await fuzz();
    const took = Math.round(performance.now() - startedAt);
    const counts = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${status || 'left'}: ${count}`);
    console.log(
      `TEST_SEED=${SEED}: ${REQUESTS} requests in ${took} ms, slowest ${Math.round(slowestMs)} ms; ${counts.join(', ')}`,
    );
    // One of each kind.
    expect([...new Map(problems.map((problem) => [problem.slice(0, 14), problem])).values()]).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);

    const leaked = service.logLines.filter((line) =>
      [
        CANARY,
        KEY_CANARY,
        MAIN_KEY,
        'plan:',
        ...MARKERS,
        ...SITE_MARKERS,
        `:${upstream.port}`,
        `:${sites.mcp.port}`,
      ].some((text) => line.toLowerCase().includes(text.toLowerCase())),
    );
    expect(leaked.slice(0, 5)).toEqual([]);
    expect(service.logLines.length).toBeGreaterThan(REQUESTS / 2);
    service.logLines.length = 0;
    expect(heapBytes() - before).toBeLessThan(GROWTH_LIMIT_BYTES);
  },
);

it('writes nothing into a response when stray bytes follow its request', async () => {
  const release = Promise.withResolvers<void>();
  upstream.script(rawReply([words, { until: release.promise }, words, sse('[DONE]')]));
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${MAIN_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  const started = Promise.withResolvers<void>();
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    if (text.includes('alpha')) started.resolve();
  });
  socket.write(`${head}${body}`);
  await started.promise;
  socket.write('}}} stray bytes\r\n\r\n');
  setTimeout(release.resolve, 200);
  await expect
    .poll(() => socket.destroyed || readResponse(Buffer.from(text, 'latin1'), false).state !== 'partial')
    .toBe(true);
  socket.destroy();
  expect(readResponse(Buffer.from(text, 'latin1'), false).state, text).not.toBe('nonsense');
});

it('has every engine slot free afterwards', async () => {
  const release = new AbortController();
  // Sends data occasionally, so that no silence limit ends it.
  async function* held(): AsyncGenerator<Step> {
    for (; !release.signal.aborted; yield words) yield { delayMs: 100 };
    yield sse(chunk({}, 'stop')) + sse('[DONE]');
  }
  upstream.script(() => rawReply(held()));
  const ask = () =>
    service.post('/v1/chat/completions', MAIN_KEY, { messages: [{ role: 'user', content: 'hold' }] });
  const responses = await Promise.all(Array.from({ length: SLOTS }, ask));
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
  const refused = await ask();
  expect([429, 503]).toContain(refused.status);
  await refused.text();
  release.abort();
  for (const response of responses) expect(await response.text()).toContain('data: [DONE]');
  await service.stop();
  await expect.poll(() => upstream.connections()).toBe(0);
});
