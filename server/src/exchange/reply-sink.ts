import type { ApiError } from '@svc/contract';
import type { Conversation, EngineFault, EngineSink, ServerToolKind } from '#engine';

/** Hears of a reply that takes more than one generation: what an engine says of one, and what happens between them. */
export interface ReplySink extends EngineSink {
  /** Output that is billed and not shown, such as a call of a tool of ours. A sign of life to the caller. */
  hidden(text: string): void;
  /** What an engine says from now on is the answer to `prompt`, of at most so many tokens. Not needed where that is the call. */
  next(prompt: Conversation, maxOutputTokens: number): void;
  toolRan(kind: ServerToolKind): void;
  /** Comes last, as `end` does: nothing of what was generated counts unless some of it was delivered, be it to an MCP server. */
  fail(cause: EngineFault | ApiError): void;
  /** Comes last: what was generated is refused for what it is, and billed. */
  refuse(error: ApiError): void;
}
