import { setImmediate } from 'node:timers/promises';
import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { EngineFault, type ResponseFormat } from '#engine';
import type { FormatCheck } from './format/format-checker.ts';
import { startReply, tool } from './test-support/reply-bench.ts';
import { replyScript, calls, ScriptedGeneration, type Script } from './test-support/scripted-generation.ts';

const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
const bestEffort: ResponseFormat = { type: 'json_schema', name: 'n', schema };
const strict: ResponseFormat = { ...bestEffort, strict: true };

function saysAndCalls(text: string): Script {
  const { events } = calls('search');
  return { events: [{ type: 'text', text }, ...events] };
}

describe('a reply that must have a form', () => {
  it('D-38 D-41 is the answer after the last call of our tools, without what was said before', async () => {
    const generation = new ScriptedGeneration(saysAndCalls('I will look.'), replyScript('{"a":1}'));
    const { reply } = startReply(generation, { tools: [tool('search')], format: strict });
    await reply.over;
    expect(reply.lines.filter((line) => !line.startsWith('hidden'))).toEqual([
      'usage 50/20',
      'ran web_search',
      'next',
      'usage 100/10',
      'text {"a":1}',
      'stop end_turn',
      'end',
    ]);
    expect(reply.lines).toContain('hidden I will look.');
  });

  it('D-38 is repaired by one more generation, which may call nothing', async () => {
    const generation = new ScriptedGeneration(replyScript('no'), replyScript('{"a":1}'));
    const { reply } = startReply(generation, { tools: [tool('search')], format: strict });
    await reply.over;
    expect(reply.lines).toEqual([
      'hidden ',
      'usage 100/10',
      'hidden no',
      'next',
      'hidden ',
      'usage 100/10',
      'text {"a":1}',
      'stop end_turn',
      'end',
    ]);
    expect(generation.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'none']);
    expect(generation.slots).toBe(0);
  });

  it('D-38 is refused when strict, with the usage of its last generation', async () => {
    const generation = new ScriptedGeneration(replyScript('no'), replyScript('nor this'));
    const { reply, closed } = startReply(generation, { format: strict });
    await reply.over;
    expect(reply.lines.slice(-3)).toEqual([
      'usage 100/10',
      'hidden nor this',
      'refuse output_schema_violation',
    ]);
    expect([generation.slots, closed()]).toEqual([0, 1]);
  });

  it.each([
    ['its engine fails', { events: [], fault: new EngineFault('broken') } satisfies Script],
    [
      'its engine fails in the middle',
      { events: [{ type: 'text', text: '{"a"' }], fault: new EngineFault('broken') } satisfies Script,
    ],
  ])('D-38 is judged without its repair where %s', async (_, failing) => {
    for (const [format, last] of [
      [strict, 'refuse output_schema_violation'],
      [bestEffort, 'end'],
    ] as const) {
      const { reply } = startReply(new ScriptedGeneration(replyScript('no'), failing), { format });
      await reply.over;
      expect(reply.lines.at(-1)).toBe(last);
      // The first was counted, and the text that is sent after all is no second reply.
      expect(reply.lines.filter((line) => line.startsWith('usage'))).toEqual(['usage 100/10', 'usage 0/0']);
      expect(reply.lines.includes('text no')).toBe(format === bestEffort);
    }
  });

  it('D-38 is judged without its repair where no slot is free or no tokens are left', async () => {
    const crowded = new ScriptedGeneration(replyScript('no'));
    const { reply } = startReply(crowded, { format: bestEffort });
    crowded.refusal = new ApiError('temporarily_unavailable');
    await reply.over;
    expect(reply.lines.slice(-4)).toEqual(['usage 0/0', 'text no', 'stop end_turn', 'end']);
    const spent = startReply(new ScriptedGeneration(replyScript('no', 1000)), { format: strict });
    await spent.reply.over;
    expect(spent.reply.lines.at(-1)).toBe('refuse output_schema_violation');
  });

  it('D-38 BILL-12 fails, and is not refused for its form, where nobody had time to check it', async () => {
    const { reply, closed } = startReply(new ScriptedGeneration(replyScript('{"a":1}')), {
      format: strict,
      checker: { check: () => Promise.resolve('busy') },
    });
    await reply.over;
    expect([reply.lines.at(-1), closed()]).toEqual(['fail temporarily_unavailable', 1]);
  });

  it('D-38 that never came to its answer is refused as strict', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('never'));
    const { reply } = startReply(generation, {
      tools: [tool('search')],
      format: strict,
      maxOutputTokens: 20,
    });
    await reply.over;
    expect(reply.lines.at(-1)).toBe('refuse output_schema_violation');
  });

  it('says nothing more to a caller who left while it was judged', async () => {
    const judged = Promise.withResolvers<FormatCheck>();
    const asked = Promise.withResolvers<void>();
    const check = () => {
      asked.resolve();
      return judged.promise;
    };
    const { run, reply } = startReply(new ScriptedGeneration(replyScript('{"a":1}')), {
      format: strict,
      checker: { check },
    });
    await asked.promise;
    run.abort();
    judged.resolve({ start: 0, end: 7 });
    await setImmediate();
    // What was held is told while the run is aborted, because it was generated; then nothing.
    expect(reply.lines).toEqual(['hidden ', 'usage 100/10', 'hidden {"a":1}']);
  });
});
