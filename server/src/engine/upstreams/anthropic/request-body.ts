import type { GenerateRequest } from '../../turns.ts';
import { USUAL_FORM, withoutOmitted, type RequestForm } from '../http/request-form.ts';
import { writeRequest, type BodyInPieces } from '../http/request-writer.ts';
import { toMessages, toSystem } from './wire-messages.ts';
import { toWireThinking } from './wire-thinking.ts';
import { toWireTools } from './wire-tools.ts';

/**
 * The request for a server that speaks Anthropic's Messages API: only what the contract promises. Stop
 * sequences are never sent to engines: we search for them in the output.
 */
export function toRequestBody(
  request: GenerateRequest,
  model: string,
  form: RequestForm = USUAL_FORM,
): string | BodyInPieces {
  const { turns, sampling, maxOutputTokens, stream } = request;
  return writeRequest(turns, {
    messages: toMessages(turns),
    around: (messages) =>
      withoutOmitted(
        {
          model,
          messages,
          system: toSystem(turns),
          max_tokens: maxOutputTokens,
          ...toWireTools(request),
          temperature: sampling?.temperature,
          // Sent beside a temperature it is refused, even where it changes nothing.
          top_p: sampling?.topP === 1 ? undefined : sampling?.topP,
          top_k: sampling?.topK,
          ...toWireThinking(request),
          stream,
        },
        form,
      ),
  });
}
