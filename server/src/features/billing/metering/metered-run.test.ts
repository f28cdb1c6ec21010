import { EventEmitter } from 'node:events';
import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { TokenRates } from '#config';
import { countTokens, EngineFault, type Conversation, type EngineEvent, type TokenUsage } from '#engine';
import type { MeteredExchange, ResponseEncoder, RunSummary } from '#exchange';
import type { UsageJournal, UsageRecord } from '#store';
import { MeteredRun } from './metered-run.ts';
import { TokenCounter } from './token-counter.ts';

const PROMPT: Conversation = {
  turns: [{ role: 'user', blocks: [{ type: 'text', text: 'one two three' }] }],
  tools: [],
  toolChoice: 'auto',
};
const LONGER: Conversation = {
  ...PROMPT,
  turns: [{ role: 'user', blocks: [{ type: 'text', text: 'word '.repeat(200) }] }],
};

function used(inputTokens: number, outputTokens: number): TokenUsage {
  return { inputTokens, cachedInputTokens: 1, outputTokens, reasoningTokens: 0 };
}

/** Runs with an encoder that records its calls and a journal that keeps the records. */
function startRun({
  delivered = false,
  sent = undefined as Promise<void> | undefined,
  lease = undefined as { readonly cost: TokenRates | undefined; countedImplausibly(): void } | undefined,
  capabilities = {},
  maxOutputTokens = 1000,
  flaw = undefined as EngineFault | undefined,
} = {}) {
  const records: UsageRecord[] = [];
  const seen: string[] = [];
  const charges: string[] = [];
  const summaries: RunSummary[] = [];
  const encoder: ResponseEncoder = {
    delivered,
    event: ({ type }: EngineEvent) => void seen.push(type),
    flush: () => true,
    complete: () => flaw,
    finish: () => {
      seen.push('finish');
      return sent;
    },
    fail: (cause) => void seen.push(`fail ${cause instanceof ApiError ? cause.catalogName : 'fault'}`),
    cancel: () => void seen.push('cancel'),
  };
  const response = new EventEmitter();
  const reservation = {
    source: 'subscription',
    price: () => ({
      billing_source: 'subscription',
      cost_nanos: 0,
      plan_milli: 0,
      plan_windows: null,
      node_id: 'n',
    }),
    settle: () => void charges.push('settled'),
    release: () => void charges.push('released'),
  };
  const exchange = {
    requestId: 'req_1',
    credential: { organizationId: 'org' },
    operation: { path: '/v1/messages', browserAccess: 'any_site' },
    receivedAtMs: 0,
    startedAt: performance.now() - 1000,
    sink: {
      begun: delivered,
      status: delivered ? 200 : undefined,
      destroy: () => void seen.push('destroyed'),
    },
    metadata: null,
    onClose: (listener: () => void) => response.on('close', listener),
    admission: {
      model: { id: 'M', contextWindow: 100_000, config: { capabilities } },
      promptBytes: 80,
      maxOutputTokens,
      promptTokens: 20,
      reservation,
      lease,
    },
  } as unknown as MeteredExchange;
  const journal = {
    append: (record: UsageRecord, written: (error: undefined, offset: number) => void) => {
      records.push(record);
      written(undefined, 1);
    },
  } as unknown as UsageJournal;
  const tokenCounter = new TokenCounter();
  const run = new MeteredRun({ journal, tokenCounter }, { exchange, prompt: PROMPT, encoder }, (summary) => {
    summaries.push(summary);
    seen.push('done');
  });
  let aborted = 0;
  run.attach({ resume() {}, abort: () => void aborted++ });
  return { run, records, seen, charges, summaries, response, tokenCounter, aborted: () => aborted };
}

/** Dollars per million tokens, so nano-dollars in thousands per token. */
function costs(input: string, cached: string, output: string) {
  const cost: TokenRates = { currency: 'usd', input, cached_input: cached, output };
  return { cost, countedImplausibly() {} };
}

