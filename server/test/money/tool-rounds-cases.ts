import { chunk, rawReply, sse, type Reply } from '#test-kit';
import { costOfRounds, ECHO, FAULT, SEARCH, SEARCH_NANOS, type Calls } from './tool-rounds.ts';

export interface RoundsCase {
  readonly name: string;
  readonly rounds: readonly Calls[];
  /** In place of the engine's usual reply to a generation, by its place. */
  readonly replies?: Readonly<Record<number, Reply>>;
  readonly fields?: object;
  readonly status: number;
  readonly says: RegExp;
  readonly costNanos: number;
  readonly uses?: Readonly<Record<string, number>>;
}

const DONE = { status: 200, says: /it is done/ };
const FAILED = { status: 502, says: /"upstream_\w+"/ };
const MIXED = {
  rounds: [ECHO, { ...SEARCH, ...ECHO }, SEARCH, undefined],
  ...DONE,
  costNanos: costOfRounds(4) + 2 * SEARCH_NANOS,
  uses: { mcp: 2, web_search: 2 },
};

const SEARCH_CALL = {
  index: 0,
  id: 'call-0',
  type: 'function',
  function: { name: 'svc_web_search', arguments: '{"query":"x"}' },
};
/** Says something and searches, with the counts of a first generation. */
const SAID_AND_SEARCHED = rawReply([
  sse(chunk({ content: 'I look. ' })),
  sse(chunk({ tool_calls: [SEARCH_CALL] }, 'tool_calls')),
  sse({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } }),
  sse('[DONE]'),
]);

/** What a call costs by how its rounds go. */
export const ROUNDS_CASES: readonly RoundsCase[] = [
  { name: 'is the sum of all generations and of the tools that have a price', ...MIXED },
  { name: 'is the same for a stream', ...MIXED, fields: { stream: true }, says: /"end_turn"/ },
  {
    name: 'has each of the calls that one generation makes',
    rounds: [
      { ...SEARCH, 'svc_web_search#2': { query: 'b' }, 'svc_web_search#3': { query: 'c' } },
      undefined,
    ],
    ...DONE,
    costNanos: costOfRounds(2) + 3 * SEARCH_NANOS,
    uses: { web_search: 3 },
  },
  {
    name: 'has no use beyond those that were allowed',
    rounds: [SEARCH, SEARCH, SEARCH, undefined],
    fields: { tools: [{ type: 'svc_web_search', max_uses: 2 }] },
    ...DONE,
    costNanos: costOfRounds(4) + 2 * SEARCH_NANOS,
    uses: { web_search: 2 },
  },
  {
    name: 'has the generations around tools that fail',
    rounds: [{ site__fail: {} }, { site__throw: {} }, undefined],
    ...DONE,
    costNanos: costOfRounds(3),
    uses: { mcp: 2 },
  },
  {
    name: 'has the generations around a tool that hangs',
    rounds: [{ site__wait: {} }, undefined],
    ...DONE,
    costNanos: costOfRounds(2),
    uses: { mcp: 1 },
  },
  {
    name: 'has all generations of a reply that pauses',
    rounds: [ECHO],
    status: 200,
    says: /"stop_reason":"pause"/,
    costNanos: costOfRounds(20),
    uses: { mcp: 19 },
  },
  {
    name: 'is none where an MCP server cannot be used',
    rounds: [ECHO, undefined],
    fields: { mcp_servers: [{ name: 'site', url: 'http://127.0.0.1:1/mcp' }] },
    ...FAILED,
    costNanos: 0,
  },
  {
    name: 'has the generations before the third one fails, which an MCP server was told of',
    rounds: [ECHO, ECHO, undefined],
    replies: { 2: FAULT },
    ...FAILED,
    costNanos: costOfRounds(2),
    uses: { mcp: 2 },
  },
  {
    name: 'is none where the third one fails and nobody was told of the others',
    rounds: [SEARCH, SEARCH, undefined],
    replies: { 2: FAULT },
    ...FAILED,
    costNanos: 0,
  },
  {
    name: 'has the generations and tools before the third one fails in a stream that has begun',
    rounds: [SEARCH, SEARCH, undefined],
    replies: { 0: SAID_AND_SEARCHED, 2: FAULT },
    fields: { stream: true },
    status: 200,
    says: /event: error/,
    costNanos: costOfRounds(2) + 2 * SEARCH_NANOS,
    uses: { web_search: 2 },
  },
];
