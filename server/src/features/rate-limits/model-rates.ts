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
  type MeasureCounts,
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

/** Which calls of an organization are counted together. */
export interface WindowName {
  /** Of whose calls; empty: of the whole organization's. */
  readonly workspaceId: string;
  /** Of which model; undefined: of embeddings, by whichever model. */
  readonly model: string | undefined;
}

/** One limit a call must keep. */
interface Bound extends WindowName {
  readonly scope: 'workspace' | 'organization';
  readonly organizationId: string;
  readonly limits: MinuteLimits;
}

const NOTHING: MeasureCounts = { requests: 0, inputTokens: 0, outputTokens: 0 };

/**
 * The minutes of one organization. A map for each part of the key: joined into one, every call would make strings of
 * them and hash those.
 */
type Windows = Map<string, Map<string | undefined, MinuteWindow>>;

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
  readonly #windows = new Map<string, Windows>();
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
    const ofAll: Bound = {
      scope: 'organization',
      organizationId,
      workspaceId: '',
      model,
      limits: this.#tiers.get(tier)!,
    };
    if (workspaceId === null || !override) return this.#takeFrom([ofAll], 0, call.inputTokens);
    const ofWorkspace: Bound = { scope: 'workspace', organizationId, workspaceId, model, limits: override };
    return this.#takeFrom([ofWorkspace, ofAll], 0, call.inputTokens);
  }

  /** Counts tokens to be embedded, on the same terms: a minute of their own for each organization, requests not limited (D-63). */
  takeEmbeddings({ organizationId, tier, inputTokens }: EmbeddingsTokens): RateTicket | Promise<RateTicket> {
    const limits = this.#embeddingTiers.get(tier)!;
    const bound: Bound = { scope: 'organization', organizationId, workspaceId: '', model: undefined, limits };
    return this.#takeFrom([bound], 0, inputTokens);
  }

  /** What this process counted within the minute. */
  readOwn(organizationId: string, name: WindowName): MeasureCounts {
    return this.#find(organizationId, name)?.readOwn() ?? NOTHING;
  }

  /** What the counters of all nodes do not tell of this node's use, as `SharedWindow` says. */
  readUntold(organizationId: string, name: WindowName): MeasureCounts {
    const window = this.#find(organizationId, name);
    return window instanceof SharedWindow ? window.readUntold() : NOTHING;
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

  #window(bound: Bound): MinuteWindow {
    const { organizationId, workspaceId, model } = bound;
    const known = this.#find(organizationId, bound);
    if (known) return known;
    let windows = this.#windows.get(organizationId);
    if (!windows) this.#windows.set(organizationId, (windows = new Map()));
    let ofWorkspace = windows.get(workspaceId);
    if (!ofWorkspace) windows.set(workspaceId, (ofWorkspace = new Map()));
    const window = this.#open(bound);
    ofWorkspace.set(model, window);
    return window;
  }

  #find(organizationId: string, { workspaceId, model }: WindowName): MinuteWindow | undefined {
    return this.#windows.get(organizationId)?.get(workspaceId)?.get(model);
  }

  #open({ organizationId, limits, ...name }: Bound): MinuteWindow {
    const counters = this.#counters;
    if (!counters) return new LocalWindow(this.#clock);
    const counter = counterOf(name);
    return new SharedWindow(
      (draw) => counters.drawWindow({ organizationId, counter, ...draw }),
      limits,
      this.#clock,
    );
  }

  #sweep(): void {
    for (const [organizationId, windows] of this.#windows) {
      for (const [workspaceId, ofWorkspace] of windows) {
        for (const [model, window] of ofWorkspace) if (window.sweep()) ofWorkspace.delete(model);
        if (ofWorkspace.size === 0) windows.delete(workspaceId);
      }
      if (windows.size === 0) this.#windows.delete(organizationId);
    }
  }
}

/** The key of a window among the counters of all nodes. No model's is without a slash. */
export function counterOf({ workspaceId, model }: WindowName): string {
  return model === undefined ? 'embeddings' : `${workspaceId}/${model}`;
}

function refusal({ scope, model, limits }: Bound, { measure, waitMs }: FullMeasure): Error {
  const of = model === undefined ? ' for embeddings' : ` for the model "${model}"`;
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
