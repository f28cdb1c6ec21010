/** What a server of chat completions says, of a whole reply or of one chunk. */
export type ReplyPart =
  | { readonly kind: 'reasoning' | 'text' | 'refusal'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly index: number;
      readonly id: string | undefined;
      readonly name: string | undefined;
      readonly input: string;
    }
  | { readonly kind: 'finish'; readonly reason: string }
  | { readonly kind: 'usage'; readonly usage: ChatUsage }
  | { readonly kind: 'error'; readonly error: { readonly message?: string; readonly code?: unknown } };

/** Counts as they came: scripts send wrong ones, too. */
export interface ChatUsage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown };
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown };
}

interface WireCall {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

interface WireMessage {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly tool_calls?: readonly WireCall[];
}

interface WireReply {
  readonly error?: { readonly message?: string; readonly code?: unknown };
  readonly choices?:
    | readonly ({
        readonly index?: number;
        readonly message?: WireMessage;
        readonly delta?: WireMessage | null;
        readonly finish_reason?: string | null;
      } | null)[]
    | null;
  readonly usage?: ChatUsage | null;
}

/** Reads a completion or a chunk of one. */
export function readReply(value: unknown): ReplyPart[] {
  const { error, choices, usage } = value as WireReply;
  if (error) return [{ kind: 'error', error }];
  const first = choices?.find((choice) => choice && (choice.index ?? 0) === 0);
  return [
    ...readMessage(first?.message ?? first?.delta ?? {}),
    ...(first?.finish_reason ? [{ kind: 'finish', reason: first.finish_reason } as const] : []),
    ...(usage ? [{ kind: 'usage', usage } as const] : []),
  ];
}

function readMessage(message: WireMessage): ReplyPart[] {
  const reasoning = message.reasoning_content ?? message.reasoning;
  return [
    ...(reasoning ? [{ kind: 'reasoning', text: reasoning } as const] : []),
    ...(message.content ? [{ kind: 'text', text: message.content } as const] : []),
    ...(message.refusal ? [{ kind: 'refusal', text: message.refusal } as const] : []),
    ...(message.tool_calls ?? []).map(({ index, id, function: called }, position) => ({
      kind: 'call' as const,
      index: index ?? position,
      id,
      name: called?.name,
      input: called?.arguments ?? '',
    })),
  ];
}

/** The parts of a whole reply together. */
export interface WholeReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  readonly finish: string;
  readonly usage: ChatUsage;
}

export function joinParts(parts: readonly ReplyPart[]): WholeReply {
  const texts: Record<string, string> = {};
  const calls = new Map<number, { name: string; input: string }>();
  let finish = 'stop';
  let usage: ChatUsage = {};
  for (const part of parts) {
    if (part.kind === 'finish') finish = part.reason;
    else if (part.kind === 'usage') ({ usage } = part);
    else if (part.kind === 'call') {
      const { name, input } = calls.get(part.index) ?? { name: part.name ?? '', input: '' };
      calls.set(part.index, { name, input: input + part.input });
    } else if (part.kind !== 'error') texts[part.kind] = (texts[part.kind] ?? '') + part.text;
  }
  const made = [...calls.values()].map(({ name, input }) => ({ name, input: readInput(input) }));
  return { ...texts, ...(made.length > 0 ? { calls: made } : {}), finish, usage };
}

/** Vendors whose calls have objects as input have no form for anything else. */
export function readInput(text: string): object {
  const input: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof input !== 'object' || input === null) throw new SyntaxError(`no object: ${text}`);
  return input;
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Undefined: the reply has no counts. `fresh`: the input that was not read from a cache. */
export function countsOf(
  usage: ChatUsage,
): { input: number; fresh: number; cached: number; output: number; reasoning: number } | undefined {
  if (usage.prompt_tokens === undefined && usage.completion_tokens === undefined) return undefined;
  const [input, output] = [count(usage.prompt_tokens), count(usage.completion_tokens)];
  const cached = count(usage.prompt_tokens_details?.cached_tokens);
  const reasoning = count(usage.completion_tokens_details?.reasoning_tokens);
  return { input, fresh: input - cached, cached, output, reasoning };
}
