import { describe, expect, it } from 'vitest';
import {
  assistant,
  body,
  call,
  image,
  parse,
  result,
  text,
  tool,
  user,
  withBlocks,
} from '../test-support/bodies.ts';

const needs = (fields: object) =>
  parse(body(fields)).needs!.map(({ capability, param }) => `${capability} ${param}`);

describe('parseMessagesRequest takes', () => {
  it('MSG-18 D-38 every form of reply, on models that can', () => {
    expect(parse(body({ response_format: { type: 'text' } }))).toEqual(parse(body()));
    expect(parse(body({ response_format: { type: 'json_object' } })).responseFormat).toEqual({
      type: 'json_object',
    });
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const format = { name: 'n', schema, strict: true, description: 'd' };
    expect(
      parse(body({ response_format: { type: 'json_schema', json_schema: format } })).responseFormat,
    ).toEqual({
      type: 'json_schema',
      ...format,
    });
    expect(needs({ response_format: { type: 'json_object' } })).toEqual(['json_object response_format']);
    expect(needs({ response_format: { type: 'json_schema', json_schema: format } })).toEqual([
      'json_schema response_format',
    ]);
  });

  it('MSG-18 D-39 both edits, with their defaults', () => {
    const manage = (...edits: object[]) => parse(body({ context_management: { edits } })).contextManagement;
    expect(manage({ type: 'compact' }, { type: 'clear_tool_results' })).toEqual({
      compact: { triggerTokens: 150_000, pauseAfter: false },
      clearToolResults: { triggerTokens: 100_000, keep: 3, excludeTools: [] },
    });
    const trigger = { type: 'input_tokens', value: 50_000 };
    expect(manage({ type: 'compact', trigger, instructions: 'short', pause_after: true })).toEqual({
      compact: { triggerTokens: 50_000, instructions: 'short', pauseAfter: true },
    });
    expect(
      manage({
        type: 'clear_tool_results',
        trigger: { ...trigger, value: 1 },
        keep: 0,
        exclude_tools: ['f'],
      }),
    ).toEqual({
      clearToolResults: { triggerTokens: 1, keep: 0, excludeTools: ['f'] },
    });
  });

  it('MSG-18 D-40 MCP servers, whose tokens are secrets', () => {
    const servers = [
      { name: 'a', url: 'https://a.test/mcp', authorization_token: 'sesame', allowed_tools: ['x'] },
      { name: 'b', url: 'http://inside', tunnel_id: 'tnl_1' },
    ];
    const parsed = parse(body({ mcp_servers: servers }));
    expect(parsed.mcpServers).toMatchObject([
      { name: 'a', url: 'https://a.test/mcp', allowedTools: ['x'] },
      { name: 'b', url: 'http://inside', tunnelId: 'tnl_1' },
    ]);
    expect(parsed.mcpServers![0]!.authorizationToken!.reveal()).toBe('sesame');
    expect(JSON.stringify(parsed)).not.toContain('sesame');
    expect(needs({ mcp_servers: servers })).toEqual(['tools mcp_servers']);
    expect(
      parse(body({ mcp_servers: servers, tool_choice: { type: 'tool', name: 'a__x' } })).toolChoice,
    ).toEqual({ name: 'a__x' });
    expect(parse(body({ mcp_servers: servers, tool_choice: { type: 'any' } })).toolChoice).toBe('any');
    expect(parse(body({ mcp_servers: [] }))).toEqual(parse(body()));
  });

  it('MSG-14 D-41 built-in tools beside functions, on models that list them', () => {
    const fetch = { type: 'svc_web_fetch', max_uses: 20, allowed_domains: ['Example.com'] };
    const parsed = parse(
      body({ tools: [{ type: 'svc_web_search', blocked_domains: ['a.b'] }, tool(), fetch] }),
    );
    expect(parsed.tools).toEqual([{ name: 'f' }]);
    expect(parsed.builtinTools).toEqual([
      { type: 'svc_web_search', maxUses: 5, blockedDomains: ['a.b'] },
      { type: 'svc_web_fetch', maxUses: 20, allowedDomains: ['example.com'] },
    ]);
    expect(needs({ tools: [tool(), fetch] })).toEqual(['tools tools', 'svc_web_fetch tools[1].type']);
    const choice = { type: 'tool', name: 'svc_web_fetch' };
    expect(parse(body({ tools: [fetch], tool_choice: choice })).toolChoice).toEqual({
      name: 'svc_web_fetch',
    });
  });

  it('MSG-21 D-43 a key of the prompt cache, as it is', () => {
    expect(parse(body({ prompt_cache_key: 'a b~' })).promptCacheKey).toBe('a b~');
  });

  it('MSG-29 MSG-36 D-42 D-61 documents to be cited, all or none', () => {
    const document = (citations: unknown) => ({
      type: 'document',
      source: { type: 'file', file_id: 'f' },
      citations,
    });
    const cited = parse(withBlocks(document({ enabled: true }), document({ enabled: true })));
    expect(cited.pending!.map(({ citable }) => citable?.documentIndex)).toEqual([0, 1]);
    const reading = {
      capability: 'documents',
      refusal: 'unsupported_content',
      param: 'messages[0].content[0]',
    };
    expect(cited.needs).toEqual([
      {
        capability: 'citations',
        refusal: 'unsupported_parameter',
        param: 'messages[0].content[0].citations',
      },
      reading,
    ]);
    for (const none of [undefined, null, {}, { enabled: false }]) {
      const { pending, needs: needed } = parse(withBlocks(document(none), document(null)));
      expect([pending!.some((content) => 'citable' in content), needed]).toEqual([false, [reading]]);
    }
  });

  it('MSG-27 D-42 the citations of an earlier reply, which no engine sees', () => {
    const web = { type: 'web_location', cited_text: 'a', url: 'https://a.test', title: null };
    const page = {
      type: 'page_location',
      cited_text: 'a',
      document_index: 0,
      document_title: 't',
      file_id: null,
      start_page_number: 1,
      end_page_number: 2,
    };
    const { turns } = parse(
      body({ messages: [user('x'), assistant([{ ...text('y'), citations: [web, page] }])] }),
    );
    expect(turns[1]!.blocks).toEqual([text('y')]);
  });
});

