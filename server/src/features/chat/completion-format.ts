import type { EngineEvent, StopReason, TokenUsage } from '#engine';
import { toChatUsage, toExtendedUsage } from './chat-usage.ts';
import { toExtendedFinishReason, toFinishReason } from './finish-reason.ts';

/** The message of a whole answer. */
export interface CompletionMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  /** Words of a refusal that the engine set apart, where the form does. */
  readonly refusal?: string | undefined;
  readonly tool_calls?: readonly object[] | undefined;
}

/** What the replies of protocols in the form of chat differ in. */
export interface CompletionFormat {
  /** JSON that follows the delta in each choice of a stream, with its comma. */
  readonly choiceFields: string;
  /** JSON that ends each chunk of a stream but the one with usage. */
  readonly chunkFields: string;
  /** The words of a refusal have a field of their own. Absent: they are text. */
  readonly setsRefusalsApart?: true;
  finishReason(reason: StopReason, hasToolCalls: boolean): string;
  usage(usage: TokenUsage): object;
  /** Sees every event in order. The delta of one that live chat does not show; undefined: nothing to send. */
  delta?(event: EngineEvent): object | undefined;
  /** Fields of the whole answer's message, its choice and the answer itself. */
  whole?(message: CompletionMessage): { message: object; choice: object; completion: object };
}

export const LIVE_FORMAT: CompletionFormat = {
  choiceFields: '',
  chunkFields: '',
  finishReason: toFinishReason,
  usage: toChatUsage,
};

/** With the additions. */
export const EXTENDED_FORMAT: CompletionFormat = {
  ...LIVE_FORMAT,
  finishReason: toExtendedFinishReason,
  usage: toExtendedUsage,
};
