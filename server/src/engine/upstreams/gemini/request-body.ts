import { RawJson } from '#kit';
import type { GenerateRequest, ResponseFormat, Sampling } from '../../turns.ts';
import { repliesOf } from '../http/replies-of.ts';
import type { RequestFormat } from '../http/request-format.ts';
import { writeRequest, type ChunkedBody } from '../http/request-writer.ts';
import { SENT_SETTINGS } from '../http/sent-format.ts';
import { isGeneration3, takesFormat } from './model-generation.ts';
import { toContents, toSystemInstruction } from './wire-contents.ts';
import { toThinkingConfig } from './wire-thinking.ts';
import { toWireTools } from './wire-tools.ts';

export interface WireTarget {
  /** The engine's own name for the model. */
  readonly model: string;
  /** The engine and model that parts were signed by which may go to it. */
  readonly origin: string;
  readonly format: RequestFormat;
}

/** The protocol has our names for all of them. */
function toSampling(sampling: Sampling = {}, { omitted }: RequestFormat): Sampling {
  return Object.fromEntries(
    SENT_SETTINGS.flatMap(([name, setting]) =>
      sampling[setting] === undefined || omitted.has(name) ? [] : [[setting, sampling[setting]]],
    ),
  );
}

function toWireFormat(format: ResponseFormat): object {
  const responseMimeType = 'application/json';
  if (format.type === 'json_object') return { responseMimeType };
  const { schema, schemaText: text } = format;
  return { responseMimeType, responseJsonSchema: text === undefined ? schema : new RawJson(text) };
}

/**
 * The request for `generateContent`: only what the contract promises. Stop sequences are never sent to engines: we search for them in the
 * output.
 */
export function toRequestBody(
  request: GenerateRequest,
  { model, origin, format }: WireTarget,
): string | ChunkedBody {
  const { turns, sampling, maxOutputTokens, memory, reasoning, responseFormat, tools } = request;
  const messages = toContents(turns, {
    findReply: repliesOf(memory, origin),
    takesImagesInResults: isGeneration3(model),
  });
  const around = (contents: readonly object[]): object => ({
    systemInstruction: toSystemInstruction(turns),
    contents,
    ...toWireTools(request),
    generationConfig: {
      maxOutputTokens,
      ...toSampling(sampling, format),
      ...(responseFormat &&
        takesFormat({ model, hasTools: tools.length > 0 }) &&
        toWireFormat(responseFormat)),
      thinkingConfig: toThinkingConfig(reasoning, model),
    },
  });
  return writeRequest(turns, { messages, around });
}
