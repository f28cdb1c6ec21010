import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '#kit';
import { writeTinyGguf } from '../../../test-kit/tiny-gguf.ts';
import type { Engine, EngineEvent, EngineFault, EngineRun } from '../events.ts';
import { Generation } from '../generation/generation.ts';
import type { GenerateRequest } from '../turns.ts';
import { createEngine } from './create-engine.ts';
import { createLlamaEngine } from './llama.ts';

const CONTEXT_TOKENS = 256;

const installed = await import('node-llama-cpp').then(
  () => true,
  () => false,
);
if (!installed) {
  console.log('skipped: local model tests, because node-llama-cpp is not installed');
  if (process.env['REQUIRE_SERVICES'] === '1')
    throw new Error('REQUIRE_SERVICES=1, but node-llama-cpp is not installed');
}

interface Observed {
  readonly events: EngineEvent[];
  readonly fault: EngineFault | undefined;
}

interface Watch {
  readonly onEvent?: (run: EngineRun, event: EngineEvent) => void;
  readonly flush?: (run: EngineRun) => boolean;
}

function ask(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    turns: [{ role: 'user', blocks: [{ type: 'text', text }] }],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 24,
    stream: true,
    ...more,
  };
}

function run(engine: Engine, request: GenerateRequest, watch: Watch = {}): Promise<Observed> {
  return new Promise((resolve) => {
    const events: EngineEvent[] = [];
    const started: EngineRun = engine.start(request, 'any', {
      event(event) {
        events.push(event);
        watch.onEvent?.(started, event);
      },
      flush: () => watch.flush?.(started) ?? true,
      end: () => resolve({ events, fault: undefined }),
      fail: (fault) => resolve({ events, fault }),
    });
  });
}

