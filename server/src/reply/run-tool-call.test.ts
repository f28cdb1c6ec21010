import { describe, expect, it } from 'vitest';
import { ApiError } from '@svc/contract';
import type { PolicyCheck, ReplySink } from '#exchange';
import { runToolCall } from './run-tool-call.ts';
import type { ServerTool, ToolOutcome } from './server-tool.ts';
import { ToolRounds } from './tool-rounds.ts';
import { WebCitations } from './web-citations.ts';

const INPUT = '{"query":"otters"}';

interface Setup {
  readonly run?: ServerTool['run'];
  readonly refusal?: string | (() => Promise<never>);
  readonly maxUses?: number;
}

/** A tool, and what happens to it in order. */
function setUp({ run = async () => ({ text: 'found' }), refusal, maxUses = 2 }: Setup = {}) {
  const events: string[] = [];
  const controller = new AbortController();
  const tool: ServerTool = {
    kind: 'web_search',
    definition: {
      name: 'web_search',
      description: '',
      parameters: {},
    },
    maxUses,
    run(input, signal) {
      events.push(`run ${input}`);
      return run(input, signal);
    },
  };
  const policy = {
    tool: async ({ name, kind, input }: { name: string; kind: string; input: string }) => {
      events.push(`policy ${name} ${kind} ${input}`);
      return typeof refusal === 'function' ? refusal() : refusal;
    },
  } as unknown as PolicyCheck;
  const parts = { policy, signal: controller.signal, started: () => void events.push('started') };
  const call = (): Promise<ToolOutcome> => runToolCall(tool, INPUT, parts);
  return { events, controller, tool, policy, parts, call };
}

const POLICY = `policy web_search web_search ${INPUT}`;

describe('a call of a tool on the service side', () => {
  it.each([
    {
      what: 'its result',
      outcome: { text: 'found', sources: [{ url: 'https://a.test', title: null, text: 'a' }] },
    },
    {
      what: 'an error of the tool, for the model',
      outcome: { text: 'no such page', isError: true as const },
    },
  ])('has as its outcome $what, and is counted before it runs', async ({ outcome }) => {
    const { call, events } = setUp({ run: async () => outcome });
    expect(await call()).toEqual(outcome);
    expect(events).toEqual([POLICY, 'started', `run ${INPUT}`]);
  });

  it('runs without a policy', async () => {
    const { tool, parts, events } = setUp();
    expect(await runToolCall(tool, INPUT, { ...parts, policy: undefined })).toEqual({ text: 'found' });
    expect(events).toEqual(['started', `run ${INPUT}`]);
  });

  it('that a policy denies has an error for the model, and neither runs nor is counted', async () => {
    const { call, events } = setUp({ refusal: 'Not allowed here.' });
    expect(await call()).toEqual({ text: 'Not allowed here.', isError: true });
    expect(events).toEqual([POLICY]);
  });

  it('whose policy cannot be asked ends the reply, and is not counted', async () => {
    const error = new ApiError('temporarily_unavailable');
    const { call, events } = setUp({ refusal: () => Promise.reject(error) });
    await expect(call()).rejects.toBe(error);
    expect(events).toEqual([POLICY]);
  });

  it('of a caller who left while the policy was asked does not run and is not counted', async () => {
    const { call, controller, events } = setUp();
    const calling = call();
    controller.abort(new Error('left'));
    await expect(calling).rejects.toThrow('left');
    expect(events).toEqual([POLICY]);
  });

  it('of a caller who leaves while it runs ends with the reason, and stays counted', async () => {
    const run: ServerTool['run'] = (_input, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const { call, controller, events } = setUp({ run });
    const calling = call();
    await expect.poll(() => events).toContain(`run ${INPUT}`);
    controller.abort(new Error('left'));
    await expect(calling).rejects.toThrow('left');
    expect(events).toEqual([POLICY, 'started', `run ${INPUT}`]);
  });

  it('that ends the reply rejects with that error, and stays counted', async () => {
    const error = new ApiError('upstream_unavailable');
    const { call, events } = setUp({ run: () => Promise.reject(error) });
    await expect(call()).rejects.toBe(error);
    expect(events).toContain('started');
  });
});

describe('the calls of one reply', () => {
  const roundsOf = ({ tool, policy, controller, events }: ReturnType<typeof setUp>) => {
    const sink = { toolRan: (kind: string) => void events.push(`counted ${kind}`) } as unknown as ReplySink;
    const rounds = new ToolRounds({
      tools: [tool],
      citations: new WebCitations({ responseFormat: undefined } as never),
      policy,
      signal: controller.signal,
    });
    const run = (calls: number) =>
      rounds.run(
        Array.from({ length: calls }, (_, i) => ({ id: `call_${i}`, name: 'web_search', input: INPUT })),
        sink,
      );
    return { rounds, run };
  };
  const counted = (events: readonly string[]): number =>
    events.filter((event) => event.startsWith('counted')).length;

  it('know only the tools of the reply', () => {
    const { rounds } = roundsOf(setUp());
    expect([rounds.has('web_search'), rounds.has('unknown')]).toEqual([true, false]);
  });

  it('are bounded over all rounds, and those beyond the limit are not counted', async () => {
    const setup = setUp({ maxUses: 2 });
    const { run } = roundsOf(setup);
    expect(await run(1)).toMatchObject([{ callId: 'call_0', text: 'found' }]);
    const [second, third] = await run(2);
    expect(second).toEqual({ type: 'tool_result', callId: 'call_0', text: 'found' });
    expect(third).toEqual({
      type: 'tool_result',
      callId: 'call_1',
      text: 'This tool may be used 2 times, and was. Answer with what you have.',
      isError: true,
    });
    expect(counted(setup.events)).toBe(2);
  });

  it('of one generation are at most 64, and the results keep the order of the calls', async () => {
    const setup = setUp({ maxUses: Infinity });
    const results = await roundsOf(setup).run(65);
    expect(results.map((block) => (block as { callId: string }).callId)).toEqual(
      Array.from({ length: 65 }, (_, i) => `call_${i}`),
    );
    expect(results.filter((block) => 'isError' in block)).toEqual([results[64]]);
    expect(counted(setup.events)).toBe(64);
  });
});
