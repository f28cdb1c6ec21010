import type { Citation } from '#engine';
import {
  PING,
  toCitation,
  type BlockHead,
  type MessageEnd,
  type MessageFormat,
  type ReplyBlock,
} from '#features/messages';
import { toAnthropicStop } from './stop-reason.ts';
import { toAnthropicUsage } from './anthropic-usage.ts';
import { toToolUseId } from './tool-use-id.ts';

/** Fields that clients expect, of what there is nothing here. */
const UNUSED = { container: null, context_management: null, diagnostics: null, stop_details: null } as const;

/** Every call is the model's own, and none that another tool makes. */
const CALLER = { type: 'direct' } as const;

/** Usage at the start: one token has been written, or there would be no start. */
const FIRST = { cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 } as const;

function emptyBlock(head: BlockHead): object {
  if (head.type === 'reasoning') return { type: 'thinking', thinking: '', signature: '' };
  return head.type === 'tool_call'
    ? { type: 'tool_use', id: toToolUseId(head.id), name: head.name, input: {}, caller: CALLER }
    : { type: 'text', text: '' };
}

/** COMPA-16. */
function citationOf(citation: Citation): object {
  if (citation.type !== 'web') return toCitation(citation);
  const { url, title, citedText: cited_text } = citation;
  return { type: 'web_search_result_location', cited_text, url, title, encrypted_index: '' };
}

function toBlock(block: ReplyBlock): object {
  if (block.type === 'reasoning')
    return { type: 'thinking', thinking: block.text, signature: block.signature };
  if (block.type === 'tool_call')
    return {
      type: 'tool_use',
      id: toToolUseId(block.id),
      name: block.name,
      input: block.input,
      caller: CALLER,
    };
  const citations = block.type === 'text' ? block.citations.map(citationOf) : [];
  // Left out where there are none (COMPA-12): clients that validate replies refuse null, which the vendor's types have.
  return { type: 'text', text: block.text, ...(citations.length > 0 && { citations }) };
}

function stopOf({ reason, hasCalls, stopSequence }: MessageEnd): object {
  return { stop_reason: toAnthropicStop(reason, hasCalls), stop_sequence: stopSequence };
}

/** How Anthropic's protocol words a reply of messages (COMPA-12 to COMPA-16, COMPA-19). */
export const ANTHROPIC_FORMAT: MessageFormat = {
  prefix: 'content_',
  started: PING,
  deltas: {
    text: '{"type":"text_delta","text":',
    compaction: '{"type":"text_delta","text":',
    reasoning: '{"type":"thinking_delta","thinking":',
    tool_call: '{"type":"input_json_delta","partial_json":',
  },
  emptyBlock,
  citationDelta: (citation) => ({ type: 'citations_delta', citation: citationOf(citation) }),
  signatureDelta: (signature) => ({ type: 'signature_delta', signature }),
  emptyMessage: (head, inputTokens) => ({
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: toAnthropicUsage({ ...FIRST, inputTokens }),
    ...UNUSED,
  }),
  messageDelta: (end) => ({
    delta: { ...stopOf(end), stop_details: null, container: null },
    usage: toAnthropicUsage(end.usage),
    context_management: null,
  }),
  brokenData: (error) => error,
  block: toBlock,
  message: (head, content, end) => ({
    ...head,
    content,
    ...stopOf(end),
    usage: toAnthropicUsage(end.usage),
    ...UNUSED,
  }),
};
