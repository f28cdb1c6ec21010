import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
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
  usageChunk,
  type RecordedRequest,
  type RunningService,
  type ScriptedUpstream,
  type UsageRow,
} from '#test-kit';
import { countTokens } from '#engine';

// Creating an embedded database takes long on a busy machine.

const CHUNKS = 24;
const SANDBOX_TOKENS = 2 * CHUNKS;
const POSITIONS = Array.from({ length: CHUNKS + 1 }, (_, position) => position);
const WORDS = Array.from({ length: CHUNKS }, (_, i) => `${i === 0 ? '' : ' '}word`);
/** An engine not stopped by then continues. */
const UNSTOPPED_MS = 2000;
const BALANCE_NANOS = 10e9;
/** Nano-dollars per token. */
const RATES = { input: 3000, output: 15_000 };

/** Credits pay for every call: the plan's windows are too small for one token. */
function startPaidService(upstreamUrl: string): Promise<RunningService> {
  const { models, ...deployment } = oneModel(openaiEngine(upstreamUrl), {
    plans: [{ id: 'pro', paid: true, monthly_tokens: 1, models: ['Svc Standard', 'Svc Sandbox'] }],
  }) as { models: readonly object[]; engines: object };
  const [standard] = models;
  return startRunningService({
    deployment: {
      ...deployment,
      engines: { ...deployment.engines, sandbox: { type: 'sandbox' } },
      models: [
        standard,
        { ...standard, id: 'Svc Sandbox', default: false, routes: [{ engine: 'sandbox', model: 'sandbox' }] },
      ],
    },
    provisioning: oneOrganization({ credits: { enabled: true, balance_usd: String(BALANCE_NANOS / 1e9) } }),
  });
}

interface Stream {
  readonly id: () => string | undefined;
  /** Resolves with the text so far once this many chunks of it have arrived. */
  readonly received: Promise<string>;
  leave(): void;
}

function openStream(service: RunningService, model: string, prompt: string, chunks: number): Stream {
  const outgoing = request(`http://127.0.0.1:${service.port}/v1/chat/completions`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
  });
  outgoing.on('error', () => {});
  let id: string | undefined;
  const received = Promise.withResolvers<string>();
  outgoing.on('response', (response) => {
    id = String(response.headers['x-request-id']);
    response.on('error', () => {});
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const contents = [...text.matchAll(/"content":"([^"]+)"/g)].map((match) => match[1]!);
      if (contents.length >= chunks) received.resolve(contents.join(''));
    });
  });
  if (chunks === 0) outgoing.on('finish', () => received.resolve(''));
  outgoing.end(JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], max_tokens: 1000 }));
  return { id: () => id, received: received.promise, leave: () => void outgoing.destroy() };
}

/**
 * Checks that the books are correct, the wallet changed by exactly the cost of the records, and nothing is
 * held.
 */
async function checkMoney(service: RunningService): Promise<readonly UsageRow[]> {
  for (const { property, broken } of await service.operator.checkLedger())
    expect(broken, property).toEqual([]);
  const { records, wallets, leases } = await service.drainAndRead(async (db) => ({
    records: await db.selectFrom('usage_records').selectAll().execute(),
    wallets: await db.selectFrom('wallets').select('balance_nanos').execute(),
    leases: await db.selectFrom('wallet_leases').selectAll().execute(),
  }));
  for (const record of records) {
    expect(record).toMatchObject({ billing_source: 'api_credit', estimated: true, outcome: 'client_closed' });
    expect(record.cost_nanos).toBe(record.input_tokens * RATES.input + record.output_tokens * RATES.output);
  }
  const cost = records.reduce((sum, { cost_nanos }) => sum + cost_nanos, 0);
  expect([wallets, leases]).toEqual([[{ balance_nanos: BALANCE_NANOS - cost }], []]);
  return records;
}

const TOO_LATE = sse(usageChunk({ prompt_tokens: 10, completion_tokens: CHUNKS }));
/** What an engine sends per word, and what it would send after the client left if nobody stopped it. */
const ENGINES: Readonly<
  Record<string, { each: (word: string, place: number) => object; rest: readonly string[] }>
