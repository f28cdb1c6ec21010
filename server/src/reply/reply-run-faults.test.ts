import { setImmediate, setTimeout } from 'node:timers/promises';
import { ApiError } from '@svc/contract';
import { describe, expect, it, vi } from 'vitest';
import { EngineFault } from '#engine';
import { startReply, tool, type BenchOptions } from './test-support/reply-bench.ts';
import { replyScript, calls, ScriptedGeneration } from './test-support/scripted-generation.ts';

const hangs = (): Promise<never> => new Promise(() => {});

describe('a ReplyRun that fails or is left', () => {
  it('fails as an engine does, whichever generation it is', async () => {
    const generation = new ScriptedGeneration(calls('search'), {
      events: [],
      fault: new EngineFault('unreachable'),
    });
    const { reply, closed } = startReply(generation, { tools: [tool('search')] });
    await reply.over;
    expect([reply.lines.at(-1), generation.slots, closed()]).toEqual(['fail unreachable', 0, 1]);
  });

  it('fails where no slot is free for the next generation', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('never'));
    const run = (): Promise<{ text: string }> => {
      generation.refusal = new ApiError('capacity_busy');
      return Promise.resolve({ text: 'found' });
    };
    const { reply } = startReply(generation, { tools: [tool('search', { run })] });
    await reply.over;
    expect(reply.lines.at(-1)).toBe('fail capacity_busy');
  });

  it.each<[string, () => ScriptedGeneration, BenchOptions, string]>([
    ['servers are asked', () => new ScriptedGeneration(replyScript('never')), { tools: hangs }, ''],
    [
      'a tool runs',
      () => new ScriptedGeneration(calls('search'), replyScript('never')),
      { tools: [tool('search', { run: hangs })] },
      'ran web_search',
    ],
    [
      'it is repaired',
      () => new ScriptedGeneration(replyScript('no'), { events: [], hang: true }),
      { format: { type: 'json_object' } },
      'next',
    ],
  ])('CHAT-68 MSG-63 fails when the service stops while %s', async (_, script, options, begun) => {
    const generation = script();
    const { reply } = startReply(generation, options);
    if (begun !== '') await expect.poll(() => reply.lines).toContain(begun);
    generation.longReplies.forEach((running) => running.stop());
    await setTimeout(5);
    const ends = reply.lines.filter((line) => /^(fail|refuse|end)/.test(line));
    expect(ends).toEqual(['fail temporarily_unavailable']);
    expect([generation.longReplies.size, generation.slots]).toEqual([0, 0]);
  });

  it('D-40 fails before anything is generated where a server cannot be used, and gives the slot back', async () => {
    const generation = new ScriptedGeneration(replyScript('never'));
    const { reply } = startReply(generation, {
      tools: () => Promise.reject(new ApiError('upstream_unavailable')),
    });
    await reply.over;
    expect([reply.lines, generation.slots, generation.requests]).toEqual([
      ['fail upstream_unavailable'],
      0,
      [],
    ]);
  });

  it('is silent after abort: while an engine writes, while a tool runs, and while servers are asked', async () => {
    const writing = new ScriptedGeneration({ events: [], hang: true });
    const first = startReply(writing);
    await setImmediate();
    first.run.abort();
    expect([writing.aborted, writing.slots]).toEqual([1, 0]);

    let ended: unknown;
    const begun = Promise.withResolvers<void>();
    const run = (_input: string, signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal.addEventListener('abort', () => reject((ended = signal.reason) as Error));
      });
    const second = startReply(new ScriptedGeneration(calls('search')), { tools: [tool('search', { run })] });
    await begun.promise;
    const before = [...second.reply.lines];
    second.run.abort();
    await expect.poll(() => second.closed()).toBe(1);
    expect([second.reply.lines, second.closed(), ended]).toEqual([before, 1, expect.anything()]);

    const asking = new ScriptedGeneration(replyScript('never'));
    let closed = 0;
    const late = async (): Promise<{ tools: []; close(): void }> => {
      await setTimeout(20);
      return { tools: [], close: () => void closed++ };
    };
    const third = startReply(asking, { tools: late });
    await setImmediate();
    third.run.abort();
    await expect.poll(() => closed).toBe(1);
    expect([third.reply.lines, asking.slots, closed, asking.requests]).toEqual([[], 0, 1, []]);
  });

  it('gives back the slot that is found for a generation after its caller has left', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('never'));
    const { run } = startReply(generation, { tools: [tool('search')] });
    const free = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const admit = generation.admit.bind(generation);
    vi.spyOn(generation, 'admit').mockImplementation((() => {
      asked.resolve();
      return free.promise.then(admit);
    }) as unknown as typeof admit);
    await asked.promise;
    run.abort();
    free.resolve();
    await setImmediate();
    expect([generation.slots, generation.requests.length]).toEqual([0, 1]);
  });

  it('says and runs nothing for a caller who left while the output of a generation was counted', async () => {
    const { events } = calls('search');
    // Nobody counted it, and it is long enough to be counted on another thread.
    const uncounted = {
      events: [
        { type: 'text', text: 'word '.repeat(20_000) } as const,
        ...events.filter(({ type }) => type !== 'usage'),
      ],
    };
    const generation = new ScriptedGeneration(uncounted, replyScript('never'));
    let ran = 0;
    const search = tool('search', { run: () => Promise.resolve({ text: String(++ran) }) });
    const { run, reply } = startReply(generation, {
      tools: [search],
      format: { type: 'json_object' },
      maxOutputTokens: 50_000,
    });
    while (generation.requests.length === 0 || generation.slots > 0) await setImmediate();
    run.abort();
    const before = [...reply.lines];
    await setTimeout(1000);
    expect([reply.lines.slice(before.length), ran]).toEqual([[], 0]);
  });

  it('D-14 ends a reply that takes too long in all', async () => {
    const run = (): Promise<never> => new Promise(() => {});
    const { reply } = startReply(new ScriptedGeneration(calls('search')), {
      tools: [tool('search', { run })],
      limits: { totalMs: 50 },
    });
    await reply.over;
    expect(reply.lines.at(-1)).toBe('fail timeout');
  });
});
