import { blockCharacters, type Block, type FunctionTool, type Turn } from '#engine';
import type { InferenceCall, McpServer } from '#exchange';
import { Secret } from '#kit';

/** A slice is taken over in a few milliseconds: this many items, or this many characters and one item. */
const MOST_ITEMS = 512;
const MOST_CHARACTERS = 1_048_576;

/** A call without its blocks and tools, which follow in slices. Secrets cannot cross threads: `tokens` are those of its servers. */
export interface CallFrame {
  readonly call: InferenceCall;
  readonly tokens?: readonly (string | undefined)[];
}

export type CallSlice =
  | CallFrame
  | { readonly turn: number; readonly blocks: readonly Block[] }
  | { readonly tools: readonly FunctionTool[] };

function charactersOf(item: Block | FunctionTool): number {
  return 'type' in item ? blockCharacters(item) : 0;
}

function* cut<T extends Block | FunctionTool>(items: readonly T[]): Generator<readonly T[]> {
  let from = 0;
  let characters = 0;
  for (const [i, item] of items.entries()) {
    characters += charactersOf(item);
    if (i + 1 - from < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    yield items.slice(from, i + 1);
    from = i + 1;
    characters = 0;
  }
  if (from < items.length) yield items.slice(from);
}

/** The frame of a call, in what threads can give each other. */
function frameOf({ mcpServers, ...call }: InferenceCall): CallFrame {
  const frame = { ...call, turns: call.turns.map(({ role }) => ({ role, blocks: [] })), tools: [] };
  if (!mcpServers) return { call: frame };
  return {
    call: { ...frame, mcpServers: mcpServers.map(({ authorizationToken: _token, ...server }) => server) },
    tokens: mcpServers.map(({ authorizationToken }) => authorizationToken?.reveal()),
  };
}

function withToken(server: McpServer, token: string | undefined): McpServer {
  return token === undefined ? server : { ...server, authorizationToken: new Secret(token) };
}

/** A call in slices, each small enough to be taken over by a thread that has others to serve. The frame comes first. */
export function* slicesOf(call: InferenceCall): Generator<CallSlice> {
  yield frameOf(call);
  for (const [turn, { blocks }] of call.turns.entries()) for (const slice of cut(blocks)) yield { turn, blocks: slice };
  for (const slice of cut(call.tools)) yield { tools: slice };
}

/** Puts the slices of one call together again. */
export class SlicedCall {
  #frame: InferenceCall | undefined;
  #turns: { readonly role: Turn['role']; readonly blocks: Block[] }[] = [];
  readonly #tools: FunctionTool[] = [];

  take(slice: CallSlice): void {
    if ('call' in slice) {
      const { call, tokens } = slice;
      this.#frame = tokens ? { ...call, mcpServers: (call.mcpServers ?? []).map((server, i) => withToken(server, tokens[i])) } : call;
      this.#turns = slice.call.turns.map(({ role }) => ({ role, blocks: [] }));
    } else if ('tools' in slice) this.#tools.push(...slice.tools);
    else this.#turns[slice.turn]!.blocks.push(...slice.blocks);
  }

  whole(): InferenceCall {
    if (!this.#frame) throw new Error('a sliced call has no frame');
    return { ...this.#frame, turns: this.#turns, tools: this.#tools };
  }
}
