import { describe, expect, it } from 'vitest';
import type { Turn } from '#engine';
import { EngineFault, newWebSource } from '#engine';
import { clearToolResults } from './clear-tool-results.ts';
import { startReply, tool } from './test-support/reply-bench.ts';
import { replyScript, calls, ScriptedGeneration } from './test-support/scripted-generation.ts';

const LONG = 'word '.repeat(500);

function user(text: string): Turn {
  return { role: 'user', blocks: [{ type: 'text', text }] };
}

function exchangeOf(id: string, name = 'f', text = LONG): Turn[] {
  return [
    { role: 'assistant', blocks: [{ type: 'tool_call', id, name, arguments: '{}' }] },
    { role: 'user', blocks: [{ type: 'tool_result', callId: id, text }] },
  ];
}

const CONVERSATION: Turn[] = [
  { role: 'system', blocks: [{ type: 'text', text: 'be brief' }] },
  user('start'),
  { role: 'assistant', blocks: [{ type: 'text', text: LONG }] },
  user('and now?'),
];

describe('D-39 compaction', () => {
  const compact = { triggerTokens: 300, pauseAfter: false };

  it('MSG-33 writes a summary, shows it first, and answers from it', async () => {
    const generation = new ScriptedGeneration(replyScript('they said much', 7), replyScript('so this'));
    const { reply } = startReply(generation, {
      call: { turns: CONVERSATION, contextManagement: { compact } },
    });
    await reply.over;
    expect(reply.lines).toEqual([
      'compaction they said much',
      'usage 100/7',
      'next',
      'text so this',
      'usage 100/10',
      'edit compact',
      'stop end_turn',
      'end',
    ]);
    const [summarising, answering] = generation.requests;
    expect(summarising).toMatchObject({ toolChoice: 'none', maxOutputTokens: 500 });
    expect(summarising!.turns.slice(0, 3)).toEqual(CONVERSATION.slice(0, 3));
    expect(answering!.turns.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.stringify(answering!.turns)).toContain('they said much');
    expect(JSON.stringify(answering!.turns)).toContain('and now?');
    expect(JSON.stringify(answering!.turns)).not.toContain('word word');
  });

  it('D-42 takes marks out of a summary, where they would stand for nothing', async () => {
    const generation = new ScriptedGeneration(replyScript('sum'), replyScript('so this'));
    const sources = [newWebSource('https://a.example/', null, 'One sentence.')];
    await startReply(generation, { call: { turns: CONVERSATION, sources, contextManagement: { compact } } })
      .reply.over;
    expect(generation.requests.map((request) => request.sources)).toEqual([sources, sources]);
  });

  it('does not run below the trigger', async () => {
    const generation = new ScriptedGeneration(replyScript('so this'));
    const contextManagement = { compact: { ...compact, triggerTokens: 5000 } };
    const { reply } = startReply(generation, { call: { turns: CONVERSATION, contextManagement } });
    await reply.over;
    expect(reply.lines).toEqual(['text so this', 'usage 100/10', 'stop end_turn', 'end']);
  });

  it('stops with the summary alone when the caller wants to look at it', async () => {
    const generation = new ScriptedGeneration(replyScript('they said much', 7));
    const { reply } = startReply(generation, {
      call: { turns: CONVERSATION, contextManagement: { compact: { ...compact, pauseAfter: true } } },
    });
    await reply.over;
    expect(reply.lines).toEqual([
      'compaction they said much',
      'usage 100/7',
      'edit compact',
      'stop pause',
      'end',
    ]);
    expect(generation.slots).toBe(0);
  });

  it('adds the caller’s instructions to its own, behind results of calls too', async () => {
    const generation = new ScriptedGeneration(replyScript('s'), replyScript('a'));
    const turns = [user('go'), ...exchangeOf('1')];
    const contextManagement = { compact: { ...compact, instructions: 'keep the names' } };
    const { reply } = startReply(generation, { call: { turns, contextManagement } });
    await reply.over;
    const last = generation.requests[0]!.turns.at(-1)!;
    expect(last.blocks.map(({ type }) => type)).toEqual(['tool_result', 'text']);
    expect(JSON.stringify(last.blocks)).toContain('keep the names');
    // A result without its call is no conversation.
    expect(generation.requests[1]!.turns.flatMap(({ blocks }) => blocks.map(({ type }) => type))).toEqual([
      'text',
    ]);
  });

  it('answers the whole conversation where no summary was written, and pays for the attempt', async () => {
    const generation = new ScriptedGeneration(replyScript('', 3), replyScript('so this'));
    const { reply } = startReply(generation, {
      call: { turns: CONVERSATION, contextManagement: { compact } },
    });
    await reply.over;
    expect(reply.lines.filter((line) => !line.startsWith('compaction'))).toEqual([
      'usage 100/3',
      'next',
      'text so this',
      'usage 100/10',
      'stop end_turn',
      'end',
    ]);
    expect(generation.requests[1]!.turns).toEqual(CONVERSATION);
  });

  it('D-ENG-7 refuses a summary that is all that was asked for where its prompt is filtered', async () => {
    const withheld = { events: [{ type: 'stop', reason: 'content_filter' }] } as const;
    for (const [script, fails] of [
      [withheld, 'fail status'],
      [{ events: [] }, 'fail broken'],
    ] as const) {
      const required = { ...compact, triggerTokens: 0, pauseAfter: true, isRequired: true } as const;
      const { reply } = startReply(new ScriptedGeneration(script), {
        call: { turns: CONVERSATION, contextManagement: { compact: required } },
      });
      await reply.over;
      expect(reply.lines).toEqual([fails]);
    }
  });

  it('fails where the engine does', async () => {
    const generation = new ScriptedGeneration({ events: [], fault: new EngineFault('timeout') });
    const { reply } = startReply(generation, {
      call: { turns: CONVERSATION, contextManagement: { compact } },
    });
    await reply.over;
    expect([reply.lines, generation.slots]).toEqual([['fail timeout'], 0]);
  });

  it('works beside tools of ours', async () => {
    const generation = new ScriptedGeneration(replyScript('sum'), calls('search'), replyScript('done'));
    const { reply } = startReply(generation, {
      call: { turns: CONVERSATION, contextManagement: { compact } },
      tools: [tool('search')],
    });
    await reply.over;
    expect(reply.lines.filter((line) => !line.startsWith('hidden'))).toEqual([
      'compaction sum',
      'usage 100/10',
      'next',
      'usage 50/20',
      'ran web_search',
      'next',
      'text done',
      'usage 100/10',
      'edit compact',
      'stop end_turn',
      'end',
    ]);
  });
});

