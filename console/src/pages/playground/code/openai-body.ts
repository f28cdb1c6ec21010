import type { PlaygroundMessage } from '../composer/attached-file.ts';
import type { PlaygroundRequest } from '../conversation/chat-request.ts';
import type { WrittenBody } from './written-body.ts';

/** As OpenAI's chat completions have it. */
export function openaiBody(request: PlaygroundRequest): WrittenBody {
  const { messages, model, max_tokens: most, tools, reasoning, top_k: topK, prompt, ...same } = request;
  const functions = (tools ?? []).filter(({ type }) => type === 'function');
  const types = new Set((tools ?? []).map(({ type }) => type));
  const hasImages = messages.some(({ content }) => Array.isArray(content) && content.some(isStoredImage));
  const leftOut = {
    top_k: topK !== undefined,
    'reasoning.max_tokens': typeof reasoning?.max_tokens === 'number',
    svc_web_fetch: types.has('svc_web_fetch'),
    prompt: prompt !== undefined,
    image_file: hasImages,
  };
  return {
    fields: {
      model,
      messages: messages.map(openaiMessage),
      ...(most === undefined ? {} : { max_completion_tokens: most }),
      ...(reasoning ? { reasoning_effort: reasoning.effort ?? 'medium' } : {}),
      ...(functions.length > 0 ? { tools: functions } : {}),
      ...(types.has('svc_web_search') ? { web_search_options: {} } : {}),
      ...same,
    },
    leftOut: Object.entries(leftOut).flatMap(([name, is]) => (is ? [name] : [])),
  };
}

function isStoredImage({ type }: { readonly type: string }): boolean {
  return type === 'image_file';
}

/** Without reasoning, which is not sent back, and images by their id, which this API does not know. */
function openaiMessage(message: PlaygroundMessage): object {
  if (message.role === 'assistant') {
    const { reasoning: _, ...rest } = message;
    return rest;
  }
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  return { role: 'user', content: message.content.filter((part) => !isStoredImage(part)) };
}
