/** What a scripted engine says in one reply. */
export interface Said {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
}

/** What a caller asks, before a face has given it a form. */
export interface Question {
  readonly text: string;
  readonly system?: string;
  /** PNG bytes in base64. */
  readonly image?: string;
  readonly tools?: readonly string[];
  /** The only tool that may be called, and must. */
  readonly forced?: string;
  readonly reasoning?: true;
  readonly maxTokens?: number;
}

/** What a caller was told. */
export interface Told {
  /** Undefined where the face does not show any. */
  readonly reasoning: string | undefined;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly stop: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The reply in the form it is sent back in. */
  readonly reply: object;
}

/** What is the same through every face and in every run. */
export function comparable({ text, calls, stop, inputTokens, outputTokens }: Told): object {
  return { text, calls: calls.map(({ name, input }) => ({ name, input })), stop, inputTokens, outputTokens };
}
