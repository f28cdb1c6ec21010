import type { Readable } from 'node:stream';
import type { GenerateRequest } from '../../turns.ts';
import { writeRequest } from '../http/request-writer.ts';
import { toMessages, toSystem } from './wire-messages.ts';
import { toWireThinking } from './wire-thinking.ts';
import { toWireTools } from './wire-tools.ts';

/**
 * The request for a server that speaks Anthropic's messages: what the contract promises and nothing more. Stop sequences
 * are not sent, as to no engine: they are looked for in what it says.
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
