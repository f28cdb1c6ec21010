import { expect } from 'vitest';
import type { AnthropicMessage } from '../compat/anthropic-fixture.ts';
import { readAnthropicStream } from '../compat/read-anthropic-stream.ts';
import type { ApiFormat } from './api-formats.ts';
import type { ReceivedReply } from './conversation.ts';

/** By their names on messages; several outcomes share one. */
const STOPS: Readonly<Record<string, string>> = {
  tool_use: 'tool_call',
  model_context_window_exceeded: 'context_window',
  pause_turn: 'pause',
};

function toReply({ content, stop_reason: stop, usage }: AnthropicMessage): ReceivedReply {
  const texts = (type: string, field: string): string =>
    content.map((block) => (block['type'] === type ? (block[field] as string) : '')).join('');
  const counted = usage as { input_tokens: number; cache_read_input_tokens: number; output_tokens: number };
  return {
    reasoning: texts('thinking', 'thinking'),
    text: texts('text', 'text'),
    // By the ids that the engine gave them.
    calls: content.flatMap(({ type, id, name, input }) =>
      type === 'tool_use'
        ? [{ id: (id as string).replace('toolu_', 'call_'), name: name as string, input }]
        : [],
    ),
    stop: STOPS[stop ?? ''] ?? stop ?? '',
    inputTokens: counted.input_tokens + counted.cache_read_input_tokens,
    outputTokens: counted.output_tokens,
    reply: { role: 'assistant', content },
  };
}

/** Messages as Anthropic's clients ask for them. What is not said otherwise is as on our own messages, `messages`. */
export function anthropicFormat(messages: ApiFormat): ApiFormat {
  return {
    ...messages,
    path: '/compat/anthropic/v1/messages',
    statuses: { 500: 502, 529: 503 },
    statusOfOutcome: (outcome) => (outcome === 'content_filter' ? 'refusal' : outcome),
    ask: (question) => {
      const { tools, reasoning, ...body } = messages.ask(question);
      const functions = tools as
        | readonly { function: { name: string; description: string; parameters: object } }[]
        | undefined;
      return {
        ...body,
        ...(functions && {
          tools: functions.map(({ function: { parameters, ...fn } }) => ({
            ...fn,
            input_schema: parameters,
          })),
        }),
        ...(reasoning ? { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } } : {}),
      };
    },
    reply: (asked, { reply, calls }, results) => ({
      ...asked,
      messages: [
        ...(asked['messages'] as object[]),
        reply,
        {
          role: 'user',
          content: calls.map(({ id, name }) => ({
            type: 'tool_result',
            tool_use_id: id.replace('call_', 'toolu_'),
            content: results[name],
          })),
        },
      ],
    }),
    readWhole: (body) => toReply(body as AnthropicMessage),
    readStream: ({ bytes }) => {
      const { message, error } = readAnthropicStream(bytes.toString());
      if (message) return toReply(message);
      expect(error).toMatchObject({ type: 'error', error: { type: expect.any(String) as string } });
      return 'broken';
    },
  };
}
