import type { CallTrace } from '#engine';
import type { BetaFlag, ErrorExtras, VendorDetails, RequestedOperation } from '@svc/contract';
import type { Credential } from './credential.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Admission, InferenceCall } from './inference-call.ts';
import type { PolicyCheck } from './policy-check.ts';
import type { ResponseSink } from './response-sink.ts';

/** What is known when a request arrives. */
export type Arrival = Pick<Exchange, 'requestId' | 'operation' | 'receivedAtMs' | 'startedAt'>;

/** How a call's usage record differs from the default. */
export interface CallMetering {
  /** The reported path. */
  readonly endpoint: string;
  /** A reply in an unexpected form is not given to the caller and costs nothing. */
  readonly refusedIsFree: boolean;
}

/** Which limit a 429 names. */
export interface LimitReached {
  readonly measure: VendorDetails['measure'] | undefined;
  readonly scope: ErrorExtras['scope'] | undefined;
}

const NO_BETAS: readonly BetaFlag[] = [];

/**
 * One request and its response, whatever its transport: `HttpExchange` has a connection, a line of a batch
 * has none. Steps fill the fields in the order of the pipeline. A step that needs a field declares that fact
 * in its exchange type (facts.ts), so placing it before the step that fills the field does not compile.
 */
export abstract class Exchange {
  readonly requestId: string;
  readonly operation: RequestedOperation;
  /** Time of day on the service's clock, milliseconds. */
  readonly receivedAtMs: number;
  /** `performance.now()` at arrival, for durations. */
  readonly startedAt: number;

  /** Set by `authenticate`. */
  credential: Credential | undefined;
  /** Flags of `svc-beta`. Set by `requireKnownBetas`. */
  betas: readonly BetaFlag[] = NO_BETAS;
  /** The behaviour date in force (D-92). Set on preview routes. */
  version: string | undefined;
  /** The body. Set by `readBody`, cleared once parsed. */
  bytes: Buffer | undefined;
  /** Set by `parseCall`. */
  call: InferenceCall | undefined;
  /** Set by `parseEmbeddings`. */
  embeddings: EmbeddingsCall | undefined;
  /** Metadata that the caller wants stored with the usage record. */
  metadata: Readonly<Record<string, string>> | null = null;
  /** Set by `selectModel`. */
  admission: Admission | undefined;
  /**
   * What to resume when the client has read what was written. Set by the code that paused it. Deliberately an
   * object and not a function: V8 allocates a function literal assigned to a property in the old generation,
   * which keeps its whole request out of reach of minor collections (docs/performance-experiments.md).
   */
  paused: { resume(): void } | undefined;
  /** Set by `obeyInferenceHook`, if the organization has a hook that is to be asked about this call. */
  policy: PolicyCheck | undefined;
  /** How long the call waited for the hook in all. */
  policyMs: number | undefined;
  /** How the call is recorded, if its operation does not decide that. Set by prompt tools. */
  metering: CallMetering | undefined;
  /** What the end of the response waits for: a later request, maybe at another node, relies on it. Never rejects. */
  unwritten: Promise<void> | undefined;
  /** A metered run has started: it reports the end of this exchange. */
  metered = false;
  /** Set when the request arrives, if it is a model call that is traced. */
  trace: CallTrace | undefined;
  /** The code of the refusal or failure, for the log. */
  errorCode: string | undefined;
  /** Set with the code of a 429, for the metrics. */
  limitReached: LimitReached | undefined;

  #leaving: AbortController | undefined;

  constructor(arrival: Arrival) {
    this.requestId = arrival.requestId;
    this.operation = arrival.operation;
    this.receivedAtMs = arrival.receivedAtMs;
    this.startedAt = arrival.startedAt;
  }

  /** Where the response is written. */
  abstract readonly sink: ResponseSink;

  /** The client left before the response was complete. */
  abstract get disconnected(): boolean;

  /** Calls the listener when the response has ended, complete or not; immediately if it already has. */
  abstract onClose(listener: () => void): void;

  /** The method as sent: GET's operation also answers HEAD. */
  get method(): string {
    return this.operation.method;
  }

  /** Decides the price and the sums in which usage is counted (D-ADM-8). */
  get serviceTier(): 'standard' | 'batch' {
    return 'standard';
  }

  /** The caller's own name for the request. */
  get clientRequestId(): string | undefined {
    return undefined;
  }

  /** The client's own name for the session that the request belongs to. */
  get clientSession(): string | undefined {
    return undefined;
  }

  /**
   * Aborted when the response has ended. Created on first use: most requests never need it, and it costs
   * microseconds.
   */
  get signal(): AbortSignal {
    if (!this.#leaving) {
      const leaving = (this.#leaving = new AbortController());
      this.onClose(() => leaving.abort());
    }
    return this.#leaving.signal;
  }

  /** The tenant that shares queues fairly with others. */
  get tenant(): string {
    return this.credential?.organizationId ?? '';
  }
}
