import { createClock } from '#kit';
import type { EngineConfig, RouteConfig, SandboxEngineConfig } from '#config';
import type { CapacityLease } from '../capacity/capacity-lease.ts';
import type { EngineRun } from '../events.ts';
import { Generation } from '../generation/generation.ts';
import type { GenerationOptions } from '../generation/generation-options.ts';
import type { GenerationConfig, ServedModel } from '../served-model.ts';
import type { GenerateRequest } from '../turns.ts';
import type { FakeEngine } from './fake-engine.ts';
import { RecordingSink } from './recording-sink.ts';
import { requestOf } from './requests.ts';
import { silentLog } from './silent-log.ts';

export interface FakeLimits {
  readonly maxConcurrency?: number;
  readonly firstOutputS?: number;
  readonly silenceS?: number;
  readonly totalS?: number;
}

export function engineConfig({
  maxConcurrency = 4,
  firstOutputS = 60,
  silenceS = 120,
  totalS = 600,
}: FakeLimits = {}): SandboxEngineConfig {
  return {
    type: 'sandbox',
    prompt_cache: { min_tokens: 1024, step_tokens: 128, idle_s: 600 },
    max_concurrency: maxConcurrency,
    timeouts: { first_output_s: firstOutputS, silence_s: silenceS, total_s: totalS },
  };
}

export function route(engine: string, priority = 1, weight = 1): RouteConfig {
  return { engine, model: `${engine}-model`, priority, weight };
}

/** Admits on a single node, where the result is always synchronous. */
export function admitSync(generation: Generation, model: ServedModel, organizationId: string): CapacityLease {
  const lease = generation.admit(model, organizationId);
  if (lease instanceof Promise) throw new Error('a node that decides alone answered with a promise');
  return lease;
}

/** Fake engines by name behind a real `Generation`, with one model `m` that has the given routes. */
export class GenerationBench implements AsyncDisposable {
  readonly engines: Record<string, FakeEngine>;
  readonly model: ServedModel;
  readonly generation: Generation;
  readonly config: GenerationConfig;

  constructor(
    engines: Record<string, FakeEngine>,
    routes: readonly RouteConfig[],
    limits: FakeLimits = {},
    options: Partial<GenerationOptions> = {},
  ) {
    this.engines = engines;
    this.model = { id: 'm', routes };
    this.config = {
      engines: Object.fromEntries(Object.keys(engines).map((name) => [name, engineConfig(limits)])),
      models: [this.model],
    };
    const createEngine = (_config: EngineConfig, name: string): FakeEngine => this.engines[name]!;
    this.generation = new Generation({
      config: this.config,
      clock: createClock(),
      log: silentLog,
      createEngine,
      ...options,
    });
  }

  /** Admits and runs one request. */
  run(
    request: Partial<GenerateRequest> = {},
    sink = new RecordingSink(),
    organization = 'org',
  ): { run: EngineRun; sink: RecordingSink } {
    const lease = admitSync(this.generation, this.model, organization);
    return { run: this.generation.run(lease, requestOf(request), sink), sink };
  }

  async complete(request: Partial<GenerateRequest> = {}): Promise<RecordingSink> {
    const { sink } = this.run(request);
    await sink.done;
    return sink;
  }

  /** Slots in use across all engines. */
  get inFlight(): number {
    return this.generation.stats().reduce((sum, { inFlight }) => sum + inFlight, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.generation.close();
  }
}
