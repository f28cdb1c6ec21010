import { assertReply, type ChatReply } from './chat-reply.ts';
import {
  assertBrokenStream,
  assertCompletedStream,
  type BrokenStream,
  type CompletedStream,
} from './chat-stream.ts';
import type { Caller, Deployment } from '../deployments/deployment.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

export const CHAT = '/v1/chat/completions';

export const HELLO = [{ role: 'user', content: 'Hi' }] as const;

type Fields = Readonly<Record<string, unknown>>;

/** A chat completion as it comes: "Hi", asking for a whole answer, unless `fields` say otherwise. */
export function chat(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<HttpResponse> {
  return deployment.post(CHAT, { messages: HELLO, stream: false, ...fields }, caller);
}

/** A chat completion that must succeed as one JSON object. */
export async function wholeReply(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<ChatReply> {
  return assertReply(await chat(deployment, fields, caller));
}

/** A chat completion that must succeed as a stream. */
export async function streamedReply(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<CompletedStream> {
  return assertCompletedStream(await chat(deployment, { stream: true, ...fields }, caller));
}

/** A chat stream that must begin and then fail. */
export async function brokenReply(
  deployment: Deployment,
  fields: Fields = {},
  caller: Caller = {},
): Promise<BrokenStream> {
  return assertBrokenStream(await chat(deployment, { stream: true, ...fields }, caller));
}

/** A function tool with one parameter. */
export function tool(name: string, description = `Does ${name}.`): object {
  return {
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  };
}

/** A call of a function as it stands in a conversation. */
export function call(id: string, name: string, args: string): object {
  return { id, type: 'function', function: { name, arguments: args } };
}
