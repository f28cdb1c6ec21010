import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countPromptTokens,
  countTokens,
  EngineFault,
  type CapacityLease,
  type EngineEvent,
  type EngineRun,
  type EngineSink,
  type GenerateRequest,
  type LongReply,
  type TokenUsage,
} from '#engine';
import type { GenerationExchange, InferenceCall, ResponseEncoder } from '#exchange';
import { MeteredRun, TokenCounter } from '#features/billing';
import { SweepSet } from '#kit';
import { startReply, type ReplyDeps, type ServerTool } from '#reply';
import type { UsageJournal, UsageRecord } from '#store';

/**
 * One generation's events, each in its own turn of the event loop. `counts`: the usage its engine reports.
 */
interface Script {
  readonly chunks: readonly ('text' | 'reasoning' | 'own' | 'theirs')[];
  readonly counts: boolean;
  readonly end: 'end' | 'fault' | 'hang';
}

interface Plan {
  readonly scripts: readonly Script[];
  readonly stream: boolean;
  readonly form: boolean;
  readonly valid: boolean;
  readonly compacts: boolean;
  /** The turn of the event loop after which the client leaves. */
  readonly leaves: number;
  readonly toolTurns: number;
}

const SCRIPT = fc.record<Script>({
  chunks: fc.array(fc.constantFrom('text', 'text', 'reasoning', 'own', 'theirs'), { maxLength: 5 }),
  counts: fc.boolean(),
  end: fc.constantFrom('end', 'end', 'end', 'end', 'fault', 'hang'),
});

const PLAN = fc.record<Plan>({
  scripts: fc.array(SCRIPT, { minLength: 1, maxLength: 5 }),
  stream: fc.boolean(),
  form: fc.boolean(),
  valid: fc.boolean(),
  compacts: fc.boolean(),
  leaves: fc.integer({ min: 0, max: 60 }),
  toolTurns: fc.integer({ min: 0, max: 4 }),
});

/** What an engine did, as the engine itself counted it. */
interface Done {
  readonly request: GenerateRequest;
  output: string;
  usage: TokenUsage | undefined;
  over: boolean;
  failed: boolean;
}

class Engines {
  readonly longReplies = new SweepSet<LongReply>();
  readonly done: Done[] = [];
  readonly #scripts: Script[];
  slots = 0;

  constructor(scripts: readonly Script[]) {
    this.#scripts = [...scripts];
  }

  admit(): CapacityLease {
    this.slots++;
    let held = true;
    const release = (): void => {
      if (held) this.slots--;
      held = false;
    };
    return { release, keepsFormat: () => false } as unknown as CapacityLease;
  }

  run(lease: CapacityLease, request: GenerateRequest, sink: EngineSink): EngineRun {
    const script = this.#scripts.shift() ?? { chunks: ['text'], counts: true, end: 'end' };
    const done: Done = { request, output: '', usage: undefined, over: false, failed: false };
    this.done.push(done);
    void write(script, done, sink, lease);
    return {
      resume() {},
      abort: () => {
        done.over = true;
        lease.release();
      },
    };
  }
}

async function write(script: Script, done: Done, sink: EngineSink, lease: CapacityLease): Promise<void> {
  let calls = 0;
  const say = (event: EngineEvent, written: string): void => {
    done.output += written;
    sink.event(event);
  };
  for (const chunk of script.chunks) {
    await turn();
    if (done.over) return;
    if (chunk === 'text' || chunk === 'reasoning')
      say({ type: chunk, text: `${chunk} that goes on ` }, `${chunk} that goes on `);
    else if (done.request.toolChoice !== 'none') {
      const name = chunk === 'own' ? 'svc_web_search' : 'theirs';
      say({ type: 'tool_call_start', call: calls, id: `id_${calls}`, name }, name);
      say({ type: 'tool_call_delta', call: calls++, arguments: '{"query":"x"}' }, '{"query":"x"}');
    }
    sink.flush();
  }
  await turn();
  if (done.over || script.end === 'hang') return;
  if (script.end === 'end') {
    sink.event({ type: 'stop', reason: calls > 0 ? 'tool_call' : 'end_turn' });
    if (script.counts) {
      done.usage = {
        inputTokens: 1000 + done.request.turns.length,
        cachedInputTokens: 3,
        outputTokens: 17,
        reasoningTokens: 1,
      };
      sink.event({ type: 'usage', usage: done.usage });
    }
  }
  done.over = true;
  lease.release();
  if (script.end === 'end') sink.end();
  else {
    done.failed = true;
    sink.fail(new EngineFault('broken'));
  }
}

const isLast = (word: string): boolean => /^[A-Z]/.test(word);

