import { expect } from 'vitest';
import { readOpenAiStream, toCompletion } from '../compat/read-openai-stream.ts';
import type { ApiFormat } from './api-formats.ts';

/** Chat completions as OpenAI's clients ask for them. The conversation is sent as on our own chat, `chat`. */
export function openAiFormat(chat: ApiFormat): ApiFormat {
  return {
    ...chat,
    path: '/compat/openai/v1/chat/completions',
    headers: {},
    // It is shown, and never sent back.
    carries: { reasoning: false, images: true },
    statusOfOutcome: (outcome) => {
      if (outcome === 'context_window' || outcome === 'max_tokens') return 'max_tokens';
      if (outcome === 'refusal' || outcome === 'content_filter') return 'content_filter';
      return outcome === 'tool_call' ? outcome : 'end_turn';
    },
    ask: (question) => {
      const { reasoning, ...body } = chat.ask(question);
      return {
        ...body,
        ...(reasoning ? { reasoning_effort: 'high' } : {}),
        stream_options: { include_usage: true },
      };
    },
    readStream: ({ bytes }) => {
      const stream = readOpenAiStream(bytes.toString());
      if (!stream.done) {
        expect(stream.error).toMatchObject({ type: 'server_error', code: 'stream_error', param: null });
        return 'broken';
      }
      return chat.readWhole(asText(toCompletion(stream)));
    },
    readWhole: (body) => chat.readWhole(asText(body as object)),
  };
}

interface Completion {
  readonly choices: readonly {
    readonly message: { readonly content: string | null; readonly refusal?: string | null };
  }[];
}

/** Our own chat has no field for the words of a refusal: there they are text. */
function asText(body: object): object {
  const { choices, ...rest } = body as Completion;
  return {
    ...rest,
    choices: choices.map(({ message, ...choice }) => ({
      ...choice,
      message: { ...message, content: message.refusal ?? message.content },
    })),
  };
}
