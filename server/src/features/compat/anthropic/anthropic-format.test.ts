import { expect, it } from 'vitest';
import { ANTHROPIC_FORMAT } from './anthropic-format.ts';
import { toAnthropicStop } from './stop-reason.ts';
import { fromToolUseId, toToolUseId } from './tool-use-id.ts';

const END = {
  reason: 'end_turn',
  stopSequence: null,
  hasCalls: false,
  edits: [],
  usage: { inputTokens: 5, cachedInputTokens: 2, outputTokens: 3, reasoningTokens: 1 },
} as const;

it('COMPA-16 cites pages of documents and of the web', () => {
  const citedText = 'It is so.';
  const pages = { documentIndex: 1, documentTitle: null, fileId: 'file_1', start: 2, end: 3 };
  expect(ANTHROPIC_FORMAT.citationDelta({ type: 'pages', citedText, ...pages })).toEqual({
    type: 'citations_delta',
    citation: {
      type: 'page_location',
      cited_text: citedText,
      document_index: 1,
      document_title: null,
      file_id: 'file_1',
      start_page_number: 2,
      end_page_number: 3,
    },
  });
  const web = { type: 'web', citedText, url: 'https://a.example', title: 'A' } as const;
  expect(ANTHROPIC_FORMAT.block({ type: 'text', text: 'x', citations: [web] })).toEqual({
    type: 'text',
    text: 'x',
    citations: [
      {
        type: 'web_search_result_location',
        cited_text: citedText,
        url: 'https://a.example',
        title: 'A',
        encrypted_index: '',
      },
    ],
  });
});

it('COMPA-15 counts what our tools did', () => {
  const usage = { ...END.usage, serverToolUse: { web_search: 2 } };
  expect(ANTHROPIC_FORMAT.messageDelta({ ...END, usage })).toMatchObject({
    usage: { input_tokens: 3, server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 } },
  });
});

it('COMPA-14 COMPG-14 has a word for every reason', () => {
  const reasons = [
    'end_turn',
    'max_tokens',
    'context_window',
    'stop_sequence',
    'tool_call',
    'pause',
    'refusal',
    'content_filter',
  ] as const;
  expect(reasons.map((reason) => toAnthropicStop(reason, false))).toEqual([
    'end_turn',
    'max_tokens',
    'model_context_window_exceeded',
    'stop_sequence',
    'end_turn',
    'pause_turn',
    'refusal',
    'refusal',
  ]);
  expect(toAnthropicStop('end_turn', true)).toBe('tool_use');
  expect(toAnthropicStop('tool_call', true)).toBe('tool_use');
  // A call that was cut is none that could be run.
  expect(toAnthropicStop('max_tokens', true)).toBe('max_tokens');
});

it('COMPA-12 ids of calls come back as the engine gave them', () => {
  for (const id of ['call_01abc', 'other']) expect(fromToolUseId(toToolUseId(id))).toBe(id);
  expect(toToolUseId('call_01abc')).toBe('toolu_01abc');
});
