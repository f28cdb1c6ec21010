import type { ApiError } from '@svc/contract';
import type { CapacityLease, Conversation, EngineFault, EngineSink, ServerToolKind } from '#engine';

/** Receives a reply of several generations: the events of each, and what happens between them. */
export interface ReplySink extends EngineSink {
  /**
   * Output that is billed but not shown, such as a call of a server tool. Shows the caller that work
   * continues.
   */
  hidden(text: string): void;
  /**
   * From now on the engine whose slot `lease` holds answers `prompt` with at most this many tokens. Not needed
   * if that is the call itself. Without a lease no engine is asked yet.
   */
  next(
    prompt: Conversation,
    maxOutputTokens: number,
    lease?: Pick<CapacityLease, 'cost' | 'countedImplausibly'>,
  ): void;
  toolRan(kind: ServerToolKind): void;
  /**
   * Ends the reply with a failure. Output counts only if some of it was delivered to the caller or to an MCP
   * server.
   */
  fail(cause: EngineFault | ApiError): void;
  /** Ends the reply with a refusal of what was generated. It is billed. */
  refuse(error: ApiError): void;
}
