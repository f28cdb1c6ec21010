import type { SharedCounters } from '#cluster';
import type { DeploymentConfig } from '#config';
import type { TokenUsage } from '#engine';
import { NO_LIMIT, type Measure, type MinuteLimits, type RateTicket } from '#exchange';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import { LocalWindow } from './local-window.ts';
import {
  isFull,
  type CountedCall,
  type FullMeasure,
  type MeasureCounts,
  type MinuteWindow,
  type TakeOutcome,
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
  /** What an operator set for the organization in place of the limits of its tier. */
  readonly own?: Partial<MinuteLimits> | undefined;
  /** The workspace's own limits of the model, where it set any. */
  readonly override: MinuteLimits | undefined;
  /** The key's own limits of tokens, where it has any. */
  readonly key: LimitedKey | undefined;
  /** The prompt, estimated: it is corrected when the call is over (D-RATE-4). */
  readonly inputTokens: number;
}

interface LimitedKey {
  readonly id: string;
  readonly name: string;
  readonly limits: MinuteLimits;
}

/** Tokens to be embedded, by whichever model of the organization. */
export type EmbeddingsTokens = Pick<ModelCall, 'organizationId' | 'tier' | 'key' | 'inputTokens'>;

/** Which calls of an organization are counted together. */
export interface WindowName {
  /** Workspace id; empty for the whole organization. */
  readonly workspaceId: string;
  /** Model; undefined for embeddings of any model. */
  readonly model: string | undefined;
  /** Set for a key's own limit; workspaceId and model are then ignored. */
  readonly keyId?: string;
}

/** One limit a call must keep. */
interface Bound extends WindowName {
  readonly scope: 'api_key' | 'workspace' | 'organization';
  readonly organizationId: string;
  /** The key's, for the refusal. */
  readonly keyName?: string;
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

const VENDOR_NAMES = {
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
   * Counts one call, or refuses it with 429 `rate_limited` naming the limit that was hit, the key's before the workspace's
   * and that before the organization's. Synchronous while the other nodes need not be asked.
   */
  take(call: ModelCall): RateTicket | Promise<RateTicket> {
    const { organizationId, workspaceId, model, tier, own, override, key, inputTokens } = call;
    const ofTier = this.#tiers.get(tier)!;
    const limits = own ? { ...ofTier, ...own } : ofTier;
    const bounds: Bound[] = [{ scope: 'organization', organizationId, workspaceId: '', model, limits }];
    if (workspaceId !== null && override)
      bounds.unshift({ scope: 'workspace', organizationId, workspaceId, model, limits: override });
    if (key) bounds.unshift(boundOf(organizationId, key));
    return this.#takeFrom(bounds, [], inputTokens);
  }

  /** Counts tokens to be embedded, on the same terms: a minute of their own for each organization, requests not limited (D-63). */
  takeEmbeddings({
    organizationId,
    tier,
    key,
    inputTokens,
  }: EmbeddingsTokens): RateTicket | Promise<RateTicket> {
    const limits = this.#embeddingTiers.get(tier)!;
    const ofAll: Bound = { scope: 'organization', organizationId, workspaceId: '', model: undefined, limits };
    return this.#takeFrom(key ? [boundOf(organizationId, key), ofAll] : [ofAll], [], inputTokens);
  }

  /** What this process counted within the minute. */
  readOwn(organizationId: string, name: WindowName): MeasureCounts {
    return this.#find(organizationId, name)?.readOwn() ?? NOTHING;
  }

  /** What the counters of all nodes do not tell of this node's use, as `SharedWindow` says. */
  readUnsent(organizationId: string, name: WindowName): MeasureCounts {
    const window = this.#find(organizationId, name);
    return window instanceof SharedWindow ? window.readUnsent() : NOTHING;
  }

  /** `counted`: where the call was counted so far, by the first of the bounds. */
  #takeFrom(
    bounds: readonly Bound[],
    counted: CountedCall[],
    inputTokens: number,
  ): RateTicket | Promise<RateTicket> {
    const bound = bounds[counted.length];
    if (!bound) return { settle: (usage) => this.#settle(bounds, counted, usage) };
    const goOnOrRefuse = (outcome: TakeOutcome): RateTicket | Promise<RateTicket> => {
      if (!isFull(outcome)) {
        counted.push(outcome);
        return this.#takeFrom(bounds, counted, inputTokens);
      }
      for (const [index, call] of counted.entries()) this.#window(bounds[index]!).release(call);
      throw refusal(bound, outcome);
    };
    const outcome = this.#window(bound).take(inputTokens, bound.limits);
    return outcome instanceof Promise ? outcome.then(goOnOrRefuse) : goOnOrRefuse(outcome);
  }

  /** Corrects what a call was counted as by what it took. The window is looked for again: a long call may have outlived it. */
  #settle(bounds: readonly Bound[], counted: readonly CountedCall[], usage: TokenUsage): void {
    for (const [index, call] of counted.entries())
      this.#window(bounds[index]!).record(call, usage.inputTokens, usage.outputTokens);
  }

