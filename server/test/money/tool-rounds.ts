import {
  errorReply,
  MAIN_KEY,
  textReply,
  toolCalls,
  type McpSite,
  type PlannedReply,
  type Reply,
  type ScriptedRequest,
  type ScriptedUpstream,
} from '#test-kit';
import { ableModel, body } from '../messages/ask.ts';
import { RATES, usage } from './with-money.ts';

export const TOKEN = 'let-me-in';
/** Nano-dollars of one search. */
export const SEARCH_NANOS = 10_000_000;

type Counts = readonly [input: number, output: number, cached: number];
/** What the engine counts in each generation of a reply; those after these count as the last of them. */
const COUNTS: readonly Counts[] = [
  [100, 10, 0],
  [200, 20, 150],
  [300, 30, 0],
  [400, 40, 400],
];

const countsOf = (round: number) => COUNTS[Math.min(round, COUNTS.length - 1)]!;

/** Nano-dollars of the first generations of a reply. */
export function costOfRounds(rounds: number): number {
  return Array.from({ length: rounds }, (_, round) => countsOf(round)).reduce(
    (sum, [input, output, cached]) =>
      sum + (input - cached) * RATES.input + cached * (RATES.input / 10) + output * RATES.output,
    0,
  );
}

/** What a generation calls, each with its input; what follows a `#` tells calls of one tool apart. Undefined: it answers. */
export type Calls = Readonly<Record<string, object>> | undefined;

/** The reply to each generation of a call; the last one stays. `replies`: in place of the usual one. */
export function roundsReply(
  rounds: readonly Calls[],
  replies: Readonly<Record<number, Reply>> = {},
): (request: ScriptedRequest & { readonly text: string }) => PlannedReply {
  return (request) => {
    // A generation is sent what those before it wrote.
    const round = request.text.split('"role":"assistant"').length - 1;
    const usual = replyOf(rounds[Math.min(round, rounds.length - 1)], round, countsOf(round));
    const reply = replies[round] ?? usual;
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

function replyOf(calls: Calls, round: number, [prompt, completion, cached]: Counts): Reply {
  const options = { usage: usage(prompt, completion, cached) };
  if (!calls) return textReply('it is done', options);
  return toolCalls(
    Object.entries(calls).map(([name, input], at) => ({
      id: `call-${String(round)}-${String(at)}`,
      name: name.replace(/#.*/, ''),
      arguments: JSON.stringify(input),
    })),
    options,
  );
}

export const ECHO = { site__echo: { text: 'hello' } } as const;
export const SEARCH = { svc_web_search: { query: 'fjords' } } as const;
export const FAULT = errorReply(500);

/** Has the model, a search service that finds nothing, and short bounds for MCP servers. */
export function toolsDeployment(upstream: ScriptedUpstream, searchPort: number): object {
  const { models } = ableModel(upstream.baseUrl) as { models: { capabilities: object }[] };
  const able = { server_tools: ['svc_web_search'] };
  return {
    models: models.map((model) => ({ ...model, capabilities: { ...model.capabilities, ...able } })),
    network: { allow_private_targets: ['127.0.0.1'] },
    tools: {
      web_search: { type: 'searxng', base_url: `http://127.0.0.1:${String(searchPort)}` },
      prices: { web_search: '0.01' },
      mcp: { open_timeout_s: 2, call_timeout_s: 1 },
    },
  };
}

/** A model call with the search and an MCP server. */
export function roundsRequest(mcp: McpSite, fields: object = {}, signal?: AbortSignal): RequestInit {
  const servers = [{ name: 'site', url: mcp.url, authorization_token: TOKEN }];
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${MAIN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body({ tools: [{ type: 'svc_web_search' }], mcp_servers: servers, ...fields })),
    ...(signal && { signal }),
  };
}