> = {
  'counts nothing': {
    each: (word) => chunk({ content: word }),
    rest: [...WORDS.map((word) => sse(chunk({ content: word }))), sse(chunk({}, 'stop')), sse('[DONE]')],
  },
  'reports its count after the abort': {
    each: (word) => chunk({ content: word }),
    rest: [sse(chunk({}, 'stop')), TOO_LATE, sse('[DONE]')],
  },
  'counts in every chunk, at first nothing': {
    each: (word, place) => ({
      ...chunk({ content: word }),
      usage: { prompt_tokens: 10, completion_tokens: place },
    }),
    rest: [sse(chunk({}, 'stop')), TOO_LATE, sse('[DONE]')],
  },
};

/** Leaves at every position of an engine's stream. Returns what was generated by then, by request. */
async function leaveEverywhere(
  service: RunningService,
  upstream: ScriptedUpstream,
  engine: string,
): Promise<[string, number][]> {
  const { each, rest } = ENGINES[engine]!;
  const left = POSITIONS.map(() => Promise.withResolvers<void>());
  const asked = POSITIONS.map(() => Promise.withResolvers<RecordedRequest>());
  upstream.script((incoming: RecordedRequest) => {
    const position = Number(/leave after (\d+)/.exec(incoming.text)?.[1]);
    asked[position]!.resolve(incoming);
    const said = WORDS.slice(0, position).map((word, place) => sse(each(word, place)));
    return rawReply([...said, { until: left[position]!.promise }, ...rest]);
  });
  const generated = POSITIONS.map(async (position): Promise<[string, number]> => {
    const stream = openStream(service, 'Svc Standard', `leave after ${position}`, position);
    const [incoming, text] = await Promise.all([asked[position]!.promise, stream.received]);
    expect(text).toBe(WORDS.slice(0, position).join(''));
    stream.leave();
    // If the engine is not stopped, it continues.
    await Promise.race([incoming.aborted, delay(UNSTOPPED_MS)]);
    left[position]!.resolve();
    return [stream.id() ?? '', countTokens(text)];
  });
  return Promise.all(generated);
}

async function leaveSandboxEverywhere(service: RunningService): Promise<[string, number][]> {
  const generated = POSITIONS.map(async (position): Promise<[string, number]> => {
    const stream = openStream(
      service,
      'Svc Sandbox',
      `[[sandbox: long=${SANDBOX_TOKENS}]] [[sandbox: delay=30]]`,
      position,
    );
    const text = await stream.received;
    stream.leave();
    return [stream.id() ?? '', countTokens(text)];
  });
  return Promise.all(generated);
}

it('BILL-04 BILL-05 BILL-06 bills the generated output at whichever chunk the client leaves, and releases everything', async () => {
  await using upstream = await startScriptedUpstream();
  const service = await startPaidService(upstream.baseUrl);
  const generated = new Map<string, Map<string, number>>();
  for (const engine of Object.keys(ENGINES))
    generated.set(engine, new Map(await leaveEverywhere(service, upstream, engine)));
  const sandbox = new Map(await leaveSandboxEverywhere(service));
  const records = await checkMoney(service);
  const billed = new Map(records.map((record) => [record.request_id, record.output_tokens]));
  for (const [engine, requests] of generated) {
    // Nothing was generated for the client that left before the first chunk: it saw no head, and there is no
    // record.
    requests.delete('');
    expect(requests.size).toBe(CHUNKS);
    for (const [id, tokens] of requests) expect(billed.get(id), engine).toBe(tokens);
  }
  for (const [id, tokens] of sandbox) {
    // A timer may have fired between the last chunk read and the client's leaving.
    if (id !== '') expect(billed.get(id)).toBeGreaterThanOrEqual(tokens);
    expect(billed.get(id) ?? 1).toBeLessThan(SANDBOX_TOKENS);
  }
  const ofSandbox = records.filter(({ model }) => model === 'Svc Sandbox').length;
  expect(records.length - ofSandbox).toBe(CHUNKS * generated.size);
  expect(ofSandbox).toBeGreaterThanOrEqual(CHUNKS);
  await service.stop();
});
