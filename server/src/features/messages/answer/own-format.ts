import { toMessageUsage, toReport } from './message-head.ts';
import type { MessageEnd, MessageFormat, ReplyBlock } from './message-format.ts';
import type { BlockHead } from './ordered-blocks.ts';
import { toCitation } from './to-citation.ts';

function emptyBlock(head: BlockHead): object {
  if (head.type === 'text') return { type: 'text', text: '' };
  if (head.type === 'compaction') return { type: 'compaction', summary: '' };
  return head.type === 'reasoning' ? { type: 'reasoning', text: '', signature: '' } : { ...head, input: {} };
}

function toBlock(block: ReplyBlock): object {
  if (block.type === 'compaction') return { type: 'compaction', summary: block.text };
  if (block.type !== 'text') return block;
  const { type, text, citations } = block;
  return { type, text, ...(citations.length > 0 ? { citations: citations.map(toCitation) } : {}) };
}

function toEnd({ reason, stopSequence, usage, edits }: MessageEnd) {
  return {
    stop_reason: reason,
    stop_sequence: stopSequence,
    usage: toMessageUsage(usage),
    ...toReport(edits),
  };
}

/** Replies as the inference contract has them (§2.7, §3.3). */
export const OWN_FORMAT: MessageFormat = {
  prefix: '',
  started: '',
  deltas: {
    text: '{"type":"text_delta","text":',
    // Pieces of the summary (D-48).
    compaction: '{"type":"text_delta","text":',
    reasoning: '{"type":"reasoning_delta","text":',
    tool_call: '{"type":"input_json_delta","partial_json":',
  },
  emptyBlock,
  citationDelta: (citation) => ({ type: 'citation_delta', citation: toCitation(citation) }),
  signatureDelta: (signature) => ({ type: 'reasoning_delta', text: '', signature }),
  emptyMessage: (head, inputTokens, requestId) => ({
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: toMessageUsage({ inputTokens, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 }),
    request_id: requestId,
  }),
  messageDelta: toEnd,
  brokenData: (error) => `{"type":"error",${error.slice(1)}`,
  block: toBlock,
  message: (head, content, end, requestId) => ({
    ...head,
    content,
    ...toEnd(end),
    request_id: requestId,
  }),
};