describe('D-39 clear_tool_results', () => {
  const turns = [
    user('go'),
    ...exchangeOf('1'),
    ...exchangeOf('2', 'keep_me'),
    ...exchangeOf('3'),
    ...exchangeOf('4'),
    user('and?'),
  ];
  const results = (of: readonly Turn[]): boolean[] =>
    of.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_result' ? [block.text === LONG] : [])),
    );

  it('keeps the newest and those of excluded tools', () => {
    expect(results(clearToolResults(turns, { keep: 1, excludeTools: ['keep_me'] })!)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(results(clearToolResults(turns, { keep: 3, excludeTools: [] })!)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('takes images with the text, and leaves what is short', () => {
    const image = { type: 'image', mediaType: 'image/png', data: '' } as const;
    const short = [...exchangeOf('1', 'f', 'ok'), user('?')];
    expect(clearToolResults(short, { keep: 0, excludeTools: [] })).toBeUndefined();
    const shown: Turn[] = [
      {
        role: 'user',
        blocks: [{ type: 'tool_result', callId: '1', text: 'ok', images: [image], isError: true }],
      },
    ];
    expect(clearToolResults(shown, { keep: 0, excludeTools: [] })![0]!.blocks[0]).toEqual({
      type: 'tool_result',
      callId: '1',
      text: expect.stringContaining('removed'),
      isError: true,
    });
  });

  it('runs from its trigger on, and says what it saved', async () => {
    const clearing = { triggerTokens: 1000, keep: 1, excludeTools: [] };
    const generation = new ScriptedGeneration(replyScript('done'));
    const { reply } = startReply(generation, {
      call: { turns, contextManagement: { clearToolResults: clearing } },
    });
    await reply.over;
    expect(reply.lines).toEqual([
      'text done',
      'usage 100/10',
      'edit clear_tool_results',
      'stop end_turn',
      'end',
    ]);
    expect(results(generation.requests[0]!.turns)).toEqual([false, false, false, true]);
    const rare = new ScriptedGeneration(replyScript('done'));
    const contextManagement = { clearToolResults: { ...clearing, triggerTokens: 100_000 } };
    await startReply(rare, { call: { turns, contextManagement } }).reply.over;
    expect(results(rare.requests[0]!.turns)).toEqual([true, true, true, true]);
  });
});
