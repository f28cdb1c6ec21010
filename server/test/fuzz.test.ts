import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TYPE_BY_STATUS } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  chunk,
  DESTROY,
  ERROR_MARKERS,
  errorReply,
  hang,
  hangUp,
  MAIN_KEY,
  oneModel,
  oneOrganization,
  openaiEngine,
  rawReply,
  sse,
  STALL,
  startRunningService,
  startScriptedUpstream,
  textReply,
  toolCalls,
  type RecordedRequest,
  type Reply,
  type RunningService,
  type ScriptedUpstream,
} from '#test-kit';

const REQUESTS = 2000;
const AT_ONCE = 48;
const SLOTS = 96;
/** The slowest limit set below is 2 s; the rest is for a busy machine. */
const SETTLES_WITHIN_MS = 15_000;
const GROWTH_LIMIT_BYTES = 100_000_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Planted in prompts, headers, paths and queries: must be in no log line. Keys carry the second one. */
const CANARY = 'c4n4ry';
const KEY_CANARY = 'deadc0de';
const ENGINE_NAME = 'engine-name-marker';
/** Must be in no byte an answer sends and in no log line. */
const MARKERS = [...ERROR_MARKERS, 'chatcmpl-upstream-marker', 'marker_error', 'marker_code', 'header-marker', ENGINE_NAME, 'route-model-marker'];

class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

const MARKED = { server: 'VendorMarker', 'x-engine': 'header-marker', 'x-request-id': 'header-marker', 'openai-organization': 'header-marker' };
const words = sse(chunk({ content: 'alpha ' }));
const vendorError = { error: { message: 'VendorMarker at engine-host.marker.internal', type: 'marker_error', code: 'marker_code' } };

/** What the upstream does when a prompt says `plan:<name>`. */
const SOUND_PLANS: Readonly<Record<string, Reply>> = {
  text: textReply('alpha beta gamma'),
  uncounted: textReply('alpha beta', { usage: null }),
  tools: toolCalls([{ id: 'call_marker', name: 'look_up', arguments: '{"q":"alpha"}' }, { name: 'look_up', arguments: '{}' }]),
  filtered: textReply('alpha', { finishReason: 'content_filter' }),
};
const FAULT_PLANS: Readonly<Record<string, Reply>> = {
  ...Object.fromEntries([302, 400, 401, 403, 404, 408, 413, 418, 422, 429, 500, 502, 503, 504, 529].map((status) => [`status${status}`, errorReply(status, { ...MARKED, 'retry-after': 'header-marker', location: 'http://engine-host.marker.internal/' })])),
  cut: rawReply([words, words, DESTROY]),
  cutEarly: rawReply([DESTROY]),
  hangUp: hangUp(),
  hang: hang(),
  stall: rawReply([words, STALL]),
  garbage: rawReply([words, 'data: {"VendorMarker\n\n', 'data: [1,2]\n\nevent: VendorMarker\ndata: null\n\n', Buffer.from([0xff, 0xfe, 0x0a, 0x0a])]),
  errorEvent: rawReply([words, sse(vendorError), sse('[DONE]')]),
  errorFirst: rawReply([sse(vendorError)]),
  unfinished: rawReply([words]),
  nothing: rawReply([]),
  page: rawReply(['<html>VendorMarker engine-host.marker.internal</html>'], { 'content-type': 'text/html', ...MARKED }),
  wrongShapes: rawReply([sse({ choices: 'VendorMarker' }), sse({ choices: [{ delta: { content: 7, tool_calls: [null, { index: 'x' }] } }] }), sse('[DONE]')]),
};
const PLANS: Readonly<Record<string, Reply>> = { ...SOUND_PLANS, ...FAULT_PLANS };

function planOf(request: RecordedRequest): Reply {
  return PLANS[/plan:(\w+)/.exec(request.text)?.[1] ?? 'text'] ?? SOUND_PLANS['text']!;
}

interface Case {
  readonly pieces: readonly Buffer[];
  readonly head: boolean;
  /** A sound plan, so no failure of the engine may be reported. */
  readonly sound: boolean;
  readonly leaveAfterMs: number | undefined;
  /** Sent more bytes than it declared: the connection may end early, but never in nonsense. */
  readonly trailing: boolean;
}

