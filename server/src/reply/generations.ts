import {
  countPromptTokensInBackground,
  countTokensInBackground,
  promptBytes,
  type CapacityLease,
  type Conversation,
  type EngineRun,
  type Generation,
} from '#engine';
import type { ChosenModel, PolicyCheck, ReplySink } from '#exchange';
import { GenerationSink, type Generated, type GenerationListener } from './generation-sink.ts';

export interface GenerationsParts {
  readonly generation: Pick<Generation, 'admit' | 'admitInBackground' | 'enginesKeepingNothing' | 'run'>;
  readonly model: ChosenModel;
  readonly organizationId: string;
  readonly tenant: string;
  /** The slot the request was admitted with; later generations are admitted again. */
  readonly lease: CapacityLease;
  readonly stream: boolean;
  /** Output of all of them together. */
  readonly maxOutputTokens: number;
  /** Asked before each generation. */
  readonly policy?: PolicyCheck | undefined;
  /** Called with each prompt before it goes to an engine: what is not counted there is estimated on it. */
  readonly sink: Pick<ReplySink, 'next' | 'flush'>;
}

/** Why nothing was generated: the prompt fills the model's window, or the reply has all the tokens it may have. */
export type NoGeneration = 'no_room' | 'no_tokens';

/** The generations of one reply, one after the other, within one allowance of output tokens. */
export class Generations {
  readonly #parts: GenerationsParts;
  #lease: CapacityLease | undefined;
  #run: EngineRun | undefined;
  #remainingTokens: number;
  #shownCalls = 0;
  #over = false;

  constructor(parts: GenerationsParts) {
    this.#parts = parts;
    this.#lease = parts.lease;
    this.#remainingTokens = parts.maxOutputTokens;
  }

  /** Resolves when the engine is done, however it ended; after `abort` only where its output was being counted. Rejects as `Generation.admit` does. */
  async generate(
    conversation: Conversation,
    sink: GenerationListener,
    isOwn: (name: string) => boolean = () => false,
  ): Promise<Generated | NoGeneration> {
    if (this.#remainingTokens < 1) return 'no_tokens';
    const room = await this.#room(conversation, this.#remainingTokens);
    if (room < 1) return 'no_room';
    const generated = await this.#generate(conversation, room, sink, isOwn);
    this.#remainingTokens -= await outputTokens(generated, this.#parts.organizationId);
    return generated;
  }

  /** One whose output does not count against the reply's, such as a summary. */
  async generateAside(
    conversation: Conversation,
    maxOutputTokens: number,
    sink: GenerationListener,
  ): Promise<Generated | NoGeneration> {
    const room = await this.#room(conversation, maxOutputTokens);
    return room < 1 ? 'no_room' : this.#generate(conversation, room, sink, () => false);
  }

  /** Gives up the slot of the request until there is something to generate: what is waited for is not ours to hurry. */
  release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }

  resume(): void {
    this.#run?.resume();
  }

  /** Idempotent. Also gives up the slot of a reply that never came to its first generation. */
  abort(): void {
    this.#over = true;
    this.#run?.abort();
    this.release();
  }

  async #generate(
    conversation: Conversation,
    maxOutputTokens: number,
    sink: GenerationListener,
    isOwn: (name: string) => boolean,
  ): Promise<Generated> {
    const { generation, policy, stream, tenant, sink: reply, lease: first } = this.#parts;
    // The end of the one before was not flushed, and this one may take a while to its first word.
    if (!this.#over) reply.flush();
    if (policy) await policy.generation(conversation);
    const lease = await this.#slot();
    const { promise, resolve } = Promise.withResolvers<Generated>();
    if (this.#over) {
      lease.release();
      return promise;
    }
    reply.next(conversation, maxOutputTokens, lease);
    const receiver = new GenerationSink(sink, isOwn, this.#shownCalls, resolve);
    this.#run = generation.run(
      lease,
      { ...conversation, maxOutputTokens, stream, tenant, conversationKey: first.conversation },
      receiver,
    );
    const generated = await promise;
    this.#shownCalls += receiver.shownCalls;
    return generated;
  }

  async #slot(): Promise<CapacityLease> {
    const held = this.#lease;
    this.#lease = undefined;
    const { generation, model, organizationId, lease } = this.#parts;
    if (held) return held;
    const { background, conversation } = lease;
    // What was true at the first may have changed since. A reply for which nothing was looked up goes on so.
    const only = lease.only && (await generation.enginesKeepingNothing(model.config.id));
    const options = { again: true, conversation, only };
    const next =
      background && generation.admitInBackground(model.config, organizationId, background, options);
    return next ?? generation.admit(model.config, organizationId, lease.trace, options);
  }

  /** Tokens the window leaves for output, at most `most`. The tokenizer runs only where bytes alone do not decide. */
  async #room(conversation: Conversation, most: number): Promise<number> {
    const { model, organizationId } = this.#parts;
    const { contextWindow } = model;
    if (promptBytes(conversation) + most <= contextWindow) return most;
    const promptTokens = await countPromptTokensInBackground(
      { ...conversation, maxOutputTokens: most, stream: false },
      organizationId,
    );
    return Math.min(most, contextWindow - promptTokens);
  }
}

async function outputTokens({ usage, blocks }: Generated, party: string): Promise<number> {
  if (usage) return usage.outputTokens;
  const texts = blocks.map((block) =>
    block.type === 'tool_call' ? block.name + block.arguments : 'text' in block ? block.text : '',
  );
  return countTokensInBackground(texts.join(''), party);
}
