import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { EngineEvent, EngineFault, EngineRun } from '../events.ts';
import { countPromptTokens, countTokens } from '../tokens.ts';
import type { GenerateRequest, Turn } from '../turns.ts';
import { callsIn, stopIn, textIn, usageIn } from '../test-support/read-events.ts';
import { createSandboxEngine } from './sandbox.ts';

interface Observed {
  readonly events: EngineEvent[];
  readonly bursts: number;
  readonly fault: EngineFault | undefined;
}

const engine = createSandboxEngine({ delayMs: 1 });
afterAll(() => engine.close());

const weather = {
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const clock = {
  name: 'get_time',
  parameters: { type: 'object', properties: { zone: { enum: ['UTC', 'CET'] } }, required: ['zone'] },
};

function user(text: string): Turn {
  return { role: 'user', blocks: [{ type: 'text', text }] };
}

function ask(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  const identity: Turn = { role: 'system', blocks: [{ type: 'text', text: 'You are Svc.' }] };
  return {
    turns: [identity, user(text)],
    tools: [],
    toolChoice: 'auto',
    maxOutputTokens: 4096,
    stream: true,
    ...more,
  };
}

/** Runs to the end; `onEvent` may use the run. */
function run(
  request: GenerateRequest,
  onEvent?: (run: EngineRun, event: EngineEvent) => void,
): Promise<Observed> {
  return new Promise((resolve) => {
    const events: EngineEvent[] = [];
    let bursts = 0;
    const started: EngineRun = engine.start(request, 'any', {
      event(event) {
        events.push(event);
        onEvent?.(started, event);
      },
      flush() {
        bursts += 1;
        return true;
      },
      end: () => resolve({ events, bursts, fault: undefined }),
      fail: (fault) => resolve({ events, bursts, fault }),
    });
  });
}

describe('the sandbox in conversation', () => {
  it('identifies itself, quotes the caller and explains how to replace it, the same every time', async () => {
    const request = ask('What is a fjord?');
    const [first, second] = [await run(request), await run(request)];
    expect(textIn(first.events)).toMatch(/sandbox.*“What is a fjord\?”.*svc\.yaml/s);
    expect(second.events).toEqual(first.events);
    expect(stopIn(first.events)).toBe('end_turn');
    expect(first.bursts).toBeGreaterThan(3);
  });

  it('reports the tokens of the whole prompt, identity included, and of the reply', async () => {
    const request = ask('Count me.');
    const { events } = await run(request);
    expect(usageIn(events)).toEqual({
      inputTokens: countPromptTokens(request),
      cachedInputTokens: 0,
      outputTokens: countTokens(textIn(events)),
      reasoningTokens: 0,
    });
  });

  it('is fast and cuts quotes when the message is long', async () => {
    const startedMs = performance.now();
    const { events } = await run(ask('long words '.repeat(50_000)));
    // Generous for a busy machine; the regression it catches took minutes.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(textIn(events).length).toBeLessThan(600);
  });

  it('answers a non-streamed call with the same text in one burst', async () => {
    const [streamed, whole] = [await run(ask('Hello')), await run(ask('Hello', { stream: false }))];
    expect(whole.events).toEqual(streamed.events);
    expect(whole.bursts).toBe(2);
  });

  it('CHAT-12 never exceeds maxOutputTokens and uses all of it', async () => {
    for (const maxOutputTokens of [1, 2, 5, 17]) {
      const { events } = await run(ask('Hello', { maxOutputTokens }));
      expect(countTokens(textIn(events))).toBe(maxOutputTokens);
      expect(usageIn(events)?.outputTokens).toBe(maxOutputTokens);
      expect(stopIn(events)).toBe('max_tokens');
    }
    const say = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(say, fc.integer({ min: 1, max: 30 }), async (text, maxOutputTokens) => {
        const { events } = await run(
          ask(`[[sandbox: say=${text.replaceAll(']', ' ')}]]`, { maxOutputTokens, stream: false }),
        );
        return countTokens(textIn(events)) <= maxOutputTokens;
      }),
      { numRuns: 50 },
    );
  });
});