function validBody(random: Random, plan: string): Record<string, unknown> {
  const tool = { type: 'function', function: { name: 'look_up', description: CANARY, parameters: { type: 'object', properties: { q: { type: 'string' } } } } };
  const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{}' } };
  const talk = [{ role: 'assistant', content: null, tool_calls: [call] }, { role: 'tool', tool_call_id: 'call_1', content: CANARY }];
  return {
    messages: [
      { role: 'system', content: `${CANARY} system` },
      { role: 'user', content: random.chance(0.5) ? `${CANARY} plan:${plan}` : [{ type: 'text', text: `${CANARY} plan:${plan}` }] },
      ...(random.chance(0.3) ? talk : []),
    ],
    ...(random.chance(0.7) ? { stream: random.chance(0.6) } : {}),
    ...(random.chance(0.3) ? { tools: [tool], tool_choice: random.pick(['auto', 'none', 'required', { type: 'function', function: { name: 'look_up' } }]) } : {}),
    ...(random.chance(0.3) ? { model: random.pick(['Svc Standard', `${CANARY}-model`]) } : {}),
    ...(random.chance(0.3) ? { max_tokens: random.below(200) } : {}),
    ...(random.chance(0.2) ? { temperature: 2, metadata: { note: CANARY }, user: CANARY } : {}),
  };
}

const nested = (depth: number): unknown => (depth === 0 ? CANARY : [nested(depth - 1)]);

/** Replaces, removes or adds something anywhere in a value. */
function mutate(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) {
    return random.pick<unknown>([null, true, 0, -1, 1e308, 0.5, '', CANARY, [], {}, [null], [[]], { __proto__: null, role: 'user' }, nested(80), `\ud800${CANARY}`, CANARY.repeat(2000), Array(600).fill({ role: 'user', content: '' })]);
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
  const entries = copy as Record<string, unknown>;
  const keys = Object.keys(entries);
  const key = keys.length === 0 || random.chance(0.1) ? random.pick(['role', 'content', '__proto__', 'constructor', '0', CANARY]) : random.pick(keys);
  if (random.chance(0.15)) delete entries[key];
  else Object.defineProperty(entries, key, { value: mutate(random, entries[key]), enumerable: true, configurable: true, writable: true });
  return copy;
}

