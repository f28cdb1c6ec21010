import assert from 'node:assert/strict';
import { assertErrorObject, type ErrorObject } from '../http/assert-error.ts';
import { assertSigned, takeReasoning, type ReasoningPart, type StreamedReasoning } from './chat-reasoning.ts';
import { ADDED_REASONS, assertUsage, type ChatUsage } from './chat-reply.ts';
import { parseEventStream } from '../http/event-stream.ts';
import type { HttpResponse } from '../http/http-exchange.ts';

export interface StreamedCall {
  id: string;
  name: string;
  arguments: string;
}

export interface ChatStream {
  readonly id: string;
  readonly created: number;
  readonly model: string;
  /** The text pieces, in order. */
  readonly deltas: readonly string[];
  readonly text: string;
  readonly calls: readonly StreamedCall[];
  /** With the additions of chat. */
  readonly reasoning: readonly StreamedReasoning[];
  readonly annotations: readonly unknown[];
  readonly comments: readonly string[];
}

export interface CompletedStream extends ChatStream {
  readonly finishReason: string;
  readonly usage: ChatUsage;
}

/** What is looked at of an answer. */
export type StreamedResponse = Pick<HttpResponse, 'status' | 'headers' | 'bytes' | 'complete'>;

export interface BrokenStream extends ChatStream {
  readonly error: ErrorObject;
}

interface CallChunk {
  index: number;
  id?: string;
  type?: string;
  function: { name?: string; arguments?: string };
}

interface Chunk {
  id: string;
  object: string;
  created: number;
  model: string;
  choices: { index: number; delta: Delta; finish_reason: string | null }[];
  usage?: unknown;
}

interface Delta {
  role?: string;
  content?: string;
  tool_calls?: CallChunk[];
  reasoning?: ReasoningPart[];
  annotations?: unknown[];
}

/** What the deltas of a stream add up to. */
interface Joined {
  readonly deltas: string[];
  readonly calls: StreamedCall[];
  readonly reasoning: StreamedReasoning[];
  readonly annotations: unknown[];
}

/** Whether the additions of chat were asked for: live chat has none of what they add. */
type Additions = boolean;

const FINISH_REASONS = new Set(['stop', 'length', 'tool_calls']);

/** A stream that completed: its head, its bytes and the order of CHAT-60 to CHAT-67 with D-26, D-27 and, with the additions, D-34. */
export function assertCompletedStream(
  response: StreamedResponse,
  additions: Additions = false,
): CompletedStream {
  assertStreamHead(response);
  assert.ok(response.complete, 'the stream was cut');
  const { events, comments } = parseEventStream(response.bytes);
  assert.equal(events.at(-1), '[DONE]', 'CHAT-67 the last event is [DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Chunk);
  assert.ok(chunks.length >= 3, 'at least a role chunk, a finish chunk and a usage chunk');
  const usageChunk = chunks.at(-1) as Chunk;
  const finishChunk = chunks.at(-2) as Chunk;
  assert.deepEqual(usageChunk.choices, [], 'D-26 the usage chunk has no choices');
  const usage = assertUsage(usageChunk.usage, additions);
  assert.deepEqual(finishChunk.choices[0]?.delta, {}, 'CHAT-65 the delta of the last content chunk is empty');
  const finishReason = String(finishChunk.choices[0]?.finish_reason);
  const known = FINISH_REASONS.has(finishReason) || (additions && ADDED_REASONS.has(finishReason));
  assert.ok(known, `CHAT-52 CHAT-86 finish_reason ${finishReason}`);
  for (const chunk of chunks.slice(0, -1))
    assert.ok(!('usage' in chunk), 'D-26 only the usage chunk has usage');
  const stream = joinChunks(chunks.slice(0, -2), chunks, additions);
  assertSigned(stream.reasoning);
  assert.equal(
    finishReason === 'tool_calls',
    stream.calls.length > 0 && finishReason !== 'length',
    'CHAT-51 tool_calls stands for calls',
  );
  return { ...stream, comments, finishReason, usage };
}

/** A stream that failed after its first byte: one last error event, no `[DONE]`, and the end (CHAT-68, CHAT-69, D-30). */
export function assertBrokenStream(response: StreamedResponse, additions: Additions = false): BrokenStream {
  assertStreamHead(response);
  const { events, comments } = parseEventStream(response.bytes);
  assert.ok(!events.includes('[DONE]'), 'CHAT-68 no [DONE] after a failure');
  const body = JSON.parse(events.at(-1) ?? 'null') as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['error'], 'CHAT-69 the last event is the error envelope');
  const error = assertErrorObject(body);
  assert.equal(error.code, 'stream_error', 'CHAT-69 code');
  assert.equal(error.type, 'api_error', 'CHAT-69 type');
  assert.equal(error.param, null, 'ERR-06 param');
  assert.equal(error.request_id, response.headers['x-request-id'], 'ERR-07 request_id');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as Chunk);
  for (const chunk of chunks)
    assert.ok(!('usage' in chunk) && !('error' in chunk), 'neither usage nor a second error before it');
  return { ...joinChunks(chunks, chunks, additions), comments, error };
}

