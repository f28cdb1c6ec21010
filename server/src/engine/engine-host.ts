import { performance } from 'node:perf_hooks';
import { describeError, type Log } from '#kit';
import type { EngineConfig } from '#config';
import { Breaker } from './breaker.ts';
import type { EngineKey, KeyedEngine } from './engine-keys.ts';
import { KeyHealth } from './key-health.ts';
import type { BackgroundRun, EngineSlots } from './capacity/capacity.ts';
import type { Engine, EngineFaultKind } from './events.ts';

const IMPLAUSIBLE_LOG_INTERVAL_MS = 60_000;

/** One engine's timeouts in milliseconds (D-14). */
interface EngineTimeoutsMs {
  readonly firstOutputMs: number;
  readonly silenceMs: number;
  readonly totalMs: number;
}

/**
 * A running engine, or one of its keys, with its slots, breakers and statistics. After a change of configuration retires it, it
 * closes with its last run.
 */
export class EngineHost {
  readonly name: string;
  readonly type: EngineConfig['type'];
  /** The one of its keys that calls here are sent with. Undefined: it has no list of keys. */
  readonly key: EngineKey | undefined;
  readonly keyHealth = new KeyHealth();
  /** Where its server is; undefined for an engine inside this process. */
  readonly server: { readonly address: string; readonly port: number } | undefined;
  readonly engine: Engine;
  readonly slots: EngineSlots;
  readonly timeouts: EngineTimeoutsMs;
  readonly faults: Record<EngineFaultKind, number> = {
    unreachable: 0,
    timeout: 0,
    status: 0,
    broken: 0,
    busy: 0,
  };
  #implausibleCounts = 0;
  #implausibleAtMs = -Infinity;
  readonly #breakers = new Map<string, Breaker>();
  #outModels: ReadonlySet<string> = new Set();
  readonly #log: Log;
  #retired = false;
  readonly #closed = Promise.withResolvers<void>();
  #closing = false;

  constructor({ name, key, config }: KeyedEngine, engine: Engine, slots: EngineSlots, log: Log) {
    this.name = name;
    this.type = config.type;
    this.key = key;
    this.server = 'base_url' in config ? serverOf(config.base_url) : undefined;
    this.engine = engine;
    this.slots = slots;
    this.#log = log;
    const { first_output_s, silence_s, total_s } = config.timeouts;
    this.timeouts = {
      firstOutputMs: first_output_s * 1000,
      silenceMs: silence_s * 1000,
      totalMs: total_s * 1000,
    };
  }

  /** One breaker per route, shared by all public models that use it. */
  breaker(model: string): Breaker {
    let breaker = this.#breakers.get(model);
    if (!breaker) this.#breakers.set(model, (breaker = new Breaker(this.key && this.keyHealth)));
    return breaker;
  }

  /** Drops the breakers of routes that a reload removed. Runs that still use such a route hold its breaker themselves. */
  keepBreakers(breakers: ReadonlySet<Breaker>): void {
    for (const [model, breaker] of this.#breakers) if (!breakers.has(breaker)) this.#breakers.delete(model);
  }

  /**
   * Its count of a reply cannot be, and was replaced by an estimate. Logged once a minute: a broken counter
   * is broken for every call.
   */
  countedImplausibly(modelId: string): void {
    this.#implausibleCounts++;
    const nowMs = performance.now();
    if (nowMs - this.#implausibleAtMs < IMPLAUSIBLE_LOG_INTERVAL_MS) return;
    this.#implausibleAtMs = nowMs;
    this.#log.warn(
      { engine: this.name, model: modelId, replies: this.#implausibleCounts },
      'engine counts tokens that a reply cannot have; the service estimates them',
    );
  }

  /** Public ids of the models that get nothing from it, since an operator took these routes out of service. */
  setOut(modelIds: ReadonlySet<string>): void {
    this.#outModels = modelIds;
  }

  isOut(modelId: string): boolean {
    return this.#outModels.has(modelId);
  }

  /** The configuration was read again, and is the same. */
  reloaded(): void {
    this.keyHealth.reset();
    this.engine.reloaded?.();
  }

  release(organizationId: string, background?: BackgroundRun): void {
    if (background) this.slots.releaseBackground(background);
    else this.slots.release(organizationId);
    if (this.#retired && this.#isIdle) void this.close();
  }

  /** Accepts no new requests. Running ones continue; resolves when the engine has closed after the last. */
  retire(): Promise<void> {
    this.#retired = true;
    if (this.#isIdle) void this.close();
    return this.#closed.promise;
  }

  /** Nothing may be sent to it any more. */
  get isClosing(): boolean {
    return this.#closing;
  }

  get #isIdle(): boolean {
    return this.slots.inUse + this.slots.background === 0;
  }

  /** Never rejects: an engine that fails to close cleanly is only logged. */
  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = true;
      const engine = this.engine
        .close()
        .catch((error: unknown) =>
          this.#log.warn({ error: describeError(error) }, 'closing the engine failed'),
        );
      void Promise.all([engine, this.slots.close()]).then(() => this.#closed.resolve());
    }
    return this.#closed.promise;
  }

  /** The breakers of its routes, by the engine's name for the model. */
  get breakers(): ReadonlyMap<string, Breaker> {
    return this.#breakers;
  }

  get implausibleCounts(): number {
    return this.#implausibleCounts;
  }
}

function serverOf(baseUrl: string): EngineHost['server'] {
  const { protocol, hostname, port } = new URL(baseUrl);
  return { address: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}