function randomBody(random: Random, plan: string): Buffer {
  let body: unknown = validBody(random, plan);
  const changes = random.pick([0, 0, 0, 0, 1, 1, 2]);
  for (let i = 0; i < changes; i++) body = mutate(random, body);
  const text = Buffer.from(JSON.stringify(body) ?? '');
  switch (random.below(20)) {
    case 0: {
      for (let i = 0; i < 3 && text.length > 0; i++) text[random.below(text.length)] = random.below(256);
      return text;
    }
    case 1:
      return text.subarray(0, random.below(text.length + 1));
    case 2:
      return random.pick([Buffer.alloc(0), random.bytes(300), Buffer.from('[['.repeat(40_000)), Buffer.from(`{"messages":[{"role":"user","content":"${CANARY.repeat(random.pick([20_000, 400_000]))}"}]}`)]);
    default:
      return text;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'POST', `X${CANARY}`];
const PATHS = ['/v1/chat/completions', '/v1/chat/completions/', '/v1/models', '/v1/models/Svc%20Standard', '/v1/models/%ff%00', '/openapi.json', '/v1/messages', '/v1/api_keys', '/', '//', '/..%2f..', '*', `http://x/${CANARY}`, `/${CANARY}`, '/v1/%', `/v1/models/${CANARY}`, `/${'a'.repeat(9000)}`];

function randomHeaders(random: Random): string[] {
  const key = random.chance(0.92) ? MAIN_KEY : random.pick([`sk_live_${KEY_CANARY.repeat(8)}`, `svc_admin_${KEY_CANARY.repeat(8)}`, KEY_CANARY, `${MAIN_KEY} ${KEY_CANARY}`, '']);
  const headers = [`Authorization: ${random.chance(0.97) ? 'Bearer' : CANARY} ${key}`, `User-Agent: ${CANARY}`];
  const odd: (() => string)[] = [
    () => `Svc-Beta: ${CANARY}`,
    () => `Svc-Version: ${CANARY}`,
    () => `Origin: https://${CANARY}.test`,
    () => `X-${CANARY}: ${CANARY}`,
    () => `Cookie: ${CANARY}`,
    () => `Idempotency-Key: ${CANARY}`,
    () => `X-Forwarded-For: ${CANARY}`,
    () => `X-Client-Request-Id: \u00e9${CANARY}`,
    () => `X-Big: ${CANARY.repeat(random.pick([10, 3000]))}`,
    () => 'Expect: 100-continue',
    () => 'Expect: miracles',
    () => 'Connection: upgrade\r\nUpgrade: websocket',
    () => 'Content-Encoding: gzip',
    () => 'Access-Control-Request-Method: POST',
    () => `Authorization: Bearer ${KEY_CANARY}`,
    () => Array.from({ length: 120 }, (_, i) => `X-${i}: ${CANARY}`).join('\r\n'),
    () => `Broken ${CANARY}`,
    () => `X-Nul: \0${CANARY}`,
  ];
  while (random.chance(0.12)) headers.push(random.pick(odd)());
  if (random.chance(0.95)) headers.push(`Content-Type: ${random.chance(0.95) ? 'application/json' : random.pick(['text/plain', CANARY, 'application/json; charset=utf-16', ''])}`);
  if (random.chance(0.5)) headers.push('Connection: close');
  return headers;
}

function randomCase(random: Random): Case {
  const sound = random.chance(0.55);
  const plan = random.pick(Object.keys(sound ? SOUND_PLANS : FAULT_PLANS));
  const usual = random.chance(0.9);
  const method = usual ? 'POST' : random.pick(METHODS);
  const path = usual ? '/v1/chat/completions' : random.pick(PATHS);
  const body = usual || random.chance(0.4) ? randomBody(random, plan) : Buffer.alloc(0);
  const headers = randomHeaders(random);
  const framing = random.below(60);
  const trailing = framing === 0;
  let wire = body;
  if (framing === 2) {
    headers.push('Transfer-Encoding: chunked');
    wire = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(body.length > 0 ? '\r\n0\r\n\r\n' : '\r\n')]);
  } else if (framing === 3) headers.push('Transfer-Encoding: chunked', `Content-Length: ${body.length}`);
  else headers.push(`Content-Length: ${trailing ? Math.max(0, body.length - 5) : framing === 1 ? body.length + 7 : body.length}`);
  const query = random.chance(0.2) ? `?key=${CANARY}&q=${KEY_CANARY}` : '';
  const all = Buffer.concat([Buffer.from(`${method} ${path}${query} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'), wire]);
  const cut = random.chance(0.3) ? random.below(all.length) : all.length;
  return { pieces: [all.subarray(0, cut), all.subarray(cut)], head: method === 'HEAD', sound, leaveAfterMs: random.chance(0.12) ? random.below(60) : undefined, trailing };
}

/** Sends a case on a connection of its own and resolves with all it got, once the server closed or the answer is complete. */
function exchange(port: number, sent: Case): Promise<{ bytes: Buffer; ms: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    const hung = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${SETTLES_WITHIN_MS} ms: ${JSON.stringify(Buffer.concat(sent.pieces).subarray(0, 600).toString('latin1'))}`));
    }, SETTLES_WITHIN_MS);
    const settle = (): void => {
      clearTimeout(hung);
      socket.destroy();
      resolve({ bytes: Buffer.concat(parts), ms: performance.now() - startedAt });
    };
    socket.on('data', (part) => {
      parts.push(part);
      if (readAnswer(Buffer.concat(parts), sent.head).state === 'complete') settle();
    });
    socket.on('error', () => {});
    socket.on('close', settle);
    socket.write(sent.pieces[0]!);
    setImmediate(() => socket.writable && socket.write(sent.pieces[1]!));
    if (sent.leaveAfterMs !== undefined) setTimeout(settle, sent.leaveAfterMs);
  });
}

