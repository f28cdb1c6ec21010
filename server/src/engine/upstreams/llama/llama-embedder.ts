import type { LlamaEmbeddingContext } from 'node-llama-cpp';
import type { RawEmbeddings } from '../../embedding/embedding.ts';
import { EngineFault } from '../../events.ts';
import type { LoadedModel } from './load-model.ts';

/** Requests being embedded or waiting. Further ones are refused as busy. */
const REQUESTS_LIMIT = 64;

/**
 * Computes vectors with a loaded model. It processes one text at a time; concurrent requests take turns text
 * by text, so that a long list does not delay a single question.
 */
export class LlamaEmbedder {
  readonly #loaded: LoadedModel;
  readonly #running = new Set<Promise<RawEmbeddings>>();
  #context: Promise<LlamaEmbeddingContext> | undefined;
  #closed = false;

  constructor(loaded: LoadedModel) {
    this.#loaded = loaded;
  }

  /** Faults: `busy`, and status 400 for a text that does not fit the context. Rejects on any other error. */
  async embed(inputs: readonly string[], signal: AbortSignal): Promise<RawEmbeddings> {
    if (this.#running.size >= REQUESTS_LIMIT) throw new EngineFault('busy');
    const run = this.#embedAll(inputs, signal);
    this.#running.add(run);
    try {
      return await run;
    } finally {
      this.#running.delete(run);
    }
  }

  /** Resolves when the model is no longer in use. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }

  async #embedAll(inputs: readonly string[], signal: AbortSignal): Promise<RawEmbeddings> {
    const { model, contextTokens } = this.#loaded;
    // Created on first use, so that a chat model does not pay for it. The whole text is one batch, because
    // embedding models read in both directions.
    const context = await (this.#context ??= model.createEmbeddingContext({
      contextSize: contextTokens,
      batchSize: contextTokens,
    }));
    const vectors: Float32Array[] = [];
    let inputTokens = 0;
    for (const input of inputs) {
      if (signal.aborted || this.#closed) throw new EngineFault('broken');
      // Tokenized here, so that a caller's text never becomes a control token.
      const tokens = model.tokenize(input, false);
      const length = context.calculateInputLength(tokens);
      if (length >= contextTokens) throw new EngineFault('status', { status: 400 });
      const { vector } = await context.getEmbeddingFor(tokens);
      vectors.push(Float32Array.from(vector));
      inputTokens += length;
    }
    return { vectors, inputTokens };
  }
}
