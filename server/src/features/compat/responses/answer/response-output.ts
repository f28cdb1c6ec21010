import type { Citation, EngineEvent, StopReason } from '#engine';
import type { GenerationExchange, RenamedTool } from '#exchange';
import type { ReplyHistory } from '#features/conversation';
import { OrderedBlocks, type BlockHead, type BlockTarget } from '#features/messages';
import { newId } from '#kit';
import { signSummary, encodeSignedText } from '../signed-text.ts';
import { CompactionItem } from './compaction-item.ts';
import { COMPACTION_ID_PREFIX } from '../compaction-id.ts';
import type { KeptOutput } from '../items/kept-output.ts';
import { CustomCallItem, FunctionCallItem } from './call-items.ts';
import { MessageItem } from './message-item.ts';
import type { ItemPlace, OpenItem, OutputEvents } from './output-events.ts';
import { ReasoningItem } from './reasoning-item.ts';
import { RefusalItem } from './refusal-item.ts';

/** Why a reply is not complete; null where it is (COMPR-14). */
const INCOMPLETE: Readonly<Record<StopReason, string | null>> = {
  end_turn: null,
  stop_sequence: null,
  tool_call: null,
  pause: null,
  max_tokens: 'max_output_tokens',
  context_window: 'max_output_tokens',
  refusal: 'content_filter',
  content_filter: 'content_filter',
};

/** The items that an engine's events add up to (COMPR-11). They follow each other and never interleave. */
export class ResponseOutput implements BlockTarget {
  readonly #exchange: GenerationExchange;
  readonly #events: OutputEvents | undefined;
  readonly #blocks = new OrderedBlocks(this);
  readonly #tools: ReadonlyMap<string, RenamedTool>;
  readonly #sign: (text: string, position: number) => string;
  readonly #signSummary: (text: string) => string;
  readonly #kept: KeptOutput;
  readonly #done: object[] = [];
  #open: OpenItem | undefined;
  /** The event that is read now is text of a refusal that the engine set apart. */
  #refuses = false;
  #stop: StopReason = 'end_turn';

  constructor(
    exchange: GenerationExchange,
    { history, kept, events }: { history: ReplyHistory; kept: KeptOutput; events?: OutputEvents },
  ) {
    const { call, credential, admission } = exchange;
    const signer =
      call.reasoning && history.signatures.newReply(credential.organizationId, admission.model.id);
    this.#exchange = exchange;
    this.#events = events;
    this.#kept = kept;
    this.#tools = new Map(call.responses?.tools.map((tool) => [tool.engineName, tool]));
    this.#sign = (text, position) =>
      encodeSignedText({ text, signature: signer?.sign(text, position) ?? '' });
    this.#signSummary = (text) => signSummary(history.signatures, credential.organizationId, text);
  }

  event(event: EngineEvent): void {
    if (event.type === 'stop') this.#stop = event.reason;
    // Reasoning that was not requested is not shown (D-37).
    else if (event.type !== 'reasoning' || this.#exchange.call.reasoning) {
      this.#refuses = event.type === 'text' && event.refuses === true;
      this.#blocks.event(event);
    }
  }

  /** The reply is over: all its items, and why it is not complete. */
  end(): { readonly output: readonly object[]; readonly incomplete: string | null } {
    this.#blocks.end();
    const incomplete = INCOMPLETE[this.#stop];
    this.#close(incomplete === null ? 'completed' : 'incomplete');
    return { output: this.#done, incomplete };
  }

  /** All items as far as they were written, of a reply that failed. */
  get broken(): readonly object[] {
    return this.#open ? [...this.#done, this.#open.toItem('incomplete')] : this.#done;
  }

  open(head: BlockHead, index: number): void {
    // What follows a citation is another block, and still the same text.
    if (head.type === 'text' && this.#open instanceof MessageItem) return;
    this.#close('completed');
    this.#begin(this.#newItem(head, index));
  }

  append(_head: BlockHead, chunk: string): void {
    // To the blocks a refusal is text like the text before it.
    if (this.#refuses && this.#open instanceof MessageItem) {
      this.#close('completed');
      this.#begin(this.#newRefusal());
    }
    this.#open?.append(chunk);
  }

  #begin(item: OpenItem): void {
    const fields = { output_index: this.#done.length, item: item.toItem('in_progress') };
    this.#events?.event('response.output_item.added', fields);
    item.begin?.();
    this.#open = item;
  }

  cite(citation: Citation): void {
    if (this.#open instanceof MessageItem) this.#open.cite(citation);
  }

  /** The item stays open until the next one begins: how it ends is known then. */
  close(): void {}

  #close(status: 'completed' | 'incomplete'): void {
    const item = this.#open;
    if (!item) return;
    this.#open = undefined;
    item.end();
    const done = item.toItem(status);
    this.#events?.event('response.output_item.done', { output_index: this.#done.length, item: done });
    this.#done.push(done);
    if (this.#kept.isWanted) this.#kept.add(item.toKept?.() ?? done);
  }

  #newItem(head: BlockHead, index: number): OpenItem {
    const { call } = this.#exchange;
    if (head.type === 'reasoning')
      return new ReasoningItem(this.#place('rs_'), this.#events, {
        showsSummary: call.responses?.showsSummary ?? false,
        showsSignedText: call.responses?.signsReasoning ?? false,
        sign: (text) => this.#sign(text, index),
      });
    if (head.type === 'compaction')
      return new CompactionItem(this.#place(COMPACTION_ID_PREFIX), this.#signSummary);
    if (head.type === 'text' && this.#refuses) return this.#newRefusal();
    if (head.type !== 'tool_call')
      return new MessageItem(this.#place('msg_'), this.#events, call.builtinTools !== undefined);
    const { name = head.name, namespace, isCustom } = this.#tools.get(head.name) ?? {};
    const callHead = { callId: head.id, name, ...(namespace === undefined ? {} : { namespace }) };
    return isCustom
      ? new CustomCallItem(callHead, this.#place('ctc_'), this.#events)
      : new FunctionCallItem(callHead, this.#place('fc_'), this.#events);
  }

  #newRefusal(): RefusalItem {
    return new RefusalItem(this.#place('msg_'), this.#events);
  }

  #place(prefix: string): ItemPlace {
    return { item_id: newId(prefix, this.#exchange.receivedAtMs), output_index: this.#done.length };
  }
}