interface Answer {
  readonly state: 'complete' | 'partial' | 'nonsense';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What may follow an answer: the refusal of stray bytes behind the request, which look like a request of their own. */
const REFUSED_AFTERWARDS = /^HTTP\/1\.1 400 Bad Request\r\n/;

/** Strict about framing: bytes written into the middle of an answer show as nonsense. */
function readAnswer(bytes: Buffer, head: boolean): Answer {
  const text = bytes.toString('latin1').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1] ?? 0);
  const make = (state: Answer['state'], body: string): Answer => ({ state, status, headers, body: Buffer.from(body, 'latin1').toString() });
  if (end < 0) return make('partial', '');
  const rest = text.slice(end + 4);
  const closed = (body: string, after: string): Answer => make(after === '' || REFUSED_AFTERWARDS.test(after) ? 'complete' : 'nonsense', body);
  // What is no HTTP has no method: its refusal has a body, whatever was meant.
  if ((head && headers.get('connection') !== 'close') || status === 204) return closed('', rest);
  const declared = headers.get('content-length');
  if (declared !== undefined) return rest.length < Number(declared) ? make('partial', rest) : closed(rest.slice(0, Number(declared)), rest.slice(Number(declared)));
  if (headers.get('transfer-encoding') !== 'chunked') return make('nonsense', rest);
  let body = '';
  for (let at = 0; ; ) {
    const line = /^([0-9a-f]+)\r\n/.exec(rest.slice(at, at + 20));
    if (!line) return make(/^[0-9a-f]*\r?$/.test(rest.slice(at, at + 20)) ? 'partial' : 'nonsense', body);
    const size = parseInt(line[1]!, 16);
    const from = at + line[0].length;
    if (rest.length < from + size + 2) return make('partial', body);
    if (rest.slice(from + size, from + size + 2) !== '\r\n') return make('nonsense', body);
    body += rest.slice(from, from + size);
    at = from + size + 2;
    if (size === 0) return closed(body, rest.slice(at));
  }
}

/** ERR-01 to ERR-04, ERR-06 to ERR-09. */
function problemsOfError(body: string, status: number, headers: ReadonlyMap<string, string>): string[] {
  let error: Record<string, unknown>;
  try {
    error = (JSON.parse(body) as { error: Record<string, unknown> }).error;
  } catch {
    return ['is no JSON'];
  }
  const retries = status === 429 || status === 503;
  const checks: [string, boolean][] = [
    ['ERR-02 type', error['type'] === (TYPE_BY_STATUS as Record<number, string>)[status]],
    ['ERR-03 code', /^[a-z]+(_[a-z]+)*$/.test(String(error['code']))],
    ['ERR-04 message', typeof error['message'] === 'string' && error['message'].length > 10],
    ['ERR-06 param', error['param'] === null || typeof error['param'] === 'string'],
    ['ERR-07 request id', /^req_[0-9A-Za-z]+$/.test(String(error['request_id'])) && error['request_id'] === headers.get('x-request-id') && error['request_id'] === headers.get('x-svc-request-id')],
    ['ERR-08 retry_after', headers.get('transfer-encoding') !== undefined || retries === (error['retry_after'] !== undefined && String(error['retry_after']) === headers.get('retry-after'))],
    ['ERR-09 cache-control', /no-store|no-cache/.test(headers.get('cache-control') ?? '')],
  ];
  return checks.flatMap(([name, holds]) => (holds ? [] : [name]));
}

function problemsOfStream(answer: Answer, sound: boolean): string[] {
  const events = answer.body.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  const last = events.at(-1) ?? '';
  const failed = last.includes('"error"');
  if (failed && sound) return ['a sound stream ends in an error'];
  if (!failed && last !== 'data: [DONE]') return ['neither [DONE] nor an error at the end'];
  const problems = failed ? problemsOfError(last.slice('data: '.length), 502, answer.headers) : [];
  for (const event of events.slice(0, -1)) {
    const parsed = /^data: (\{.*\})$/s.exec(event);
    if (!parsed || !Array.isArray((JSON.parse(parsed[1]!) as { choices?: unknown }).choices)) problems.push(`event ${event.slice(0, 80)}`);
  }
  return problems;
}

function problemsOf(sent: Case, bytes: Buffer, forbidden: readonly string[]): string[] {
  const lower = bytes.toString('latin1').toLowerCase();
  const problems = forbidden.filter((marker) => lower.includes(marker.toLowerCase())).map((marker) => `BILL-11 leaks ${marker}`);
  const answer = readAnswer(bytes, sent.head);
  if (answer.state === 'nonsense') problems.push(`broken framing: ${JSON.stringify(bytes.subarray(0, 1500).toString('latin1'))}`);
  if (sent.leaveAfterMs !== undefined || (sent.trailing && answer.state === 'partial') || sent.head) return problems;
  if (answer.state === 'nonsense') return problems;
  if (answer.state !== 'complete') return [...problems, `ends ${answer.state}`];
  if (answer.status >= 500 && sent.sound) problems.push('a 5xx nobody scripted');
  if (answer.status >= 400) problems.push(...problemsOfError(answer.body, answer.status, answer.headers));
  else if (answer.headers.get('content-type')?.startsWith('text/event-stream')) problems.push(...problemsOfStream(answer, sent.sound));
  else if (answer.status !== 204) JSON.parse(answer.body);
  return problems.length === 0 ? [] : problems.map((problem) => `${problem} — ${answer.status} ${JSON.stringify(answer.body.slice(0, 300))}`);
}

