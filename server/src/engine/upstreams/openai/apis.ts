import type { DialectName, OpenAiApi } from '#config';
import type { GenerateRequest } from '../../turns.ts';
import type { ReplyOutput } from '../http/reply-output.ts';
import type { ReplyReader } from '../http/reply-reader.ts';
import {
  configuredFormat,
  DEFAULT_REQUEST_FORMAT,
  type RequestFormat,
  type RequestFormatSettings,
} from '../http/request-format.ts';
import type { ChunkedBody } from '../http/request-writer.ts';
import type { SignedParts } from '../http/signed-parts.ts';
import { ChatReply } from './chat-reply.ts';
import { DIALECTS } from './dialects.ts';
import { toRequestBody, type WireTarget } from './request-body.ts';
import { toResponsesBody } from './responses/request-body.ts';
import { ResponsesReply } from './responses/responses-reply.ts';

/** One of the two ways in which OpenAI's servers are asked for a reply. */
interface Api {
  readonly operation: 'chat/completions' | 'responses';
  /** Of the engine's signed parts: those of the other way have another form. */
  readonly origin: string;
  readonly format: (
    dialect: DialectName | undefined,
    settings: RequestFormatSettings | undefined,
  ) => RequestFormat;
  readonly body: (
    request: GenerateRequest,
    target: WireTarget & { readonly format: RequestFormat },
  ) => string | ChunkedBody;
  readonly reader: (
    output: ReplyOutput,
    newCallId: (isSigned: boolean) => string,
    signed: SignedParts | undefined,
  ) => ReplyReader;
}

/** Settings that Responses do not have. */
const NOT_IN_RESPONSES = ['top_k', 'presence_penalty', 'frequency_penalty', 'seed'];

export const APIS: Readonly<Record<OpenAiApi, Api>> = {
  chat: {
    operation: 'chat/completions',
    origin: '',
    format: (dialect, settings) => configuredFormat(dialect && DIALECTS[dialect], settings),
    body: toRequestBody,
    reader: (output, newCallId, signed) => new ChatReply(output, newCallId, signed),
  },
  responses: {
    operation: 'responses',
    origin: ' responses',
    format: (dialect, settings) => {
      const { omitted = DEFAULT_REQUEST_FORMAT.omitted, ...format } = dialect ? DIALECTS[dialect] : {};
      return {
        ...configuredFormat({ ...format, omitted: new Set([...omitted, ...NOT_IN_RESPONSES]) }, settings),
        maxTokensAs: ['max_output_tokens'],
      };
    },
    body: toResponsesBody,
    reader: (output, newCallId, signed) => new ResponsesReply(output, newCallId, signed),
  },
};

/** A reasoning model loses its reasoning between calls over chat completions (D-ENG-37). */
export function usualApi(dialect: DialectName | undefined): OpenAiApi {
  return dialect === 'openai-reasoning' ? 'responses' : 'chat';
}
