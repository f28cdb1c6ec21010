import type { InferenceCall } from '#exchange';
import { isObject, type ConversationLimits } from '#features/conversation';
import { parseExtendedRequest } from './extended/parse-extended-request.ts';
import { parseChatRequest } from './parse-chat-request.ts';

export interface ChatParserSettings {
  readonly identityInstruction: string;
  readonly limits: ConversationLimits;
  /** With the additions of the contract (D-33). */
  readonly extended: boolean;
  /** To count its tokens: what is said of a reply is not looked at (D-36). */
  readonly counted: boolean;
}

/** What only a reply has. */
const OF_REPLY: ReadonlySet<string> = new Set(['stream', 'max_tokens']);

/** A chat body as an inference call. Pure, so that it runs on any thread. */
export function parseChatBody(
  body: unknown,
  { identityInstruction, limits, extended, counted }: ChatParserSettings,
): InferenceCall {
  const read = counted && isObject(body) ? withoutReply(body) : body;
  return (extended ? parseExtendedRequest : parseChatRequest)(read, identityInstruction, limits);
}

function withoutReply(body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !OF_REPLY.has(name)));
}