describe('what the engines cost', () => {
  it('is what the engine that answered costs, with its own rate for what it read from its cache', () => {
    const { run, records } = startRun({ lease: costs('2', '0.5', '10') });
    run.event({ type: 'text', text: 'done' });
    run.event({ type: 'usage', usage: used(50, 20) });
    run.end();
    expect(records[0]!.engine_cost_nanos).toBe(49 * 2000 + 500 + 20 * 10_000);
  });

  it('follows a call to the engine that it fell back on', () => {
    const lease: ReturnType<typeof costs> = costs('2', '2', '10');
    const { run, records } = startRun({ lease });
    lease.cost = costs('1', '1', '1').cost;
    run.event({ type: 'usage', usage: used(50, 20) });
    run.end();
    expect(records[0]!.engine_cost_nanos).toBe(70_000);
  });

  it('adds up over the engines of a reply, also where tokens are our own estimate', () => {
    const { run, records } = startRun({ lease: costs('2', '2', '2') });
    run.hidden('web_search');
    run.event({ type: 'usage', usage: used(50, 20) });
    run.next(LONGER, 1000, costs('7', '7', '7'));
    run.event({ type: 'text', text: 'one two three' });
    run.end();
    const { input_tokens: input, output_tokens: output, engine_cost_nanos: cost } = records[0]!;
    expect(cost).toBe(70 * 2000 + (input + output - 70) * 7000);
  });

  it('is what is known where another engine of the reply has no cost, and absent where none has', () => {
    const some = startRun();
    some.run.event({ type: 'usage', usage: used(50, 20) });
    some.run.next(LONGER, 1000, costs('7', '7', '7'));
    some.run.event({ type: 'usage', usage: used(10, 1) });
    some.run.end();
    expect(some.records[0]!.engine_cost_nanos).toBe(77_000);
    const none = startRun({ lease: { ...costs('1', '1', '1'), cost: undefined } });
    none.run.event({ type: 'usage', usage: used(50, 20) });
    none.run.end();
    expect(none.records[0]!.engine_cost_nanos).toBeUndefined();
  });

  it('is rounded up once for each generation', () => {
    const { run, records } = startRun({ lease: costs('0.0001', '0.0001', '0') });
    run.event({ type: 'usage', usage: used(1, 0) });
    run.end();
    expect(records[0]!.engine_cost_nanos).toBe(1);
  });
});

it('BILL-01 D-89 counts a large reply on another thread, and records it once before the reply ends', async () => {
  const text = 'several words of prose, '.repeat(1500);
  const { run, records, seen, charges, response, tokenCounter } = startRun({ maxOutputTokens: 50_000 });
  run.event({ type: 'text', text });
  run.end();
  expect([records, seen]).toEqual([[], ['text']]);
  response.emit('close');
  await tokenCounter.close();
  expect(records).toMatchObject([
    { outcome: 'completed', output_tokens: countTokens(text), estimated: true },
  ]);
  expect([seen, charges]).toEqual([['text', 'finish', 'done'], ['settled']]);
});

