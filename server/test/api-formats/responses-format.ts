import { expect } from 'vitest';
import {
  finalResponse,
  readResponseEvents,
  RESPONSES,
  type Item,
  type ResponseBody,
} from '../compat/responses-fixture.ts';
import type { ApiFormat } from './api-formats.ts';
import type { ReceivedReply } from './conversation.ts';

/** OpenAI's Responses. Tools and the rest are those of our own chat, `chat`, in a flat form. */
export function responsesFormat(chat: ApiFormat): ApiFormat {
  return {
    path: RESPONSES,
    headers: {},
    carries: { reasoning: true, images: true },
    statusOfOutcome: (outcome) => {
      if (outcome === 'context_window' || outcome === 'max_tokens') return 'max_tokens';
      if (outcome === 'refusal' || outcome === 'content_filter') return 'content_filter';
      return outcome === 'tool_call' ? outcome : 'end_turn';
    },
    ask: (question) => {
      const { text, system, image, forced, reasoning } = question;
      const { model, max_tokens, tools = [] } = chat.ask(question);
      const picture = { type: 'input_image', image_url: `data:image/png;base64,${image}` };
      const content = [{ type: 'input_text', text }, ...(image === undefined ? [] : [picture])];
      return {
        model,
        max_output_tokens: max_tokens,
        input: [{ role: 'user', content }],
        tools: (tools as { function: object }[]).map((tool) => ({ type: 'function', ...tool.function })),
        ...(system ? { instructions: system } : {}),
        ...(forced ? { tool_choice: { type: 'function', name: forced } } : {}),
        ...(reasoning
          ? { reasoning: { effort: 'high', summary: 'auto' }, include: ['reasoning.encrypted_content'] }
          : {}),
      };
    },
    reply: (asked, { reply, calls }, results) =>
      withItems(
        asked,
        reply,
        calls.map(({ id, name }) => ({ type: 'function_call_output', call_id: id, output: results[name] })),
      ),
    goOn: (asked, { reply }, text) => withItems(asked, reply, [{ role: 'user', content: text }]),
    readWhole: (body) => ofResponse(body as ResponseBody),
    readStream: ({ bytes }) => {
      const response = finalResponse(readResponseEvents(bytes.toString()));
      if (response.status !== 'failed') return ofResponse(response);
      expect(response.error).toMatchObject({ code: 'server_error' });
      return 'broken';
    },
  };
}

function withItems(
  asked: Record<string, unknown>,
  reply: object,
  items: readonly object[],
): Record<string, unknown> {
  const { output } = reply as { output: readonly Item[] };
  return { ...asked, input: [...(asked['input'] as object[]), ...output, ...items] };
}

interface Part {
  readonly text?: string;
  readonly refusal?: string;
}

function ofResponse({ output, incomplete_details: incomplete, usage }: ResponseBody): ReceivedReply {
  const texts = (type: string, parts: string): string =>
    output
      .filter((item) => item.type === type)
      .flatMap((item) => item[parts] as Part[])
      .map(({ text, refusal }) => text ?? refusal)
      .join('');
  const calls = output
    .filter(({ type }) => type === 'function_call')
    .map((item) => ({
      id: String(item['call_id']),
      name: String(item['name']),
      input: JSON.parse(String(item['arguments'])) as unknown,
    }));
  const reason = incomplete?.reason === 'max_output_tokens' ? 'max_tokens' : incomplete?.reason;
  return {
    reasoning: texts('reasoning', 'summary'),
    text: texts('message', 'content'),
    calls,
    // The protocol does not say whether a reply ends in calls.
    stop: reason ?? (calls.length > 0 ? 'tool_call' : 'end_turn'),
    inputTokens: Number(usage?.['input_tokens']),
    outputTokens: Number(usage?.['output_tokens']),
    reply: { output },
  };
}
