import { ExtendedChatRequest } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  assistant,
  file,
  fn,
  messages,
  parse,
  parts,
  pdf,
  picture,
  PNG,
  refusal,
  user,
} from './test-support/chat-bodies.ts';

describe('parseExtendedRequest takes', () => {
  it('CHAT-84 D-34 counts a user as end_user_id is counted, in characters', () => {
    const longest = '🙂'.repeat(256);
    expect(parse({ user: longest }).metadata).toEqual({ end_user_id: longest });
    expect(refusal({ user: `${longest}🙂` })).toBe('400 invalid_request user');
  });

  it('CHAT-84 D-34 takes every planned field', () => {
    const call = parse({
      stop: 'a',
      user: 'u',
      metadata: { k: 'v' },
      temperature: 1,
      top_p: 0.5,
      top_k: 5,
      seed: -1,
      presence_penalty: 2,
      frequency_penalty: -2,
      reasoning: { max_tokens: 2000 },
      response_format: { type: 'json_object' },
      context_management: { edits: [{ type: 'clear_tool_results' }] },
      mcp_servers: [{ name: 'm', url: 'https://a.test' }],
      prompt_cache_key: 'key',
      parallel_tool_calls: true,
      stream_options: { include_usage: false },
      tools: [fn({ strict: true }), { type: 'svc_web_fetch' }],
      tool_choice: 'required',
      n: 1,
      logprobs: false,
    });
    expect(call).toMatchObject({
      stream: true,
      stopSequences: ['a'],
      metadata: { k: 'v', end_user_id: 'u' },
      sampling: { temperature: 1, topP: 0.5, topK: 5, seed: -1, presencePenalty: 2, frequencyPenalty: -2 },
      reasoning: { maxTokens: 2000 },
      responseFormat: { type: 'json_object' },
      contextManagement: { clearToolResults: { keep: 3 } },
      mcpServers: [{ name: 'm', url: 'https://a.test' }],
      promptCacheKey: 'key',
      parallelToolCalls: true,
      includeUsage: false,
      tools: [{ name: 'f', strict: true }],
      builtinTools: [{ type: 'svc_web_fetch', maxUses: 5 }],
      toolChoice: 'any',
    });
    expect(call.needs!.map(({ param }) => param)).toEqual([
      'tools',
      'tools[0].function.strict',
      'tools[1].type',
      'temperature',
      'top_p',
      'top_k',
      'presence_penalty',
      'seed',
      'reasoning',
      'response_format',
      'parallel_tool_calls',
    ]);
  });

  it('D-09 takes null wherever a field is optional', () => {
    const { model: _m, stream: _s, messages: _t, ...optional } = ExtendedChatRequest.shape;
    expect(parse(Object.fromEntries(Object.keys(optional).map((name) => [name, null])))).toEqual(parse({}));
  });

  it('CHAT-87 D-34 pictures and files, by URL, by id and as they are', () => {
    const { turns, pending, needs } = parse({
      ...parts(
        { type: 'text', text: 'see' },
        picture({ detail: 'low' }),
        picture({ url: 'HTTPS://a.test/x.png', detail: 'auto' }),
        {
          type: 'image_file',
          image_file: { file_id: 'f1', detail: 'high' },
        },
        file({ ...pdf, file_id: null }),
        file({ file_id: 'f2', filename: null, file_data: null }),
      ),
      citations: { enabled: true },
    });
    expect(turns[1]!.blocks.slice(0, 2)).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image', mediaType: 'image/png', data: PNG, detail: 'low' },
    ]);
    const at = (block: number) => ({ path: `messages[0].content[${block}]`, position: { turn: 1, block } });
    expect(pending).toMatchObject([
      { kind: 'image', ...at(2), source: { type: 'url', url: 'HTTPS://a.test/x.png' } },
      { kind: 'image', ...at(3), filePath: 'messages[0].content[3].image_file.file_id', detail: 'high' },
      {
        kind: 'document',
        ...at(4),
        title: 'a.pdf',
        citable: { documentIndex: 0 },
        source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' },
      },
      {
        kind: 'document',
        ...at(5),
        filePath: 'messages[0].content[5].file.file_id',
        citable: { documentIndex: 1 },
      },
    ]);
    expect(needs!.map(({ capability }) => capability)).toEqual(['vision', 'documents', 'citations']);
  });

  it('D-34 D-45 D-46 earlier replies, their reasoning first', () => {
    const reply = assistant({
      content: '',
      reasoning: [{ text: 'hm', signature: 's', index: 0 }],
      tool_calls: [{ ...fn({ arguments: '{' }), id: 'c', index: 0 }],
      annotations: [
        {
          type: 'url_citation',
          url_citation: { url: 'https://a.test', title: 'A', start_index: 0, end_index: 1 },
        },
      ],
    });
    const { turns, earlierReplies } = parse(
      messages(user('x'), reply, { role: 'tool', tool_call_id: 'c', content: 'r' }),
    );
    expect(turns[2]!.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'tool_call', id: 'c', name: 'f', arguments: '{' },
    ]);
    expect(earlierReplies).toEqual([
      { path: 'messages[1].reasoning', turn: 2, reasoning: [{ position: 0, signature: 's' }] },
    ]);
  });
});