describe('the sandbox and tools', () => {
  const tools = [weather, clock];

  it('does not call tools unless asked', async () => {
    expect(callsIn((await run(ask('Hello', { tools }))).events)).toEqual([]);
    expect(
      callsIn((await run(ask('[[sandbox: tool=get_time]]', { tools, toolChoice: 'none' }))).events),
    ).toEqual([]);
  });

  it('calls the tools that a directive names, several in parallel, with matching arguments', async () => {
    const { events } = await run(ask('[[sandbox: tools=get_weather,get_time]]', { tools }));
    expect(callsIn(events)).toEqual([
      { name: 'get_weather', arguments: '{"city":"sandbox city"}' },
      { name: 'get_time', arguments: '{"zone":"UTC"}' },
    ]);
    expect(stopIn(events)).toBe('tool_call');
    const ids = events.filter((event) => event.type === 'tool_call_start').map((event) => event.id);
    expect(new Set(ids).size).toBe(2);
  });

  it('CHAT-17 calls only the named tool, and some tool for `any`', async () => {
    expect(callsIn((await run(ask('x', { tools, toolChoice: { name: 'get_time' } }))).events)[0]?.name).toBe(
      'get_time',
    );
    expect(
      callsIn(
        (await run(ask('[[sandbox: tool=get_weather]]', { tools, toolChoice: { name: 'get_time' } }))).events,
      )[0]?.name,
    ).toBe('get_time');
    expect(callsIn((await run(ask('x', { tools, toolChoice: 'any' }))).events)).toHaveLength(1);
  });

  it('summarizes results instead of calling again', async () => {
    const turns: Turn[] = [
      user('[[sandbox: tool=get_weather]]'),
      {
        role: 'assistant',
        blocks: [{ type: 'tool_call', id: 'call_1', name: 'get_weather', arguments: '{}' }],
      },
      { role: 'user', blocks: [{ type: 'tool_result', callId: 'call_1', text: '12 degrees' }] },
    ];
    const { events } = await run(ask('', { turns, tools }));
    expect(textIn(events)).toContain('get_weather returned “12 degrees”');
    expect(callsIn(events)).toEqual([]);
  });

  it('breaks the arguments on request, and cuts them when the budget ends', async () => {
    const broken = callsIn(
      (await run(ask('[[sandbox: tool=get_weather]] [[sandbox: bad-json]]', { tools }))).events,
    )[0]!.arguments;
    expect(() => JSON.parse(broken)).toThrow();
    const { events } = await run(ask('[[sandbox: tool=get_weather]]', { tools, maxOutputTokens: 4 }));
    expect(stopIn(events)).toBe('max_tokens');
    expect(usageIn(events)?.outputTokens).toBeLessThanOrEqual(4);
  });

  it('reports a tool that does not exist', async () => {
    expect(textIn((await run(ask('[[sandbox: tool=fly]]', { tools }))).events)).toContain(
      'no tool “fly”; it offers: get_weather, get_time',
    );
  });
});

