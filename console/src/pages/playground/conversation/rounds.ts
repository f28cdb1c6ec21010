import { userMessage, type AttachedFile, type PlaygroundMessage } from '../composer/attached-file.ts';
import type { PlaygroundReply } from './playground-reply.ts';

/** What a tool returned, as the person typed it. */
export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

/** What is said to the model: a message with its files, nothing beside the prompt template, or the results of the tools it called. */
export type Said =
  | { readonly type: 'message'; readonly text: string; readonly files: readonly AttachedFile[] }
  | { readonly type: 'template'; readonly template: string }
  | { readonly type: 'results'; readonly results: readonly ToolResult[] };

/** What was said, and what came of it. */
export interface Round {
  /** Its place in the conversation. */
  readonly position: number;
  readonly said: Said;
  readonly answer: PlaygroundReply;
  /** The model that this one is compared with replied, before there was a comparison: this one knows the reply, and did not write it. */
  readonly isOfOther?: true;
}

/** The rounds so far for a second model that goes on from there. A reply that is being written is not among them. */
export function takenOver(rounds: readonly Round[]): readonly Round[] {
  return rounds
    .filter(({ answer: { state } }) => state !== 'running')
    .map((round) => ({ ...round, isOfOther: true as const }));
}

export function messagesOfSaid(said: Said): PlaygroundMessage[] {
  if (said.type === 'message') return [userMessage(said.text, said.files)];
  if (said.type === 'template') return [];
  return said.results.map(({ id, content }) => ({ role: 'tool', tool_call_id: id, content }));
}

/** Whether a reply is part of what the model sees next. One that failed is not: the model would see a question without an answer. */
function counts({ answer: { state, text, calls } }: Round): boolean {
  return state !== 'failed' && (text !== '' || calls.length > 0);
}

/** What a next call of the model says of these rounds. Reasoning goes back only to the model that signed it. */
export function messagesOf(rounds: readonly Round[], model: string): PlaygroundMessage[] {
  return rounds
    .filter(counts)
    .flatMap(({ said, answer }) => [...messagesOfSaid(said), assistantMessage(answer, model)]);
}

function assistantMessage(
  { model, text, calls, reasoning }: PlaygroundReply,
  next: string,
): PlaygroundMessage {
  const signed = reasoning.filter(({ signature }) => signature !== '');
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: [...calls] }),
    ...(model === next && signed.length > 0 ? { reasoning: signed } : {}),
  };
}

/** The calls that wait for their results. */
export function pendingCalls(rounds: readonly Round[]): PlaygroundReply['calls'] {
  return rounds.findLast(counts)?.answer.calls ?? [];
}
