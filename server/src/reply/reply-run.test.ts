import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ToolOutcome } from './server-tool.ts';
import { startReply, tool } from './test-support/reply-bench.ts';
import { replyScript, calls, ScriptedGeneration } from './test-support/scripted-generation.ts';

describe('ReplyRun', () => {
  it('D-41 runs a tool of ours between two generations, and shows only the answer', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('done'));
    const { reply, closed } = startReply(generation, { tools: [tool('search')] });
    await reply.over;
    expect(reply.lines).toEqual([
      'hidden search',
      'hidden {"q":',
      'hidden 1}',
      'usage 50/20',
      'ran web_search',
      'next',
      'text done',
      'usage 100/10',
      'stop end_turn',
      'end',
    ]);
    expect(generation.requests[1]!.turns.slice(1)).toEqual([
      {
        role: 'assistant',
        blocks: [{ type: 'tool_call', id: 'id_0', name: 'search', arguments: '{"q":1}' }],
      },
      { role: 'user', blocks: [{ type: 'tool_result', callId: 'id_0', text: 'found' }] },
    ]);
    expect(generation.requests.map(({ tools }) => tools)).toEqual([
      [{ name: 'search' }],
      [{ name: 'search' }],
    ]);
    expect([generation.slots, closed()]).toEqual([0, 1]);
  });

  it('tells which engine answers each prompt, so that each is counted at its own cost', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('done'));
    const { reply } = startReply(generation, { tools: [tool('search')] });
    await reply.over;
    expect(generation.leases).toHaveLength(2);
    expect(reply.leases.map((lease, at) => lease === generation.leases[at])).toEqual([true, true]);
  });

  it('D-41 lets the next generation cite what a tool brought from the web', async () => {
    const generation = new ScriptedGeneration(calls('fetch'), replyScript('done'));
    const page = { url: 'https://a.example/', title: 'A', text: 'One sentence.' };
    const run = (): Promise<ToolOutcome> =>
      Promise.resolve({ text: 'Fetched: One sentence.', sources: [page] });
    await startReply(generation, { tools: [tool('fetch', { run })] }).reply.over;
    const [first, second] = generation.requests;
    expect(first!.sources).toBeUndefined();
    expect(second!.sources).toMatchObject([
      { origin: { type: 'web', url: page.url, title: page.title }, text: page.text },
    ]);
    expect(JSON.stringify(second!.turns.at(-1))).toContain('[[c0.0]] One sentence.');
  });

  it('holds no slot of an engine while a tool runs', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('done'));
    let slots = -1;
    const run = (): Promise<{ text: string }> => {
      slots = generation.slots;
      return Promise.resolve({ text: 'found' });
    };
    const { reply } = startReply(generation, { tools: [tool('search', { run })] });
    await reply.over;
    expect(slots).toBe(0);
  });

  it('tells the model of a tool that failed, and goes on', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('sorry'));
    const run = (): Promise<{ text: string; isError: true }> =>
      Promise.resolve({ text: 'no such page', isError: true });
    const { reply } = startReply(generation, { tools: [tool('search', { run })] });
    await reply.over;
    expect(generation.requests[1]!.turns.at(-1)!.blocks).toEqual([
      { type: 'tool_result', callId: 'id_0', text: 'no such page', isError: true },
    ]);
    expect(reply.lines.at(-1)).toBe('end');
  });

  it('D-41 does not run a tool more often than max_uses allows', async () => {
    const generation = new ScriptedGeneration(calls('search', 'search', 'search'), replyScript('done'));
    const { reply } = startReply(generation, { tools: [tool('search', { maxUses: 2 })] });
    await reply.over;
    expect(reply.lines.filter((line) => line === 'ran web_search')).toHaveLength(2);
    expect(
      generation.requests[1]!.turns.at(-1)!.blocks.map((block) => 'isError' in block && block.isError),
    ).toEqual([false, false, true]);
  });

  it('D-40 runs a few of many calls at once, and no more than a bounded number of one generation', async () => {
    let [running, most, ran] = [0, 0, 0];
    const run = async (): Promise<ToolOutcome> => {
      most = Math.max(most, ++running);
      await setImmediate();
      running--;
      return { text: String(++ran) };
    };
    const generation = new ScriptedGeneration(
      calls(...Array.from({ length: 200 }, () => 'mcp')),
      replyScript('done'),
    );
    const { reply } = startReply(generation, {
      tools: [tool('mcp', { kind: 'mcp', maxUses: Infinity, run })],
    });
    await reply.over;
    const results = generation.requests[1]!.turns.at(-1)!.blocks;
    expect([most, ran, results.length]).toEqual([8, 64, 200]);
    expect(results.filter((block) => 'isError' in block)).toHaveLength(136);
    expect(reply.lines.filter((line) => line === 'ran mcp')).toHaveLength(64);
  });

  it('D-50 refuses a tool_choice that names none of the tools there are, or asks for one where there are none', async () => {
    for (const toolChoice of [{ name: 'a__gone' }, 'any'] as const) {
      const generation = new ScriptedGeneration(replyScript('never'));
      const { reply } = startReply(generation, { call: { toolChoice } });
      await reply.over;
      expect([reply.lines, generation.requests]).toEqual([['fail invalid_request'], []]);
    }
  });

  it('holds no slot of an engine while MCP servers are asked', async () => {
    const generation = new ScriptedGeneration(replyScript('done'));
    let slots = -1;
    const open = (): Promise<{ tools: []; close(): void }> => {
      slots = generation.slots;
      return Promise.resolve({ tools: [], close: () => {} });
    };
    const { reply } = startReply(generation, {
      tools: open,
      call: { mcpServers: [{ name: 'a', url: 'https://a.example/' }] },
    });
    await reply.over;
    expect([slots, reply.lines.at(-1), generation.slots]).toEqual([0, 'end', 0]);
  });

  it('D-40 stops with pause after the last round', async () => {
    const generation = new ScriptedGeneration(calls('search'), calls('search'), calls('search'));
    const { reply } = startReply(generation, { tools: [tool('search')], limits: { rounds: 2 } });
    await reply.over;
    expect(reply.lines.slice(-3)).toEqual(['usage 50/20', 'stop pause', 'end']);
    expect(generation.requests).toHaveLength(2);
  });

  it('hands over to the caller when their functions are called, and numbers the calls they see', async () => {
    const generation = new ScriptedGeneration(calls('search', 'theirs', 'other'));
    const { reply } = startReply(generation, {
      tools: [tool('search')],
      call: { tools: [{ name: 'theirs' }, { name: 'other' }] },
    });
    await reply.over;
    const shown = reply.lines.filter((line) => !line.startsWith('hidden'));
    expect(shown).toEqual([
      'call 0 theirs',
      'input 0 {"q":',
      'input 0 1}',
      'call 1 other',
      'input 1 {"q":',
      'input 1 1}',
      'usage 50/20',
      'stop tool_call',
      'end',
    ]);
  });

  it('makes a forced choice once, or the model would call for ever', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('done'));
    const { reply } = startReply(generation, { tools: [tool('search')], call: { toolChoice: 'any' } });
    await reply.over;
    expect(generation.requests.map(({ toolChoice }) => toolChoice)).toEqual(['any', 'auto']);
  });

  it('bounds the output of all generations together', async () => {
    const generation = new ScriptedGeneration(calls('search'), calls('search'), replyScript('never'));
    const { reply } = startReply(generation, { tools: [tool('search')], maxOutputTokens: 40 });
    await reply.over;
    expect(generation.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([40, 20]);
    expect(reply.lines.slice(-2)).toEqual(['stop max_tokens', 'end']);
  });

  it('ends with context_window when the results fill it', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('never'));
    const run = (): Promise<{ text: string }> => Promise.resolve({ text: 'word '.repeat(2000) });
    const { reply } = startReply(generation, { tools: [tool('search', { run })], contextWindow: 1500 });
    await reply.over;
    expect(reply.lines.slice(-2)).toEqual(['stop context_window', 'end']);
    expect(generation.requests).toHaveLength(1);
  });

  it('CHAT-79 refuses a prompt that our tools make longer than the window: nothing was generated, and nothing is billed', async () => {
    const generation = new ScriptedGeneration(replyScript('never'));
    const wordy = tool('search', { definition: { name: 'search', description: 'word '.repeat(2000) } });
    const { reply } = startReply(generation, { tools: [wordy], contextWindow: 1500 });
    await reply.over;
    expect([reply.lines, generation.requests, generation.slots]).toEqual([
      ['fail context_length_exceeded'],
      [],
      0,
    ]);
  });

  it.each(['max_tokens', 'refusal', 'content_filter'] as const)(
    'runs nothing of a generation that ended by %s',
    async (reason) => {
      const script = calls('search');
      const cut = {
        events: script.events.map((event) =>
          event.type === 'stop' ? ({ type: 'stop', reason } as const) : event,
        ),
      };
      const { reply } = startReply(new ScriptedGeneration(cut), { tools: [tool('search')] });
      await reply.over;
      expect(reply.lines.slice(-3)).toEqual(['usage 50/20', `stop ${reason}`, 'end']);
      expect(reply.lines).not.toContain('ran web_search');
    },
  );

  it('D-28 D-49 sends on what there is before a tool runs and before another generation', async () => {
    const generation = new ScriptedGeneration(calls('search'), replyScript('done'));
    const sent: string[] = [];
    const run = (): Promise<ToolOutcome> => {
      sent.push('tool');
      return Promise.resolve({ text: 'found' });
    };
    const { reply } = startReply(generation, { tools: [tool('search', { run })] });
    reply.flush = () => {
      sent.push(reply.lines.at(-1) ?? 'nothing');
      return true;
    };
    await reply.over;
    expect(sent).toEqual(['nothing', 'usage 50/20', 'tool', 'ran web_search']);
  });
});
