import assert from 'node:assert/strict';
import type { HttpResponse } from '../http/http-exchange.ts';

export interface ChatUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly cached_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens: number };
}

export interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface ChatReply {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly content: string | null;
  readonly calls: readonly ToolCall[];
  readonly finishReason: string;
  readonly usage: ChatUsage;
}

interface Body {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: {
    index: number;
    message: { role: string; content: string | null; tool_calls?: ToolCall[] };
    finish_reason: string;
  }[];
  usage: unknown;
}

/** CHAT-86: what a reply may end in with the additions, beside the words of live chat. */
export const ADDED_REASONS: ReadonlySet<string> = new Set([
  'stop_sequence',
  'refusal',
  'content_filter',
  'pause',
]);

/** CHAT-53 and, where the cache helped, CHAT-55; with the additions CHAT-89. */
export function assertUsage(value: unknown, additions = false): ChatUsage {
  const usage = value as ChatUsage;
  for (const name of ['prompt_tokens', 'completion_tokens', 'total_tokens'] as const) {
    assert.ok(Number.isInteger(usage[name]) && usage[name] >= 0, `CHAT-53 usage.${name} is ${usage[name]}`);
  }
  assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens, 'CHAT-53 total_tokens');
  if (usage.cached_tokens !== undefined)
    assert.ok(usage.cached_tokens <= usage.prompt_tokens, 'CHAT-55 cached_tokens is part of prompt_tokens');
  if (additions) {
    const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
    assert.equal(prompt?.cached_tokens, usage.cached_tokens ?? 0, 'CHAT-89 cached tokens');
    const reasoned = completion?.reasoning_tokens;
    assert.ok(
      reasoned !== undefined && reasoned >= 0 && reasoned <= usage.completion_tokens,
      `D-34 reasoning tokens ${reasoned}`,
    );
  } else assert.ok(!('completion_tokens_details' in usage), 'CHAT-82 live chat says nothing of reasoning');
  return usage;
}

/** A whole answer with everything CHAT-40 to CHAT-57 say of every one. */
export function assertReply(response: HttpResponse): ChatReply {
  assert.equal(
    response.status,
    200,
    `status; the answer is ${response.status} ${response.text.slice(0, 300)}`,
  );
  assert.equal(response.headers['content-type'], 'application/json', 'CHAT-40 content-type');
  assert.equal(response.headers['cache-control'], 'no-store', 'D-15 cache-control');
  assert.match(
    String(response.headers['x-svc-billing-source']),
    /^(subscription|api_credit)$/,
    'CHAT-57 x-svc-billing-source',
  );
  const body = response.json<Body>();
  assert.ok(typeof body.id === 'string' && body.id !== '', 'CHAT-41 id');
  assert.equal(body.object, 'chat.completion', 'CHAT-42 object');
  assert.ok(Number.isInteger(body.created), 'CHAT-43 created');
  assert.equal(typeof body.model, 'string', 'CHAT-44 model');
  assert.equal(body.choices.length, 1, 'CHAT-19 one choice');
  const { index, message, finish_reason: finishReason } = body.choices[0] as Body['choices'][number];
  assert.equal(index, 0, 'CHAT-45 index');
  assert.equal(message.role, 'assistant', 'CHAT-46 role');
  assert.ok(message.content === null || typeof message.content === 'string', 'CHAT-47 content');
  assert.ok(
    !('tool_calls' in message) || (message.tool_calls?.length ?? 0) > 0,
    'CHAT-48 tool_calls only when functions are requested',
  );
  assert.ok(['stop', 'length', 'tool_calls'].includes(finishReason), `CHAT-52 finish_reason ${finishReason}`);
  const { id, object, created, model } = body;
  return {
    id,
    object,
    created,
    model,
    content: message.content,
    calls: message.tool_calls ?? [],
    finishReason,
    usage: assertUsage(body.usage),
  };
}
