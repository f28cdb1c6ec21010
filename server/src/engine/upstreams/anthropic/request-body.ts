import type { Readable } from 'node:stream';
import type { GenerateRequest } from '../../turns.ts';
import { writeRequest } from '../http/request-writer.ts';
import { toMessages, toSystem } from './wire-messages.ts';
import { toWireThinking } from './wire-thinking.ts';
import { toWireTools } from './wire-tools.ts';

/**
 * The request for a server that speaks Anthropic's Messages API: only what the contract promises. Stop
 * sequences are never sent to engines: we search for them in the output.
 */
export function toRequestBody(request: GenerateRequest, model: string): string | Readable {
  const { turns, sampling, maxOutputTokens, stream } = request;
  return writeRequest(turns, {
    messages: toMessages(turns),
    around: (messages) => ({
      model,
      messages,
      system: toSystem(turns),
      max_tokens: maxOutputTokens,
      ...toWireTools(request),
      temperature: sampling?.temperature,
      top_p: sampling?.topP,
      top_k: sampling?.topK,
      ...toWireThinking(request),
      stream,
    }),
  });
}
