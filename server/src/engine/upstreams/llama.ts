import type { LlamaContextSequence } from 'node-llama-cpp';
import { describeError, type Clock, type Log } from '#kit';
import type { EmbedRequest, RawEmbeddings } from '../embedding/embedding.ts';
import { EngineFault, type Engine, type FormatSupport } from '../events.ts';
import type { ResponseFormat } from '../turns.ts';
import { formatGrammar } from './llama/format-grammar.ts';
import { generate } from './llama/generate.ts';
import { LlamaEmbedder } from './llama/llama-embedder.ts';
import { LlamaRun } from './llama/llama-run.ts';
import { loadModel, type LoadedModel, type ModelOptions } from './llama/load-model.ts';
import { LocalModelError } from './llama/local-model-error.ts';

export interface LlamaEngineOptions extends ModelOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** Requests that may wait for a sequence. Further ones are refused as busy. */
const QUEUE_LIMIT = 64;

class LlamaEngine implements Engine {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #loading: Promise<LoadedModel | undefined>;
  readonly #queue: LlamaRun[] = [];
  readonly #active = new Map<LlamaRun, Promise<void>>();
  #free: LlamaContextSequence[] = [];
  #embedder: LlamaEmbedder | undefined;
  #canChat = true;
  #state: 'loading' | 'ready' | 'unusable' | 'closed' = 'loading';

  constructor(options: LlamaEngineOptions) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#loading = loadModel(options).then(
      (loaded) => this.#ready(loaded),
      (error: unknown) => this.#unusable(error, options.modelPath),
    );
  }

  start(
    request: LlamaRun['request'],
    _model: string,
    sink: ConstructorParameters<typeof LlamaRun>[1],
  ): LlamaRun {
    const run = new LlamaRun(request, sink, this.#clock, (aborted) => this.#leaveQueue(aborted));
    const refusal = this.#refusal();
    // Never within `start`: the caller does not have the run yet.
    if (refusal) setImmediate(() => run.fail(refusal));
    else {
      this.#queue.push(run);
      setImmediate(() => this.#serve());
    }
    return run;
  }

  formatSupport(format: ResponseFormat): FormatSupport {
    return { instructed: false, kept: formatGrammar(format)?.exact ?? false };
  }

  async embed({ inputs }: EmbedRequest, _model: string, signal: AbortSignal): Promise<RawEmbeddings> {
    await this.#loading;
    if (this.#state !== 'ready' || !this.#embedder) throw new EngineFault('unreachable');
    return this.#embedder.embed(inputs, signal);
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    for (const run of [...this.#queue.splice(0), ...this.#active.keys()]) run.fail(new EngineFault('broken'));
    const loaded = await this.#loading;
    await Promise.all([...this.#active.values(), this.#embedder?.close()]);
    await loaded?.llama.dispose();
  }

  #refusal(): EngineFault | undefined {
    if (this.#state === 'unusable' || this.#state === 'closed') return new EngineFault('unreachable');
    return this.#queue.length >= QUEUE_LIMIT ? new EngineFault('busy') : undefined;
  }

  #ready(loaded: LoadedModel): LoadedModel {
    if (this.#state === 'closed') return loaded;
    this.#state = 'ready';
    this.#free = [...loaded.sequences];
    this.#canChat = loaded.sequences.length > 0;
    this.#embedder = new LlamaEmbedder(loaded);
    this.#serve();
    return loaded;
  }

  #unusable(error: unknown, file: string): undefined {
    if (this.#state === 'closed') return;
    this.#state = 'unusable';
    const reason = error instanceof LocalModelError ? { reason: error.message } : {};
    this.#log.error({ file, ...reason, error: describeError(error) }, 'local model failed to load');
    for (const run of this.#queue.splice(0)) run.fail(new EngineFault('unreachable'));
  }

  #leaveQueue(run: LlamaRun): void {
    const index = this.#queue.indexOf(run);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  /** Assigns free sequences to waiting runs, first come first served. */
  #serve(): void {
    while (this.#state === 'ready' && this.#queue.length > 0) {
      if (!this.#canChat) {
        // An embedding model's file is configured for chat: nothing a caller could change.
        this.#queue.shift()!.fail(new EngineFault('status', { status: 404 }));
        continue;
      }
      const sequence = this.#free.pop();
      if (!sequence) return;
      const run = this.#queue.shift()!;
      this.#active.set(run, this.#generate(run, sequence));
    }
  }

  async #generate(run: LlamaRun, sequence: LlamaContextSequence): Promise<void> {
    const loaded = await this.#loading;
    try {
      if (loaded) await generate(run, loaded, sequence);
    } catch (error) {
      this.#log.error({ error: describeError(error) }, 'local model run failed');
      run.fail(new EngineFault('broken'));
    } finally {
      this.#active.delete(run);
      this.#free.push(sequence);
      this.#serve();
    }
  }
}

/**
 * Runs a GGUF file in this process, through the optional package node-llama-cpp (docs/local-models.md).
 * Loading starts immediately in the background; requests wait for it. Faults: `unreachable` when it could not
 * be loaded (the log has the reason), `busy` when 64 requests wait, `status` 400 for prompts that do not fit
 * the context, `broken` when generation fails or the engine closes. The model's name is ignored: a file is
 * one model.
 */
export function createLlamaEngine(options: LlamaEngineOptions): Engine {
  return new LlamaEngine(options);
}
