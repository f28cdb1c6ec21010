import { describeError, type Log } from '#kit';
import type { Embedder, EmbedRequest } from './embedding.ts';
import { EngineFault, type EngineRun, type EngineSink } from '../events.ts';
import { toUnitVectors } from './unit-vectors.ts';

/**
 * One embeddings request at one engine, as an ordinary run: failover, limits and metering treat it the same.
 */
export class EmbeddingRun implements EngineRun {
  readonly #cancel = new AbortController();
  readonly #log: Log;
  readonly #sink: EngineSink;

  constructor(log: Log, sink: EngineSink) {
    this.#log = log;
    this.#sink = sink;
  }

  /** Never rejects: the sink gets the outcome, but not before this has returned. */
  async start(engine: Partial<Embedder>, request: EmbedRequest, model: string): Promise<void> {
    const { signal } = this.#cancel;
    try {
      if (!engine.embed) throw new Error('this type of engine has no embeddings');
      const raw = await engine.embed(request, model, signal);
      const vectors = await toUnitVectors(raw, request);
      if (signal.aborted) return;
      if (typeof vectors === 'string') {
        this.#log.warn({ fault: vectors, width: raw.vectors[0]?.length }, 'engine returned invalid vectors');
        return this.#sink.fail(new EngineFault('broken'));
      }
      this.#sink.event({ type: 'embeddings', vectors });
      if (raw.inputTokens !== undefined) this.#sink.event(usageEvent(raw.inputTokens));
      this.#sink.end();
    } catch (error) {
      if (!signal.aborted) this.#sink.fail(this.#toFault(error));
    }
  }

  resume(): void {}

  abort(): void {
    this.#cancel.abort();
  }

  #toFault(error: unknown): EngineFault {
    if (error instanceof EngineFault) return error;
    this.#log.error({ error: describeError(error) }, 'embedding run failed');
    return new EngineFault('broken');
  }
}

function usageEvent(inputTokens: number) {
  return {
    type: 'usage',
    usage: { inputTokens, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 },
  } as const;
}