/** CHAT-59, D-15. */
export function assertStreamHead(
  response: Pick<HttpResponse, 'status' | 'headers'> & { readonly text?: string },
): void {
  assert.equal(response.status, 200, `CHAT-59 status; the answer is ${response.text?.slice(0, 300)}`);
  assert.equal(response.headers['content-type'], 'text/event-stream', 'CHAT-59 content-type');
  assert.equal(response.headers['cache-control'], 'no-store, no-transform', 'D-15 cache-control');
  assert.equal(response.headers['x-accel-buffering'], 'no', 'D-15 x-accel-buffering');
  assert.equal(response.headers['content-encoding'], undefined, 'D-06 event streams are never compressed');
  assert.match(
    String(response.headers['x-svc-billing-source']),
    /^(subscription|api_credit)$/,
    'CHAT-57 on streams',
  );
}

function joinChunks(
  content: readonly Chunk[],
  all: readonly Chunk[],
  additions: Additions,
): Omit<ChatStream, 'comments'> {
  const [first] = all;
  assert.ok(first, 'there is a first chunk');
  for (const chunk of all) {
    assert.equal(chunk.object, 'chat.completion.chunk', 'CHAT-61 object');
    assert.ok(Number.isInteger(chunk.created), 'CHAT-61 created');
    assert.ok(typeof chunk.id === 'string' && typeof chunk.model === 'string', 'CHAT-61 id and model');
    assert.deepEqual(
      [chunk.id, chunk.created, chunk.model],
      [first.id, first.created, first.model],
      'D-26 all chunks share id, created and model',
    );
  }
  assert.deepEqual(
    content[0]?.choices,
    [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
    'CHAT-62 first chunk',
  );
  const joined: Joined = { deltas: [], calls: [], reasoning: [], annotations: [] };
  for (const chunk of content.slice(1)) takeDelta(chunk, joined, additions);
  return {
    id: first.id,
    created: first.created,
    model: first.model,
    text: joined.deltas.join(''),
    ...joined,
  };
}

function takeDelta(
  chunk: Chunk,
  { deltas, calls, reasoning, annotations }: Joined,
  additions: Additions,
): void {
  assert.equal(chunk.choices.length, 1, 'CHAT-19 one choice');
  const { index, delta, finish_reason: finishReason } = chunk.choices[0] as Chunk['choices'][number];
  assert.equal(index, 0, 'CHAT-61 index');
  assert.equal(finishReason, null, 'CHAT-65 only the last content chunk has a finish_reason');
  const names = Object.keys(delta);
  assert.equal(names.length, 1, `a delta holds one thing, not ${names.join(' and ')}`);
  if (additions && delta.reasoning) return takeReasoning(delta.reasoning, reasoning);
  assertSigned(reasoning);
  if (additions && delta.annotations) annotations.push(...delta.annotations);
  else if (delta.tool_calls) for (const part of delta.tool_calls) takeCallChunk(part, calls);
  else {
    assert.equal(typeof delta.content, 'string', 'CHAT-63 delta.content');
    deltas.push(delta.content as string);
  }
}

/** D-27: id, type and name stand in the first piece of each index and nowhere else. */
function takeCallChunk(part: CallChunk, calls: StreamedCall[]): void {
  const known = calls[part.index];
  if (known) {
    assert.deepEqual(
      Object.keys(part).toSorted(),
      ['function', 'index'],
      'D-27 a later piece has index and function',
    );
    assert.deepEqual(Object.keys(part.function), ['arguments'], 'D-27 a later piece has arguments only');
    known.arguments += part.function.arguments ?? '';
    return;
  }
  assert.equal(part.index, calls.length, 'D-27 indexes count up from 0');
  assert.ok(typeof part.id === 'string' && part.id !== '', 'CHAT-35 id');
  assert.equal(part.type, 'function', 'CHAT-35 type');
  assert.equal(typeof part.function.name, 'string', 'CHAT-35 name');
  calls.push({
    id: part.id,
    name: part.function.name as string,
    arguments: part.function.arguments ?? '',
  });
}
