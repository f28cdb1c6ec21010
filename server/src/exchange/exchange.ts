import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BetaFlag, Operation } from '@svc/contract';
import type { Credential, MatchedKey } from './credential.ts';
import type { EmbeddingsCall } from './embeddings-call.ts';
import type { Admission, InferenceCall } from './inference-call.ts';
import type { Person } from './person.ts';

/** What is known of a request when it arrives. */
type Arrival = Pick<
  Exchange,
  'requestId' | 'request' | 'response' | 'operation' | 'params' | 'receivedAtMs' | 'startedAt' | 'expectsContinue' | 'address'
>;

const NO_BETAS: readonly BetaFlag[] = [];
const NO_INPUT = { body: undefined, query: undefined };

/**
 * One request and its answer, as every room sees it. Steps fill the fields in the order of the pipeline; a field is
 * read only by steps behind the one that fills it.
 */
export class Exchange {
  readonly requestId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  /** Time of day on the service's clock, milliseconds. */
  readonly receivedAtMs: number;
  /** `performance.now()` at arrival, for durations. */
  readonly startedAt: number;
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  /** The caller's address as seen at the edge (D-75). */
  readonly address: string;

  /** The key or session it came with, whatever is thought of it then. Set by `authenticate`. */
  key: MatchedKey | undefined;
  /** Set by `authenticate`. */
  credential!: Credential;
  /** Who is signed in to the Console. Set by `authenticatePerson`, in place of `key` and `credential`. */
  person!: Person;
  /** Flags of `svc-beta`. Set by `requireKnownBetas`. */
  betas: readonly BetaFlag[] = NO_BETAS;
  /** The behaviour date in force (D-92). Set on preview routes. */
  version: string | undefined;
  /** Set by `readBody`, and dropped once parsed. */
  bytes: Buffer | undefined;
  /** Set by `parseCall`. */
  call!: InferenceCall;
  /** Set by the face of the embeddings operation, in place of `call`. */
  embeddings!: EmbeddingsCall;
  /** SHA-256 of the body as it was sent. Set by `parseInput` where an `Idempotency-Key` came along. */
  bodyDigest: Buffer | undefined;
  /** Body and query, checked by the operation's schemas. Set by `parseInput`. */
  input: { readonly body: unknown; readonly query: unknown } = NO_INPUT;
  /** The audit event of this request was written with the change it made. */
  audited = false;
  /** What the caller wants stored with the usage record. */
  metadata: Readonly<Record<string, string>> | null = null;
  /** Set by `selectModel`. */
  admission!: Admission;
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

  constructor(parts: Arrival) {
    this.requestId = parts.requestId;
    this.request = parts.request;
    this.response = parts.response;
    this.operation = parts.operation;
    this.params = parts.params;
    this.receivedAtMs = parts.receivedAtMs;
    this.startedAt = parts.startedAt;
    this.expectsContinue = parts.expectsContinue;
    this.address = parts.address;
  }

  /** The client went away before the answer was complete. */
  get gone(): boolean {
    return this.response.closed || this.response.destroyed || (this.request.destroyed && !this.request.complete);
  }

  /** Query parameters, decoded. Parsed on demand: inference requests have none. */
  get query(): URLSearchParams {
    const url = this.request.url ?? '';
    const mark = url.indexOf('?');
    return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  }
}
