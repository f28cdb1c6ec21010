import type { AppliedEdit, Citation, StopReason, TokenUsage } from '#engine';
import type { RawJson } from '#kit';
import type { MessageHead } from './message-head.ts';
import type { BlockHead } from './ordered-blocks.ts';

/** A complete block of a reply. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string; readonly citations: readonly Citation[] }
  | { readonly type: 'reasoning'; readonly text: string; readonly signature: string }
  | { readonly type: 'compaction'; readonly text: string }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      readonly name: string;
      readonly input: RawJson;
    };

/** How a reply ended. */
export interface MessageEnd {
  readonly reason: StopReason;
  readonly stopSequence: string | null;
  /** It has tool calls, whatever the reason says. */
  readonly hasCalls: boolean;
  readonly usage: TokenUsage;
  readonly edits: readonly AppliedEdit[];
}

/** What the replies of protocols in the form of messages differ in. */
export interface MessageFormat {
  /** In front of the word `block` in the names of events and fields. */
  readonly prefix: '' | 'content_';
  /** Events behind `message_start`. */
  readonly started: string;
  /** JSON of the delta of each type of block up to its text. */
  readonly deltas: Readonly<Record<BlockHead['type'], string>>;
  /** A block as it is opened in a stream. */
  emptyBlock(head: BlockHead): object;
  citationDelta(citation: Citation): object;
  /** The last delta of reasoning. */
  signatureDelta(signature: string): object;
  /** The message of `message_start`. */
  emptyMessage(head: MessageHead, inputTokens: number, requestId: string): object;
  /** The fields of `message_delta`. */
  messageDelta(end: MessageEnd): object;
  /** Data of the event that ends a broken stream. `error`: the error as JSON. */
  brokenData(error: string): string;
  block(block: ReplyBlock): object;
  message(head: MessageHead, content: readonly object[], end: MessageEnd, requestId: string): object;
}
