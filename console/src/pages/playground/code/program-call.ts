import type { Model } from '@svc/sdk';
import type { ApiFormat } from '../../../api/api-formats.ts';
import {
  CHAT_EXTENSIONS,
  chatBody,
  needsAdditions,
  type PlaygroundRequest,
} from '../conversation/chat-request.ts';
import { anthropicBody } from './anthropic-body.ts';
import { messagesBody } from './messages-body.ts';
import { openaiBody } from './openai-body.ts';
import type { WrittenBody } from './written-body.ts';

/** A call as a program makes it. */
export interface ProgramCall {
  readonly format: ApiFormat;
  readonly origin: string;
  /** Always streamed. */
  readonly body: WrittenBody['fields'];
  readonly leftOut: readonly string[];
  /** What a chat completion needs beside its body. */
  readonly beta?: string;
}

const BODIES: Readonly<Record<ApiFormat, (request: PlaygroundRequest, model: Model) => WrittenBody>> = {
  messages: messagesBody,
  chat: (request) => ({ fields: chatBody(request), leftOut: [] }),
  openai: openaiBody,
  anthropic: anthropicBody,
};

/** The same call in another API format. */
export function programCall(
  format: ApiFormat,
  origin: string,
  request: PlaygroundRequest,
  model: Model,
): ProgramCall {
  const { fields, leftOut } = BODIES[format](request, model);
  const hasBeta = format === 'chat' && needsAdditions(request);
  return {
    format,
    origin,
    body: { ...fields, stream: true },
    leftOut,
    ...(hasBeta ? { beta: CHAT_EXTENSIONS } : {}),
  };
}