/** Plays a plan to its end and returns what every participant observed. */
async function play(plan: Plan) {
  const engines = new Engines(plan.scripts);
  const records: UsageRecord[] = [];
  const charges: string[] = [];
  const seen: string[] = [];
  let pending = 0;
  let delivered = false;
  const ending = Promise.withResolvers<void>();
  const last = (word: string): void => {
    seen.push(word);
    ending.resolve();
  };
  const encoder: ResponseEncoder = {
    get delivered() {
      return delivered;
    },
    event: ({ type }) => {
      seen.push(type);
      pending++;
    },
    flush: () => {
      if (seen.some(isLast)) seen.push('LATE');
      if (plan.stream && pending > 0) delivered = true;
      return true;
    },
    finish: () => last('FINISH'),
    fail: () => last('FAIL'),
    cancel: () => last('CANCEL'),
  };
  let toolsBegun = 0;
  let left = false;
  let closed = 0;
  const tool: ServerTool = {
    kind: 'web_search',
    definition: { name: 'svc_web_search', description: 'Searches the whole wide web for what it is asked' },
    maxUses: 3,
    run: async (_input, signal) => {
      expect(left).toBe(false);
      toolsBegun++;
      for (let i = 0; i < plan.toolTurns; i++) await turn();
      signal.throwIfAborted();
      return { text: 'found' };
    },
  };
  const call: InferenceCall = {
    requestedModel: 'm',
    stream: plan.stream,
    maxTokens: 500,
    turns: [{ role: 'user', blocks: [{ type: 'text', text: 'word '.repeat(300) }] }],
    tools: [{ name: 'theirs' }],
    toolChoice: 'auto',
    builtinTools: [{ type: 'svc_web_search', maxUses: 3 }],
    ...(plan.form ? { responseFormat: { type: 'json_schema', name: 'f', schema: {}, strict: true } } : {}),
    ...(plan.compacts ? { contextManagement: { compact: { triggerTokens: 100, pauseAfter: false } } } : {}),
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
    requestId: 'req',
    credential: { organizationId: 'org', workspaceId: null },
    operation: { path: '/v1/messages', browserAccess: 'any_site' },
    receivedAtMs: 0,
    sink: { begun: false, status: undefined },
    metadata: null,
    call,
    onClose: (listener: () => void) => response.on('close', listener),
    admission: {
      model: { id: 'M', contextWindow: 100_000, config: { capabilities: {} } },
      promptBytes: 80,
      maxOutputTokens: 500,
      promptTokens: undefined,
      reservation,
      lease: engines.admit(),
    },
  } as unknown as GenerationExchange;
  const journal = {
    append: (record: UsageRecord, written: (error: undefined, offset: number) => void) => {
      records.push(record);
      written(undefined, 1);
    },
  } as unknown as UsageJournal;
  const deps = {
    generation: engines,
    tools: { open: () => Promise.resolve({ tools: [tool], close: () => void closed++ }) },
    replyLimits: () => ({ rounds: 4, totalMs: 60_000, compactionTokens: 700 }),
    formatChecker: {
      check: async (_owner: string, _format: object, text: string) => {
        await turn();
        return plan.valid ? { start: 0, end: text.length } : { problems: ['no'] };
      },
    },
    log: { error: (fields: object) => seen.push(JSON.stringify(fields)) },
  } as unknown as ReplyDeps;
  const run = new MeteredRun(
    { journal, tokenCounter: new TokenCounter() },
    { exchange, prompt: call, encoder },
    () => {},
  );
  run.attach(startReply(deps, exchange, run));
  for (let i = 0; i < plan.leaves && !seen.some(isLast); i++) await turn();
  left = true;
  response.emit('close');
  await ending.promise;
  for (let i = 0; i < 8; i++) await turn();
  return { engines, records, charges, seen, delivered, toolsBegun, closed };
}

/** The usage of all generations. A failed repair is not billed: the reply is sent or refused without it. */
function expected({ done }: Engines) {
  const sum = { input: 0, output: 0 };
  for (const { request, output, usage, failed } of done) {
    const repairs = request.responseFormat !== undefined && request.toolChoice === 'none';
    if ((!usage && output === '') || (failed && repairs)) continue;
    sum.input += usage ? usage.inputTokens : countPromptTokens(request);
    sum.output += usage ? usage.outputTokens : Math.min(countTokens(output), request.maxOutputTokens);
  }
  return sum;
}

it('BILL-01 BILL-04 D-89 records a reply of any shape once and completely, wherever it ends', async () => {
  await fc.assert(
    fc.asyncProperty(PLAN, async (plan) => {
      const { engines, records, charges, seen, delivered, toolsBegun, closed } = await play(plan);
      const end = seen.at(-1);
      expect(seen.filter((word) => !/^[a-z_]+$/.test(word))).toEqual([end]);
      expect([engines.slots, engines.longReplies.size, closed, charges.length]).toEqual([0, 0, 1, 1]);
      const { input, output } = expected(engines);
      const billed = end === 'FAIL' ? records.length > 0 || delivered : input > 0 || end === 'FINISH';
      expect(records).toHaveLength(billed ? 1 : 0);
      expect(charges).toEqual([billed ? 'settled' : 'released']);
      if (!billed || input === 0) return;
      expect(records[0]!.server_tool_use?.['web_search'] ?? 0).toBe(toolsBegun);
      expect(records[0]!.input_tokens).toBe(input);
      // Held text is tallied after the text that passed it, where it may form different tokens.
      expect(Math.abs(records[0]!.output_tokens - output)).toBeLessThanOrEqual(3 * engines.done.length);
    }),
    { numRuns: 500 },
  );
}, 120_000);
