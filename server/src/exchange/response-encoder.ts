import type { EngineEvent, EngineFault, TokenUsage } from '#engine';

/** Encodes one response from the engine's events, and learns how the run ended once that is recorded. */
export interface ResponseEncoder {
  event(event: EngineEvent): void;
  /** Part of the response was written to the caller, so the output is billed even if the run fails. */
  readonly delivered: boolean;
  /** Called after every burst. False requests a pause until the caller has read what was written. */
  flush(): boolean;
  /**
   * The run is complete, and about to be recorded. A fault if its output makes no answer: then `fail` follows in place of
   * `finish`. Absent where any output makes one.
   */
  complete?(): EngineFault | undefined;
  /**
   * The response is complete and recorded: sends the final part with this usage. A promise where that part has to wait for
   * something: resolves once it is sent.
   */
  finish(usage: TokenUsage): void | Promise<void>;
  /**
   * The engine failed, or the record could not be written. Sends an ordinary error before the first byte,
   * otherwise the late form.
   */
  fail(cause: EngineFault | Error): void;
  /** The client left: frees resources and writes nothing. */
  cancel(): void;
}
