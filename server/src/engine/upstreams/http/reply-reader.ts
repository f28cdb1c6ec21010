/** Reads an answer in one wire form, and says what it means to a `ReplyOutput`. */
export interface ReplyReader {
  /** The response may end here: all that matters was said, if not the closing event. */
  readonly finished: boolean;
  /** Takes the data of one event. True for the closing one. Throws `EngineFault` for an error, SyntaxError for no JSON. */
  event(data: string): boolean;
  /** Takes an answer in one piece. Throws like `event`. */
  whole(json: string): void;
  /** The answer is complete: says why it stopped and what it took. Throws `EngineFault` where it cannot be. */
  finish(): void;
}