describe('a reply of several generations', () => {
  it('BILL-01 MSG-50 is one record of the total usage and of the tools that ran', () => {
    const { run, records, seen } = startRun();
    run.hidden('web_search');
    run.toolRan('web_search');
    run.toolRan('web_search');
    run.toolRan('mcp');
    run.event({ type: 'usage', usage: used(50, 20) });
    run.next(LONGER, 1000);
    run.event({ type: 'text', text: 'done' });
    run.event({ type: 'usage', usage: used(400, 5) });
    run.end();
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      input_tokens: 450,
      cached_input_tokens: 2,
      output_tokens: 25,
      estimated: false,
    });
    expect(records[0]!.server_tool_use).toEqual({ web_search: 2, mcp: 1 });
    expect(seen).toEqual(['reasoning', 'text', 'finish', 'done']);
  });

  it('D-89 estimates each generation without a count of the engine, on the prompt it answered', () => {
    const { run, records } = startRun();
    run.hidden('five tokens of a call');
    run.next(LONGER, 1000);
    run.event({ type: 'text', text: 'done' });
    run.end();
    const [record] = records;
    expect(record!.estimated).toBe(true);
    expect(record!.input_tokens).toBeGreaterThan(20 + 200);
    expect(record!.output_tokens).toBeGreaterThan(4);
  });

  it('BILL-04 bills the generated output when the caller leaves between two', () => {
    const { run, records, seen, response, aborted } = startRun();
    run.hidden('call');
    run.toolRan('web_fetch');
    run.event({ type: 'usage', usage: used(50, 20) });
    run.next(LONGER, 1000);
    response.emit('close');
    expect(records[0]).toMatchObject({
      outcome: 'client_closed',
      input_tokens: 50,
      output_tokens: 20,
      server_tool_use: { web_fetch: 1 },
    });
    expect([seen.at(-2), aborted()]).toEqual(['cancel', 1]);
  });

  it('charges nothing if a later one fails before anything was delivered', () => {
    const { run, records, seen, charges } = startRun();
    run.event({ type: 'usage', usage: used(50, 20) });
    run.next(LONGER, 1000);
    run.fail(new EngineFault('unreachable'));
    expect([records, charges, seen]).toEqual([[], ['released'], ['fail fault', 'done']]);
  });

  it('D-40 BILL-12 bills what was sent to an MCP server of the caller, even if the reply then fails', () => {
    const { run, records, charges } = startRun();
    run.hidden('call');
    run.toolRan('mcp');
    run.event({ type: 'usage', usage: used(50, 20) });
    run.fail(new EngineFault('timeout'));
    expect(records[0]).toMatchObject({ outcome: 'failed', output_tokens: 20, server_tool_use: { mcp: 1 } });
    expect(charges).toEqual(['settled']);
  });

  it('D-38 bills a reply that is refused for its content', () => {
    const { run, records, seen, charges } = startRun();
    run.event({ type: 'text', text: 'no json' });
    run.event({ type: 'usage', usage: used(10, 3) });
    run.refuse(new ApiError('output_schema_violation'));
    expect([records.length, charges, seen.at(-2)]).toEqual([1, ['settled'], 'fail output_schema_violation']);
  });

  it('BILL-01 tells of the end of a response that waits once it is sent, also where that fails', async () => {
    for (const settle of ['resolve', 'reject'] as const) {
      const { promise: sent, ...sending } = Promise.withResolvers<void>();
      const { run, records, seen } = startRun({ sent });
      run.event({ type: 'text', text: 'done' });
      run.event({ type: 'usage', usage: used(10, 3) });
      run.end();
      expect([records.length, seen.at(-1)]).toEqual([1, 'finish']);
      sending[settle]();
      await expect.poll(() => seen.at(-1)).toBe('done');
      expect(seen.at(-2)).toBe(settle === 'reject' ? 'destroyed' : 'finish');
    }
  });

  it('records when the engine was asked, its first output and the end, from the arrival of the request', () => {
    const { run, records, summaries } = startRun();
    run.event({ type: 'text', text: 'first' });
    run.event({ type: 'usage', usage: used(10, 3) });
    run.end();
    const { queued_ms: queued, first_output_ms: first, duration_ms: duration } = records[0]!;
    expect([queued! >= 1000, first! >= queued!, duration! >= first!]).toEqual([true, true, true]);
    expect(records[0]).toMatchObject({ status: 200, streamed: false });
    expect(records[0]!.error_code).toBeUndefined();
    expect(summaries).toMatchObject([{ recorded: true, fault: undefined }]);
  });

  it('records the status the caller gets: 200 where a stream has begun, else that of the error', () => {
    for (const [delivered, status] of [
      [true, 200],
      [false, 504],
    ] as const) {
      const { run, records } = startRun({ delivered });
      run.event({ type: 'text', text: 'x' });
      run.toolRan('mcp');
      run.fail(new EngineFault('timeout'));
      expect(records[0]).toMatchObject({
        outcome: 'failed',
        status,
        error_code: 'upstream_timeout',
        engine_fault: 'timeout',
      });
    }
    const { run, summaries, response } = startRun();
    run.fail(new EngineFault('status', { status: 500 }));
    response.emit('close');
    expect(summaries).toMatchObject([
      { outcome: 'nothing', recorded: false, firstOutputMs: undefined, fault: { message: 'status 500' } },
    ]);
  });

  it('records a complete run without a usable answer as the failure that the caller gets, and bills it', () => {
    for (const [delivered, status] of [
      [true, 200],
      [false, 502],
    ] as const) {
      const { run, records, seen, charges } = startRun({ delivered, flaw: new EngineFault('broken') });
      run.event({ type: 'text', text: 'x' });
      run.event({ type: 'usage', usage: used(10, 3) });
      run.end();
      expect(records).toMatchObject([
        { outcome: 'failed', status, error_code: 'upstream_error', engine_fault: 'broken', output_tokens: 3 },
      ]);
      expect([charges, seen.at(-2)]).toEqual([['settled'], 'fail fault']);
    }
  });

  it('ignores a count that no prompt of this window can have', () => {
    const { run, records } = startRun();
    run.hidden('x');
    run.event({ type: 'usage', usage: used(1_000_000, 20) });
    run.next(LONGER, 1000);
    run.event({ type: 'usage', usage: used(10, 3) });
    run.end();
    expect([records[0]!.estimated, records[0]!.input_tokens < 1000]).toEqual([true, true]);
  });
});
