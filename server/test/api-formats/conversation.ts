/** What a scripted engine sends in one reply. */
export interface Said {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
}

/** What a caller requests, before an API format is chosen. */
export interface Question {
  readonly text: string;
  readonly system?: string;
  /** PNG bytes in base64. */
  readonly image?: string;
  readonly tools?: readonly string[];
  /** The only tool that may and must be called. */
  readonly forced?: string;
  readonly reasoning?: true;
  readonly maxTokens?: number;
}

/** What a caller received. */
export interface ReceivedReply {
  /** Undefined if the format does not show any. */
  readonly reasoning: string | undefined;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly stop: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The reply in the form in which it is sent back. */
  readonly reply: object;
}

/** The parts that are the same in every format and every run. */
export function comparable({ text, calls, stop, inputTokens, outputTokens }: ReceivedReply): object {
  return { text, calls: calls.map(({ name, input }) => ({ name, input })), stop, inputTokens, outputTokens };
}
