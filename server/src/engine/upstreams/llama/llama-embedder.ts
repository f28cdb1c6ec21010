import type { LlamaEmbeddingContext } from 'node-llama-cpp';
import type { RawEmbeddings } from '../../embedding/embedding.ts';
import { EngineFault } from '../../events.ts';
import type { LoadedModel } from './load-model.ts';

/** Requests that are embedded or wait for it. More are refused as busy. */
const REQUESTS_LIMIT = 64;

/**
 * Vectors from a loaded model. It reads one text at a time; requests that run together take turns text by text, so a long
 * list does not keep a single question waiting.
 */
export class LlamaEmbedder {
  readonly #loaded: LoadedModel;
  readonly #running = new Set<Promise<RawEmbeddings>>();
  #context: Promise<LlamaEmbeddingContext> | undefined;
  #closed = false;

  constructor(loaded: LoadedModel) {
    this.#loaded = loaded;
  }

  /** Faults: `busy`, and status 400 for a text that does not fit the context. Rejects with anything else that goes wrong. */
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
    // Made when first needed: a model that only talks does not pay for it. The whole text is one batch, because models
    // made for embeddings read in both directions.
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
