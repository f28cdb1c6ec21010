export interface SharedTake {
  /** Milliseconds until there is room. 0: the request was counted. */
  readonly waitMs: number;
  /** The organization's credential epoch, if Redis knows it. */
  readonly epoch: number | undefined;
}

export interface TakeRequest {
  readonly organizationId: string;
  /** The key of the count within the organization. */
  readonly counter: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Requests and input tokens to draw from one sliding minute. */
export interface PrefetchRequest {
  readonly organizationId: string;
  /** The key of the window within the organization. */
  readonly counter: string;
  readonly limits: Readonly<Record<'requests' | 'inputTokens' | 'outputTokens', number>>;
  readonly requests: number;
  readonly inputTokens: number;
  /** Unused parts of an earlier draw, to be returned, and what had been drawn ahead with it. */
  readonly back: Readonly<
    Record<'requests' | 'inputTokens' | 'tick' | 'requestsAhead' | 'inputTokensAhead', number>
  >;
  /** What calls really used and is not counted yet: input beyond what they were counted as, and their output. */
  readonly recorded: Readonly<Record<'inputTokens' | 'outputTokens', number>>;
  /** What calls were counted as and did not take, by the tick of the draw they were counted with. */
  readonly surplus: readonly Readonly<Record<'tick' | 'requests' | 'inputTokens', number>>[];
}

export interface WindowPrefetch {
  /** At least the requested amount where there was room, to be used within a second. */
  readonly requests: number;
  readonly inputTokens: number;
  /** What the limit leaves of output tokens. */
  readonly outputRoom: number;
  /** Identifies this draw when part of it is returned. */
  readonly tick: number;
  /** Milliseconds until there is room for what was requested and not granted. 0: there was room. */
  readonly waits: Readonly<Record<'requests' | 'inputTokens' | 'outputTokens', number>>;
}

/** What is to be read of one organization's counts. */
export interface UseRequest {
  readonly organizationId: string;
  /** Keys of windows, as `drawWindow` takes them. */
  readonly windows: readonly string[];
  /** Keys of counts of requests, as `take` takes them. */
  readonly counters: readonly string[];
  /** Of the counts of requests. */
  readonly windowMs: number;
}

export interface SharedUse {
  /** In the order of the windows. Without what nodes have drawn ahead and may still return. */
  readonly windows: readonly Readonly<Record<'requests' | 'inputTokens' | 'outputTokens', number>>[];
  /** In the order of `counters`. */
  readonly requests: readonly number[];
}
