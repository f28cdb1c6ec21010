import type { BetaFlag, Operation } from '@svc/contract';
import type { Credential } from './credential.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Admission, InferenceCall } from './inference-call.ts';
import type { ResponseSink } from './response-sink.ts';

/** What is known of a request when it arrives. */
export type Arrival = Pick<Exchange, 'requestId' | 'operation' | 'receivedAtMs' | 'startedAt'>;

const NO_BETAS: readonly BetaFlag[] = [];

/**
 * One request and its response, whatever it came by: `HttpExchange` has a connection, a line of a batch has none. Steps fill
 * the fields in the order of the pipeline. A step that needs one of them takes the exchange with that fact (facts.ts), so a
 * step ahead of the one that fills it does not compile.
 */
export abstract class Exchange {
  readonly requestId: string;
  readonly operation: Operation;
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
  /** The body. Set by `readBody`, and dropped once parsed. */
  bytes: Buffer | undefined;
  /** Set by `parseCall`. */
  call: InferenceCall | undefined;
  /** Set by `parseEmbeddings`. */
  embeddings: EmbeddingsCall | undefined;
  /** What the caller wants stored with the usage record. */
  metadata: Readonly<Record<string, string>> | null = null;
  /** Set by `selectModel`. */
  admission: Admission | undefined;
  /**
   * What to resume when the client has read what was written to it. Set by whoever paused something meanwhile. An object and
   * not a function on purpose: V8 allocates a function literal assigned to a property in the old generation, from where it
   * keeps all of its request out of reach of the quick collections (docs/performance.md).
   */
  paused: { resume(): void } | undefined;
  /** A metered run has taken over: it reports the end of this exchange itself. */
  metered = false;
  /** The code of the refusal or failure, for the log. */
  errorCode: string | undefined;

  #leaving: AbortController | undefined;

  constructor(arrival: Arrival) {
    this.requestId = arrival.requestId;
    this.operation = arrival.operation;
    this.receivedAtMs = arrival.receivedAtMs;
    this.startedAt = arrival.startedAt;
  }

  /** Where the response goes. */
  abstract readonly sink: ResponseSink;

  /** The client went away before the response was complete. */
  abstract get gone(): boolean;

  /** Calls the listener when the response is over, complete or not; at once where it is over already. */
  abstract onClose(listener: () => void): void;

  /** As it was sent: HEAD is answered by the operation of GET. */
  get method(): string {
    return this.operation.method;
  }

  /** The caller's own name for the request. */
  get clientRequestId(): string | undefined {
    return undefined;
  }

  /** Aborted when the response is over. Made when it is first asked for: most requests never need one, and it costs microseconds. */
  get signal(): AbortSignal {
    if (!this.#leaving) {
      const leaving = (this.#leaving = new AbortController());
      this.onClose(() => leaving.abort());
    }
    return this.#leaving.signal;
  }

  /** Who takes turns with others where work is queued. */
  get party(): string {
    return this.credential?.organizationId ?? '';
  }
}
