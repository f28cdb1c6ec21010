/** Parses a response in one protocol into events for a `ReplyOutput`. */
export interface ReplyReader {
  /** What the engine called the model, once it has said so. */
  readonly model: string | undefined;
  /** The response may end here: everything essential has arrived, except perhaps the closing event. */
  readonly finished: boolean;
  /**
   * Handles the data of one event. True for the closing one. Throws `EngineFault` for an error, SyntaxError
   * for invalid JSON.
   */
  event(data: string): boolean;
  /** Handles a complete response. Throws like `event`. */
  whole(json: string): void;
  /**
   * The response is complete: reports its stop reason and usage. Throws `EngineFault` if it cannot be
   * complete.
   */
  finish(): void;
}
