/** Where the load goes and what is sent. Header sets rotate over the requests: one set per API key. */
export interface LoadTarget {
  readonly port: number;
  readonly path: string;
  readonly headerSets: readonly (readonly string[])[];
  readonly body: string;
  /** Its streams end with their whole text once more. */
  readonly repeatsText?: true;
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
  /** Between two of them. */
  readonly intervalMs: number;
  /** Streams still open after this count as lost. */
  readonly deadlineMs: number;
}

/** Requests at a constant rate, first alone and then while files are uploaded, all at once. */
export interface UploadsJob {
  readonly kind: 'uploads';
  readonly uploads: number;
  readonly fileBytes: number;
  /** Of the requests beside them. */
  readonly connections: number;
  readonly ratePerSecond: number;
  readonly warmupMs: number;
  /** How long the requests are alone. */
  readonly aloneMs: number;
  /** Uploads still under way after this count as failed. */
  readonly deadlineMs: number;
}

/** Requests as they come, then a batch of as many lines, then requests at a constant rate alone and beside another such batch. */
export interface BatchJob {
  readonly kind: 'batch';
  readonly lines: number;
  /** Of the live requests. */
  readonly connections: number;
  readonly warmupMs: number;
  /** How long live requests are alone, each time. */
  readonly aloneMs: number;
  /** A batch that has not ended after this has failed. */
  readonly deadlineMs: number;
}

export type LoadShape = ClosedLoopJob | ConstantRateJob | StreamsJob | UploadsJob | BatchJob;

/** How a contender takes a file. */
export interface UploadTarget {
  readonly method: 'POST' | 'PUT';
  /** The number of the upload is put behind it. */
  readonly path: string;
  readonly headerSets: readonly (readonly string[])[];
  /** What stands around the bytes of the file. */
  readonly before: string;
  readonly after: string;
}

export interface LoadJob {
  readonly target: LoadTarget;
  /** Absent where the contender takes no files. */
  readonly upload?: UploadTarget;
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
  /** While every stream was open: how much later events came than they were due, by the most punctual event of their stream. */
  readonly eventDelayMs: Percentiles;
  /** While every stream was open, as epoch milliseconds: the time over which memory is read. */
  readonly plateauFromMs: number;
  readonly plateauToMs: number;
}

export interface UploadsResult {
  readonly kind: 'uploads';
  readonly uploads: number;
  /** Uploads that were not answered with success. */
  readonly failedUploads: number;
  /** Of all files together, from the first byte of the first one to the answer to the last one. */
  readonly bytesPerSecond: number;
  /** Requests beside them that were refused or not answered. */
  readonly failedRequests: number;
  readonly aloneMs: Percentiles;
  readonly besideMs: Percentiles;
  /** While files were uploaded, as epoch milliseconds: the time over which memory is read. */
  readonly uploadsFromMs: number;
  readonly uploadsToMs: number;
}

export interface BatchRunResult {
  readonly kind: 'batch';
  readonly lines: number;
  /** Live answers, with as many requests under way as there are connections. */
  readonly livePerSecond: number;
  /** Without live requests, and beside them. */
  readonly linesPerSecond: number;
  readonly linesBesidePerSecond: number;
  /** Lines that were not answered with success. */
  readonly failedLines: number;
  readonly failedRequests: number;
  readonly aloneMs: Percentiles;
  readonly besideMs: Percentiles;
  /** From when on lines ran, as epoch milliseconds: before it the memory is what live requests take. */
  readonly linesFromMs: number;
}

export type LoadResult = RequestsResult | StreamsResult | UploadsResult | BatchRunResult;
