/** What the chunks of a stream add up to. */
export interface OpenAiStream {
  readonly content: string;
  readonly refusal: string;
  readonly reasoning: string;
  readonly annotations: readonly unknown[];
  readonly calls: readonly { id: string; name: string; arguments: string }[];
  readonly finishReason: string | null;
  readonly usage: unknown;
  /** The final error of a stream that broke. */
  readonly error: unknown;
  /** It ended with `[DONE]`. */
  readonly done: boolean;
  readonly chunks: readonly Chunk[];
}

interface Chunk {
  readonly choices: readonly {
    readonly finish_reason: string | null;
    readonly delta: {
      readonly content?: string;
      readonly refusal?: string;
      readonly reasoning_content?: string;
      readonly annotations?: readonly unknown[];
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments: string };
      }[];
    };
  }[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

export function readOpenAiStream(text: string): OpenAiStream {
  const events = text.split('\n\n').filter((event) => event.startsWith('data: '));
  const done = events.at(-1) === 'data: [DONE]';
  const chunks = events
    .slice(0, done ? -1 : undefined)
    .map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const joined = (name: 'content' | 'refusal' | 'reasoning_content'): string =>
    choices.map(({ delta }) => delta[name] ?? '').join('');
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const part of choices.flatMap(({ delta }) => delta.tool_calls ?? [])) {
    const call = (calls[part.index] ??= {
      id: part.id ?? '',
      name: part.function.name ?? '',
      arguments: '',
    });
    call.arguments += part.function.arguments;
  }
  return {
    content: joined('content'),
    refusal: joined('refusal'),
    reasoning: joined('reasoning_content'),
    annotations: choices.flatMap(({ delta }) => delta.annotations ?? []),
    calls,
    finishReason: choices.at(-1)?.finish_reason ?? null,
    usage: chunks.at(-1)?.usage,
    error: chunks.at(-1)?.error,
    done,
    chunks,
  };
}

/** The whole answer that a stream stands for, as far as tests look at it. */
export function toCompletion({ content, refusal, calls, finishReason, usage }: OpenAiStream): object {
  const tool_calls = calls.map(({ id, ...fn }) => ({ id, type: 'function', function: fn }));
  return {
    choices: [
      {
        message: {
          content: content === '' ? null : content,
          refusal: refusal === '' ? null : refusal,
          ...(calls.length > 0 ? { tool_calls } : {}),
        },
        finish_reason: finishReason,
      },
    ],
    usage,
  };
}
