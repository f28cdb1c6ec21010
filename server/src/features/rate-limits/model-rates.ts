import type { SharedCounters } from '#cluster';
import type { DeploymentConfig } from '#config';
import type { TokenUsage } from '#engine';
import type { RateTicket } from '#exchange';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { LocalWindow } from './local-window.ts';
import {
  NO_LIMIT,
  type FullMeasure,
  type Measure,
  type MinuteLimits,
  type MinuteWindow,
} from './minute-window.ts';
import { rateLimited } from './rate-limited.ts';
import { SharedWindow } from './shared-window.ts';

const SWEEP_MS = 1000;

export type RateTiers = DeploymentConfig['rate_tiers'];
type RateTier = RateTiers[keyof RateTiers];

export interface ModelCall {
  readonly organizationId: string;
  readonly workspaceId: string | null;
  /** Public id. */
  readonly model: string;
  readonly tier: keyof RateTiers;
  /** The workspace's own limits of the model, where it set any. */
  readonly override: MinuteLimits | undefined;
  /** The prompt, estimated: it is corrected when the call is over (D-RATE-4). */
  readonly inputTokens: number;
}

/** Tokens to be embedded, by whichever model of the organization. */
export type EmbeddingsTokens = Pick<ModelCall, 'organizationId' | 'tier' | 'inputTokens'>;

/** One limit a call must keep. */
interface Bound {
  readonly scope: 'workspace' | 'organization';
  /** What the limit is of, as a refusal says it. */
  readonly of: string;
  readonly organizationId: string;
  /** Whose minute it is, within the organization. */
  readonly counter: string;
  readonly limits: MinuteLimits;
}

const NAMES: Readonly<Record<Measure, string>> = {
  requests: 'requests',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
};

const FOREIGN_NAMES = {
  requests: 'requests',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
} as const satisfies Record<Measure, string>;

/** Requests and tokens a minute of each model: of an organization by its tier, of a workspace by what it set (LIMIT-15). */
export class ModelRates {
  readonly #clock: Clock;
  readonly #counters: SharedCounters | undefined;
  readonly #windows = new Map<string, MinuteWindow>();
  /** Forgets callers of whom nothing counts any more. */
  readonly job: PeriodicJob = { name: 'limits.model_rates', everyMs: SWEEP_MS, run: () => this.#sweep() };
  #tiers: ReadonlyMap<string, MinuteLimits>;
  #embeddingTiers: ReadonlyMap<string, MinuteLimits>;

  /** With `counters` the limits hold over all nodes together, without them on this process. */
  constructor(clock: Clock, counters: SharedCounters | undefined, tiers: RateTiers) {
    this.#clock = clock;
    this.#counters = counters;
    this.#tiers = toLimits(tiers, modelLimits);
    this.#embeddingTiers = toLimits(tiers, embeddingLimits);
  }

  setTiers(tiers: RateTiers): void {
    this.#tiers = toLimits(tiers, modelLimits);
    this.#embeddingTiers = toLimits(tiers, embeddingLimits);
  }

  /**
   * Counts one call, or refuses it with 429 `rate_limited` naming the limit that was hit, the workspace's before the
   * organization's. Synchronous while the other nodes need not be asked.
   */
  take(call: ModelCall): RateTicket | Promise<RateTicket> {
    const { organizationId, workspaceId, model, tier, override } = call;
    const shared = { organizationId, of: ` for the model "${model}"` };
    const bounds: Bound[] = [];
    if (workspaceId !== null && override) {
      bounds.push({ ...shared, scope: 'workspace', counter: `${workspaceId}/${model}`, limits: override });
    }
    bounds.push({ ...shared, scope: 'organization', counter: `/${model}`, limits: this.#tiers.get(tier)! });
    return this.#takeFrom(bounds, 0, call.inputTokens);
  }

  /** Counts tokens to be embedded, on the same terms: a minute of their own for each organization, requests not limited (D-63). */
  takeEmbeddings({ organizationId, tier, inputTokens }: EmbeddingsTokens): RateTicket | Promise<RateTicket> {
    const limits = this.#embeddingTiers.get(tier)!;
    // No model's counter is without a slash.
    const bound: Bound = {
      scope: 'organization',
      of: ' for embeddings',
      organizationId,
      counter: 'embeddings',
      limits,
    };
    return this.#takeFrom([bound], 0, inputTokens);
  }

  #takeFrom(
    bounds: readonly Bound[],
    position: number,
    inputTokens: number,
  ): RateTicket | Promise<RateTicket> {
    const bound = bounds[position];
    if (!bound) return { settle: (usage) => this.#settle(bounds, inputTokens, usage) };
    const goOnOrRefuse = (full: FullMeasure | undefined): RateTicket | Promise<RateTicket> => {
      if (!full) return this.#takeFrom(bounds, position + 1, inputTokens);
      for (const earlier of bounds.slice(0, position)) this.#window(earlier).giveBack(inputTokens);
      throw refusal(bound, full);
    };
    const full = this.#window(bound).take(inputTokens, bound.limits);
    return full instanceof Promise ? full.then(goOnOrRefuse) : goOnOrRefuse(full);
  }

  /** Corrects what a call was counted as by what it took. The window is looked for again: a long call may have outlived it. */
  #settle(bounds: readonly Bound[], inputTokens: number, usage: TokenUsage): void {
    for (const bound of bounds)
      this.#window(bound).record(usage.inputTokens - inputTokens, usage.outputTokens);
  }

  #window({ organizationId, counter, limits }: Bound): MinuteWindow {
    const key = `${organizationId}/${counter}`;
    let window = this.#windows.get(key);
    if (!window) {
      const counters = this.#counters;
      window = counters
        ? new SharedWindow(
            (draw) => counters.drawWindow({ organizationId, counter, ...draw }),
            limits,
            this.#clock,
          )
        : new LocalWindow(this.#clock);
      this.#windows.set(key, window);
    }
    return window;
  }

  #sweep(): void {
    for (const [key, window] of this.#windows) if (window.sweep()) this.#windows.delete(key);
  }
}

function refusal({ scope, of, limits }: Bound, { measure, waitMs }: FullMeasure): Error {
  const limit = limits[measure];
  const message = `The ${scope}'s limit of ${limit} ${NAMES[measure]} per minute${of} is reached. Wait the seconds given in Retry-After and send the request again.`;
  return rateLimited(limit, waitMs, scope, { message, measure: FOREIGN_NAMES[measure] });
}

function toLimits(
  tiers: RateTiers,
  limitsOf: (tier: RateTier) => MinuteLimits,
): ReadonlyMap<string, MinuteLimits> {
  return new Map(Object.entries(tiers).map(([name, tier]) => [name, limitsOf(tier)]));
}

function modelLimits(tier: RateTier): MinuteLimits {
  return {
    requests: tier.requests_per_minute,
    inputTokens: tier.input_tokens_per_minute,
    outputTokens: tier.output_tokens_per_minute,
  };
}

function embeddingLimits(tier: RateTier): MinuteLimits {
  return { requests: NO_LIMIT, inputTokens: tier.embeddings_tokens_per_minute, outputTokens: NO_LIMIT };
}
