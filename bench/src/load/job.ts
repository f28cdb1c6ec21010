/** Where the load goes and what is sent. Header sets rotate over the requests: one set per API key. */
export interface LoadTarget {
  readonly port: number;
  readonly path: string;
  readonly headerSets: readonly (readonly string[])[];
  readonly body: string;
}

/** Each connection sends its next request when its last answer ended. */
export interface ClosedLoopJob {
  readonly kind: 'closed-loop';
  readonly connections: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** Requests fall due at a constant rate and their latency counts from then, whether or not a connection was free. */
export interface ConstantRateJob {
  readonly kind: 'constant-rate';
  readonly connections: number;
  readonly ratePerSecond: number;
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** Every connection opens one stream, spread over `rampMs`, and reads it to its end. */
export interface StreamsJob {
  readonly kind: 'streams';
  readonly connections: number;
  readonly rampMs: number;
  /** Content events each stream must deliver, in order. */
  readonly events: number;
  /** Streams still open after this count as lost. */
  readonly deadlineMs: number;
}

export type LoadShape = ClosedLoopJob | ConstantRateJob | StreamsJob;

export interface LoadJob {
  readonly target: LoadTarget;
  readonly shape: LoadShape;
}

export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export interface RequestsResult {
  readonly kind: 'requests';
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Answers other than 200. */
  readonly refused: number;
  /** Connections that ended before their answer did. */
  readonly broken: number;
  /** Requests that were due but not answered when the time was up (constant rate only). */
  readonly unanswered: number;
  readonly latencyMs: Percentiles;
}

export interface StreamsResult {
  readonly kind: 'streams';
  readonly streams: number;
  readonly lostStreams: number;
  readonly lostEvents: number;
  /** Events that came twice or out of their order. */
  readonly disorderedEvents: number;
  /** While every stream was open. */
  readonly eventsPerSecond: number;
  /** From the request to the first content event. */
  readonly firstEventMs: Percentiles;
  /** While every stream was open, as epoch milliseconds: the time over which memory is read. */
  readonly plateauFromMs: number;
  readonly plateauToMs: number;
}

export type LoadResult = RequestsResult | StreamsResult;