  #window(bound: Bound): MinuteWindow {
    const { organizationId, workspaceId, model, keyId } = bound;
    const known = this.#find(organizationId, bound);
    if (known) return known;
    let windows = this.#windows.get(organizationId);
    if (!windows) this.#windows.set(organizationId, (windows = new Map()));
    const owner = keyId ?? workspaceId;
    let ofOwner = windows.get(owner);
    if (!ofOwner) windows.set(owner, (ofOwner = new Map()));
    const window = this.#open(bound);
    ofOwner.set(model, window);
    return window;
  }

  #find(organizationId: string, { keyId, workspaceId, model }: WindowName): MinuteWindow | undefined {
    return this.#windows
      .get(organizationId)
      ?.get(keyId ?? workspaceId)
      ?.get(model);
  }

  #open({ organizationId, limits, ...name }: Bound): MinuteWindow {
    const counters = this.#counters;
    if (!counters) return new LocalWindow(this.#clock);
    const counter = counterOf(name);
    return new SharedWindow(
      (prefetch) => counters.prefetchFromWindow({ organizationId, counter, ...prefetch }),
      limits,
      this.#clock,
    );
  }

  #sweep(): void {
    for (const [organizationId, windows] of this.#windows) {
      for (const [owner, ofOwner] of windows) {
        for (const [model, window] of ofOwner) if (window.sweep()) ofOwner.delete(model);
        if (ofOwner.size === 0) windows.delete(owner);
      }
      if (windows.size === 0) this.#windows.delete(organizationId);
    }
  }
}

function boundOf(organizationId: string, { id, name, limits }: LimitedKey): Bound {
  return {
    scope: 'api_key',
    organizationId,
    workspaceId: '',
    model: undefined,
    keyId: id,
    keyName: name,
    limits,
  };
}

/** The key of a window among the counters of all nodes. No model's is without a slash. */
export function counterOf({ keyId, workspaceId, model }: WindowName): string {
  if (keyId !== undefined) return `key:${keyId}`;
  return model === undefined ? 'embeddings' : `${workspaceId}/${model}`;
}

function refusal(bound: Bound, { measure, waitMs }: FullMeasure): Error {
  const { scope, limits } = bound;
  const limit = limits[measure];
  const message = `${whose(bound, `limit of ${limit} ${NAMES[measure]} per minute`)} is reached. Wait the seconds given in Retry-After and send the request again.`;
  return rateLimited(limit, waitMs, scope, { message, measure: VENDOR_NAMES[measure] });
}

function whose({ scope, model, keyName }: Bound, limit: string): string {
  if (scope === 'api_key') return `The ${limit} of the key "${keyName}"`;
  return `The ${scope}'s ${limit}${model === undefined ? ' for embeddings' : ` for the model "${model}"`}`;
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