describe('MSG-33 D-39 a compaction block', () => {
  const compaction = (summary: string) => ({ type: 'compaction', summary });
  const reasoning = { type: 'reasoning', text: 'hm', signature: 's' };

  it('stands for everything before it: turns, what they need, and what vouches for them', () => {
    const messages = [
      user([image(), { type: 'document', source: { type: 'file', file_id: 'f' } }]),
      assistant([compaction('first'), reasoning, text('a'), call('c')]),
      user([result('c')]),
      assistant([text('b'), compaction('second'), reasoning, text('d')]),
      user([{ type: 'image', source: { type: 'file', file_id: 'g' } }]),
    ];
    const {
      turns,
      needs: needed,
      pending,
      earlierReplies,
    } = parse(body({ messages, system: 'be' }), 'You are Svc.');
    expect(turns.map(({ role }) => role)).toEqual(['system', 'system', 'assistant', 'user']);
    expect(turns[2]!.blocks).toEqual([
      { type: 'compaction', text: 'second' },
      { type: 'reasoning', text: 'hm' },
      text('d'),
    ]);
    expect(needed!.map(({ param }) => param)).toEqual(['messages[4].content[0]']);
    expect(pending!.map(({ position }) => position)).toEqual([{ turn: 3, block: 0 }]);
    expect(earlierReplies).toEqual([
      { path: 'messages[3].content', turn: 2, leftOut: 1, reasoning: [{ position: 1, signature: 's' }] },
    ]);
  });

  it('D-42 leaves the numbers of documents as the caller counts them', () => {
    const document = {
      type: 'document',
      source: { type: 'file', file_id: 'f' },
      citations: { enabled: true },
    };
    const messages = [user([document, document]), assistant([compaction('s')]), user([document])];
    expect(parse(body({ messages })).pending!.map(({ citable }) => citable)).toEqual([{ documentIndex: 2 }]);
  });

  it('does not spare what it stands for the rules', () => {
    const messages = [user('x'), assistant([call('c')]), user('y'), assistant([compaction('s')])];
    expect(() => parse(body({ messages }))).toThrow(expect.objectContaining({ code: 'unmatched_tool_call' }));
  });
});
