import type { GenerateRequest } from '../../turns.ts';
import { repliesOf } from '../http/replies-of.ts';
import { DEFAULT_REQUEST_FORMAT, withoutOmitted, type RequestFormat } from '../http/request-format.ts';
import { writeRequest, type ChunkedBody } from '../http/request-writer.ts';
import { placeMarkers, type PromptCaching } from './place-markers.ts';
import { toMessages, toSystem } from './wire-messages.ts';
import { isThinkingReturned, toWireThinking } from './wire-thinking.ts';
import { toWireTools } from './wire-tools.ts';

export interface WireTarget {
  /** The engine's own name for the model. */
  readonly model: string;
  readonly promptCaching: PromptCaching;
  /** The engine and model that parts were signed by which may go to it. */
  readonly origin: string;
  readonly format?: RequestFormat;
  /** Of the protocol, where it stands in the body and the model does not. */
  readonly wireVersion?: string | undefined;
}

/**
 * The request for a server that speaks Anthropic's Messages API: only what the contract promises. Stop
 * sequences are never sent to engines: we search for them in the output.
 */
export function toRequestBody(
  request: GenerateRequest,
  { model, promptCaching, origin, wireVersion, format = DEFAULT_REQUEST_FORMAT }: WireTarget,
): string | ChunkedBody {
  const { turns, sampling, maxOutputTokens, stream, memory } = request;
  const { tools: declared, tool_choice: choice } = toWireTools(request);
  const parts = {
    tools: declared ?? [],
    system: toSystem(turns),
    messages: [...toMessages(turns, repliesOf(memory, origin))],
  };
  const { tools, system, messages } = placeMarkers(parts, promptCaching, request);
  const around = (written: readonly object[]): object => ({
    ...(wireVersion === undefined ? { model } : { anthropic_version: wireVersion }),
    messages: written,
    system: system.length > 0 ? system : undefined,
    max_tokens: maxOutputTokens,
    tools: declared && tools,
    tool_choice: choice,
    temperature: sampling?.temperature,
    // Sent beside a temperature it is refused, even where it changes nothing.
    top_p: sampling?.topP === 1 ? undefined : sampling?.topP,
    top_k: sampling?.topK,
    ...toWireThinking(request, isThinkingReturned(messages)),
    stream,
  });
  return writeRequest(turns, { messages, around: (written) => withoutOmitted(around(written), format) });
}
