import type { Model } from '@svc/sdk';
import type { CompatVendor } from '../../../api/compat.ts';
import { CHAT_EXTENSIONS, chatBody, needsAdditions, type PlaygroundRequest } from '../chat-request.ts';
import { anthropicBody } from './anthropic-body.ts';
import { messagesBody } from './messages-body.ts';
import { openaiBody } from './openai-body.ts';

/** A body as a door takes it, and the settings that it has no field for. */
export interface DoorBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
}

export const DOORS = ['messages', 'chat', 'openai', 'anthropic'] as const;
/** An API that the service speaks. */
export type Door = (typeof DOORS)[number];

/** Whose clients it is for, where it is not the service's own. */
export const VENDORS: Readonly<Partial<Record<Door, CompatVendor>>> = {
  openai: 'openai',
  anthropic: 'anthropic',
};

/** A call as a program makes it. */
export interface ProgramCall {
  readonly door: Door;
  readonly origin: string;
  /** Always streamed. */
  readonly body: DoorBody['fields'];
  readonly leftOut: readonly string[];
  /** What a chat completion needs beside its body. */
  readonly beta?: string;
}

const BODIES: Readonly<Record<Door, (request: PlaygroundRequest, model: Model) => DoorBody>> = {
  messages: messagesBody,
  chat: (request) => ({ fields: chatBody(request), leftOut: [] }),
  openai: openaiBody,
  anthropic: anthropicBody,
};

/** The same call through another door. */
export function programCall(
  door: Door,
  origin: string,
  request: PlaygroundRequest,
  model: Model,
): ProgramCall {
  const { fields, leftOut } = BODIES[door](request, model);
  const hasBeta = door === 'chat' && needsAdditions(request);
  return {
    door,
    origin,
    body: { ...fields, stream: true },
    leftOut,
    ...(hasBeta ? { beta: CHAT_EXTENSIONS } : {}),
  };
}