const textIn = (events: readonly EngineEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const usageIn = (events: readonly EngineEvent[]) => events.find((event) => event.type === 'usage')?.usage;
const stopIn = (events: readonly EngineEvent[]) => events.find((event) => event.type === 'stop')?.reason;

describe.skipIf(!installed)('the local model', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-llama-'));
  const tinyPath = join(directory, 'tiny.gguf');
  const modelPath = process.env['TEST_GGUF_PATH'] || tinyPath;
  const log = pino({ level: 'silent' });
  const clock = createClock();
  let engine: Engine;

  beforeAll(() => {
    writeTinyGguf(tinyPath);
    engine = createLlamaEngine({ modelPath, contextSize: CONTEXT_TOKENS, maxConcurrency: 2, clock, log });
  });

  afterAll(async () => {
    await engine.close();
    rmSync(directory, { recursive: true });
  });

  it('generates text and reports exact usage, up to the limit', async () => {
    const { events, fault } = await run(engine, ask('Once upon a time'));
    expect(fault).toBeUndefined();
    expect(textIn(events)).not.toBe('');
    const usage = usageIn(events)!;
    expect(usage.inputTokens).toBeGreaterThan(4);
    if (stopIn(events) === 'max_tokens') expect(usage.outputTokens).toBe(24);
    else expect([stopIn(events), usage.outputTokens < 24]).toEqual(['end_turn', true]);
  });

  it('counts a longer prompt as more input', async () => {
    const short = usageIn((await run(engine, ask('cat', { maxOutputTokens: 1 }))).events)!;
    const long = usageIn(
      (await run(engine, ask('cat and dog and tree and sun', { maxOutputTokens: 1 }))).events,
    )!;
    expect(long.inputTokens).toBeGreaterThan(short.inputTokens);
    expect(short.outputTokens).toBeLessThanOrEqual(1);
  });

  it('accepts whole conversations with tools', async () => {
    const turns: GenerateRequest['turns'] = [
      { role: 'system', blocks: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', blocks: [{ type: 'text', text: 'Look.' }] },
      {
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'Yes.' },
          { type: 'tool_call', id: 'a', name: 'look', arguments: '{bad' },
        ],
      },
      { role: 'user', blocks: [{ type: 'tool_result', callId: 'a', text: 'A tree.' }] },
    ];
    const { fault, events } = await run(engine, ask('', { turns, maxOutputTokens: 4 }));
    expect(fault).toBeUndefined();
    expect(usageIn(events)?.outputTokens).toBeLessThanOrEqual(4);
  });

  it('refuses a prompt longer than the context with status 400, even without reading all of it', async () => {
    for (const words of [400, 1_000_000]) {
      const { fault, events } = await run(engine, ask('tree '.repeat(words)));
      expect([fault?.kind, fault?.status, events]).toEqual(['status', 400, []]);
    }
  });

  it('never writes beyond the context', async () => {
    const reasons = new Set<string | undefined>();
    // A model may stop before its context is full; of several attempts on a nearly full context one
    // continues.
    for (let i = 0; i < 20 && !reasons.has('context_window'); i++) {
      const { events } = await run(engine, ask('a b '.repeat(55), { maxOutputTokens: 5_000 }));
      const usage = usageIn(events)!;
      reasons.add(stopIn(events));
      expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(CONTEXT_TOKENS);
      if (stopIn(events) === 'context_window')
        expect(usage.inputTokens + usage.outputTokens).toBe(CONTEXT_TOKENS);
    }
    expect(reasons).toContain('context_window');
  });

  it('answers more requests than it has sequences, in order of arrival', async () => {
    const order: number[] = [];
    const all = Array.from({ length: 12 }, async (_, index) => {
      const received = await run(engine, ask(`Number ${index}`, { maxOutputTokens: 6 }), {
        onEvent: () => order.includes(index) || order.push(index),
      });
      expect(received.fault).toBeUndefined();
    });
    await Promise.all(all);
    // Two run in parallel, so neighbours may swap.
    for (const [place, index] of order.entries()) expect(Math.abs(place - index)).toBeLessThanOrEqual(2);
  });

  it('refuses as busy when 64 requests wait, and waiting ones may leave', async () => {
    const runs = Array.from({ length: 80 }, () => {
      let over: (kind: string) => void;
      const kind = new Promise<string>((resolve) => (over = resolve));
      const started = engine.start(ask('x', { maxOutputTokens: 1 }), 'any', {
        event: () => {},
        flush: () => true,
        end: () => over('end'),
        fail: (fault) => over(fault.kind),
      });
      return { started, kind };
    });
    expect(await runs.at(-1)!.kind).toBe('busy');
    for (const { started } of runs.slice(2, 64)) started.abort();
    expect(await runs[0]!.kind).toBe('end');
    expect((await run(engine, ask('still here?', { maxOutputTokens: 1 }))).fault).toBeUndefined();
  });

  it('emits nothing after abort and frees the sequence', async () => {
    let after = 0;
    for (let i = 0; i < 4; i++) {
      await new Promise<void>((resolve) => {
        let aborted = false;
        const late = (): void => void (after += 1);
        const started: EngineRun = engine.start(ask('Once', { maxOutputTokens: 200 }), 'any', {
          event() {
            if (aborted) return late();
            aborted = true;
            started.abort();
            resolve();
          },
          flush: () => (late(), true),
          end: late,
          fail: late,
        });
      });
    }
    // With two sequences, a leak would leave none for these.
    const received = await Promise.all(
      [1, 2, 3].map(() => run(engine, ask('again', { maxOutputTokens: 3 }))),
    );
    expect(received.every(({ fault }) => fault === undefined)).toBe(true);
    expect(after).toBe(0);
  });

  it('writes nothing while the sink is full, and continues after resume', async () => {
    let paused = 0;
    let atPause = 0;
    let events = 0;
    const { fault } = await run(engine, ask('Once upon a time'), {
      onEvent: () => void (events += 1),
      flush(held) {
        if (paused++ > 0) return true;
        atPause = events;
        void run(engine, ask('meanwhile', { maxOutputTokens: 20 })).then(() => {
          expect(events).toBe(atPause);
          held.resume();
        });
        return false;
      },
    });
    expect(fault).toBeUndefined();
    expect(events).toBeGreaterThan(atPause);
  });

  it('yields to the event loop between tokens', async () => {
    let turns = 0;
    let running = true;
    const tick = (): void => {
      turns += 1;
      if (running) setImmediate(tick);
    };
    tick();
    const { events } = await run(engine, ask('a b '.repeat(30), { maxOutputTokens: 100 }));
    running = false;
    expect(turns).toBeGreaterThan(events.length);
  });

  it('CHAT-17 calls the named tool with arguments that match its schema', async () => {
    const tools = [
      {
        name: 'paint',
        parameters: {
          type: 'object',
          properties: { color: { enum: ['red', 'blue'] }, thick: { type: 'boolean' } },
          required: ['color', 'thick'],
        },
      },
      { name: 'sing', parameters: { type: 'object', properties: {} } },
    ];
    const roomy = createLlamaEngine({ modelPath, contextSize: 512, clock, log });
    const { events, fault } = await run(
      roomy,
      ask('Do it', { tools, toolChoice: { name: 'paint' }, maxOutputTokens: 200 }),
    );
    const short = await run(roomy, ask('Do it', { tools, toolChoice: 'any', maxOutputTokens: 3 }));
    await roomy.close();
    expect(fault).toBeUndefined();
    expect(stopIn(events)).toBe('tool_call');
    // A call that does not fit is not started.
    expect(short.events.map((event) => event.type)).toEqual(['stop', 'usage']);
    expect(stopIn(short.events)).toBe('max_tokens');
    const start = events.find((event) => event.type === 'tool_call_start')!;
    const delta = events.find((event) => event.type === 'tool_call_delta')!;
    expect(start).toMatchObject({ call: 0, name: 'paint', id: expect.stringMatching(/^call_\w{26}$/) });
    expect(delta.call).toBe(0);
    const { color, thick } = JSON.parse(delta.arguments) as { color: string; thick: unknown };
    expect([['red', 'blue'].includes(color), typeof thick]).toEqual([true, 'boolean']);
  });

  it.each([1, 3])('generates as many replies concurrently as max_concurrency allows: %d', async (most) => {
    const timeouts = { first_output_s: 60, silence_s: 60, total_s: 60 };
    const config = {
      type: 'llama',
      model_path: tinyPath,
      context_size: CONTEXT_TOKENS,
      max_concurrency: most,
      timeouts,
    } as const;
    const limited = createEngine(config, { name: 'main', clock, log });
    const writing = new Set<number>();
    let peak = 0;
    await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const begun = () => {
          writing.add(index);
          peak = Math.max(peak, writing.size);
        };
        await run(limited, ask('Once upon a time', { maxOutputTokens: 60 }), { onEvent: begun });
        writing.delete(index);
      }),
    );
    await limited.close();
    expect(peak).toBe(most);
  });

  it('logs which engine and file could not be loaded, and why', async () => {
    const path = join(directory, 'text.gguf');
    writeFileSync(path, 'no model');
    const lines: string[] = [];
    const kept = pino({}, { write: (line: string) => void lines.push(line) });
    const models = [{ id: 'M', routes: [{ engine: 'local', model: 'm', priority: 1, weight: 1 }] }];
    const timeouts = { first_output_s: 60, silence_s: 60, total_s: 60 };
    const engines = {
      local: { type: 'llama', model_path: path, context_size: 256, max_concurrency: 1, timeouts },
    } as const;
    const generation = new Generation({ config: { engines, models }, clock, log: kept });
    await expect.poll(() => lines.length).toBe(1);
    await generation.close();
    expect(JSON.parse(lines[0]!)).toMatchObject({
      engine: 'local',
      file: path,
      reason: 'The file is not a GGUF file. Give model_path the path of one.',
      error: { code: 'NOT_GGUF' },
    });
  });

  it('is unreachable when the file is not a model, and broken when it closes', async () => {
    const path = join(directory, 'broken.gguf');
    // Magic, version 3, no tensors, no metadata.
    writeFileSync(path, Buffer.concat([Buffer.from('GGUF\u0003\0\0\0', 'latin1'), Buffer.alloc(16)]));
    const unusable = createLlamaEngine({ modelPath: path, clock, log });
    expect((await run(unusable, ask('x'))).fault?.kind).toBe('unreachable');
    expect((await run(unusable, ask('x'))).fault?.kind).toBe('unreachable');
    await unusable.close();
    const closing = createLlamaEngine({ modelPath: tinyPath, clock, log });
    const received = run(closing, ask('x'));
    await closing.close();
    expect((await received).fault?.kind).toBe('broken');
  });
});