describe('directives', () => {
  it('produce reasoning, refusals, exact text, stop reasons and exact lengths', async () => {
    const reasoned = await run(ask('[[sandbox: reasoning]] Hi'));
    expect(usageIn(reasoned.events)?.reasoningTokens).toBe(countTokens(textIn(reasoned.events, 'reasoning')));
    expect(textIn(reasoned.events)).toContain('“Hi”');
    expect(stopIn((await run(ask('[[sandbox: refuse]]'))).events)).toBe('refusal');
    expect(textIn((await run(ask('[[sandbox: say=Bonjour à tous]]'))).events)).toBe('Bonjour à tous');
    expect(stopIn((await run(ask('[[sandbox: stop=content_filter]]'))).events)).toBe('content_filter');
    for (const tokens of [1, 10, 500]) {
      const { events } = await run(ask(`[[sandbox: long=${tokens}]]`));
      expect(countTokens(textIn(events))).toBe(tokens);
      expect(stopIn(events)).toBe('end_turn');
    }
  });

  it('fail before any output, or break off halfway', async () => {
    for (const status of [429, 500, 503]) {
      const { events, fault } = await run(ask(`[[sandbox: fail=${status}]]`));
      expect([events, fault?.kind, fault?.status]).toEqual([[], 'status', status]);
    }
    expect((await run(ask('[[sandbox: fail=timeout]]'))).fault?.kind).toBe('timeout');
    const cut = await run(ask('[[sandbox: fail=cut]]'));
    expect(cut.fault?.kind).toBe('broken');
    expect(textIn(cut.events)).not.toBe('');
    expect(stopIn(cut.events)).toBeUndefined();
  });

  it.each([
    'dance',
    'long=0',
    'long=9999999',
    'delay=1e3',
    'fail=404',
    'refuse=yes',
    'tools=,',
    '__proto__',
    'stop=tool_call',
  ])('are listed when one is invalid: %s', async (directive) => {
    const { events } = await run(ask(`[[sandbox: ${directive}]]`));
    expect(textIn(events)).toContain('[[sandbox: …]]: tool=NAME');
  });

  it('are read in linear time', async () => {
    const startedMs = performance.now();
    await run(ask('[[sandbox: say='.repeat(60_000), { stream: false }));
    // Generous for a busy machine; the regression it catches took minutes.
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });

  it('are read from the last user message only', async () => {
    const turns = [user('[[sandbox: refuse]]'), user('And now?')];
    expect(stopIn((await run(ask('', { turns }))).events)).toBe('end_turn');
  });
});

describe('the run', () => {
  it('emits nothing after abort, even from within an event', async () => {
    const request = ask('Hello');
    let after = 0;
    await new Promise<void>((resolve) => {
      const late = (): void => void (after += 1);
      let aborted = false;
      const started: EngineRun = engine.start(request, 'any', {
        event() {
          if (aborted) return late();
          aborted = true;
          started.abort();
          // Another full reply takes longer than any late event of this one.
          void run(request).then(() => resolve());
        },
        flush: () => (late(), true),
        end: late,
        fail: late,
      });
    });
    expect(after).toBe(0);
  });

  it('leaves no timer behind an abort', () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const nothing = (): void => {};
    const started = engine.start(ask('[[sandbox: delay=10000]]'), 'any', {
      event: nothing,
      flush: () => true,
      end: nothing,
      fail: nothing,
    });
    expect(timers()).toBe(before + 1);
    started.abort();
    expect(timers()).toBe(before);
  });

  it('pauses when flush returns false and continues after resume, losing nothing', async () => {
    const whole = await run(ask('Hello'));
    const events: EngineEvent[] = [];
    let eventsAtPause = -1;
    await new Promise<void>((resolve, reject) => {
      const started: EngineRun = engine.start(ask('Hello'), 'any', {
        event: (event) => void events.push(event),
        flush() {
          if (eventsAtPause >= 0) return true;
          eventsAtPause = events.length;
          void run(ask('Hello'))
            .then(() => {
              expect(events).toHaveLength(eventsAtPause);
              started.resume();
              started.resume();
            })
            .catch(reject);
          return false;
        },
        end: resolve,
        fail: reject,
      });
    });
    expect(events).toEqual(whole.events);
  });

  it('fails runs that are still active when the engine closes', async () => {
    const closing = createSandboxEngine();
    const fault = new Promise<EngineFault>((resolve, reject) => {
      closing.start(ask('[[sandbox: delay=10000]]'), 'any', {
        event: reject,
        flush: () => true,
        end: reject,
        fail: resolve,
      });
    });
    await closing.close();
    expect((await fault).kind).toBe('broken');
  });
});