let upstream: ScriptedUpstream;
let service: RunningService;
beforeAll(async () => {
  upstream = await startScriptedUpstream(planOf);
  const engine = openaiEngine(upstream.baseUrl, { timeouts: { first_output_s: 0.4, silence_s: 0.4, total_s: 2 }, max_concurrency: SLOTS, headers: { 'x-marker': 'header-marker' } });
  const world = oneModel(engine) as { models: Record<string, unknown>[] };
  service = await startRunningService({
    provisioning: oneOrganization(),
    deployment: {
      ...world,
      engines: { [ENGINE_NAME]: engine },
      models: world.models.map((model) => ({ ...model, routes: [{ engine: ENGINE_NAME, model: 'route-model-marker' }] })),
      limits: { chat_requests_per_minute: 1_000_000, models_requests_per_minute: 1_000_000, body_timeout_s: 1, headers_timeout_s: 1 },
    },
  });
});
afterAll(async () => {
  await upstream.close();
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
  const forbidden = [...MARKERS, `:${upstream.port}`];
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let left = REQUESTS;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const sent = randomCase(random);
      const { bytes, ms } = await exchange(service.port, sent);
      const { status } = readAnswer(bytes, sent.head);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, ms);
      for (const problem of problemsOf(sent, bytes, forbidden)) problems.push(`${problem} — to ${JSON.stringify(Buffer.concat(sent.pieces).subarray(0, 900).toString('latin1'))}`);
      // The upstream keeps all it was asked; that is not the service's memory.
      if (upstream.requests.length > 100) (upstream.requests as RecordedRequest[]).length = 0;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { problems, statuses, slowestMs };
}

it('ERR-01 ERR-05 BILL-11 answers whatever is sent, in its own words, and loses nothing on the way', { timeout: 180_000 }, async () => {
  await (await service.post('/v1/chat/completions', MAIN_KEY, validBody(new Random(1), 'text'))).text();
  const before = heapBytes();
  const startedAt = performance.now();
  const { problems, statuses, slowestMs } = await fuzz();
  const took = Math.round(performance.now() - startedAt);
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status || 'left'}: ${count}`);
  console.log(`FUZZ_SEED=${SEED}: ${REQUESTS} requests in ${took} ms, slowest ${Math.round(slowestMs)} ms; ${counts.join(', ')}`);
  // One of each kind.
  expect([...new Map(problems.map((problem) => [problem.slice(0, 30), problem])).values()]).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);

  const leaked = service.logLines.filter((line) => [CANARY, KEY_CANARY, MAIN_KEY, 'plan:', ...MARKERS, `:${upstream.port}`].some((text) => line.toLowerCase().includes(text.toLowerCase())));
  expect(leaked.slice(0, 5)).toEqual([]);
  expect(service.logLines.length).toBeGreaterThan(REQUESTS / 2);
  service.logLines.length = 0;
  expect(heapBytes() - before).toBeLessThan(GROWTH_LIMIT_BYTES);
});

it('writes nothing into an answer when stray bytes follow its request', async () => {
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
  await expect.poll(() => socket.destroyed || readAnswer(Buffer.from(text, 'latin1'), false).state !== 'partial', { timeout: 10_000 }).toBe(true);
  socket.destroy();
  expect(readAnswer(Buffer.from(text, 'latin1'), false).state, text).not.toBe('nonsense');
});

it('has every slot of the engine free afterwards', async () => {
  const release = Promise.withResolvers<void>();
  upstream.script(rawReply([words, { until: release.promise }, sse(chunk({}, 'stop')), sse('[DONE]')]));
  const ask = () => service.post('/v1/chat/completions', MAIN_KEY, { messages: [{ role: 'user', content: 'hold' }] });
  const held = [];
  for (let i = 0; i < SLOTS; i++) held.push(await ask());
  expect(new Set(held.map((answer) => answer.status))).toEqual(new Set([200]));
  const refused = await ask();
  expect([429, 503]).toContain(refused.status);
  await refused.text();
  release.resolve();
  for (const answer of held) expect(await answer.text()).toContain('data: ');
  await service.stop();
  await expect.poll(() => upstream.connections()).toBe(0);
});
