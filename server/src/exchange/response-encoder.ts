import type { EngineEvent, EngineFault, TokenUsage } from '#engine';

/** Puts one response into its wire form: takes the engine's events, and is told how it ended once that is written down. */
export interface ResponseEncoder {
  event(event: EngineEvent): void;
  /** Something of the answer has been written to the caller: what was generated is billed even if it ends badly. */
  readonly delivered: boolean;
  /** After every burst. False asks for a pause until the caller has read what was written. */
  flush(): boolean;
  /** The answer is complete and recorded: send the final part with this usage. */
  finish(usage: TokenUsage): void;
  /** The engine failed, or the record could not be written. Before the first byte an ordinary error, after it the late form. */
  fail(cause: EngineFault | Error): void;
  /** The client is gone: free what is held, write nothing. */
  cancel(): void;
}
