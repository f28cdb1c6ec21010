import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS } from '@svc/contract';
import type { MatchedKey } from '../credential.ts';
import { Exchange, type Arrival } from '../exchange.ts';
import type { Person } from '../person.ts';
import type { ResponseSink } from '../response-sink.ts';
import { HttpSink } from './http-sink.ts';
import type { IncomingBody } from './incoming-body.ts';

/** What is known of a request when it arrives over a connection. */
type HttpArrival = Arrival &
  Pick<HttpExchange, 'request' | 'response' | 'params' | 'expectsContinue' | 'address'>;

const NO_INPUT = { body: undefined, query: undefined };

/** A request that came over a connection, and what is only known of such requests. */
export class HttpExchange extends Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sink: ResponseSink;
  readonly params: Readonly<Record<string, string>>;
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  /** The caller's address as seen at the edge (D-75). */
  readonly address: string;

  /** The key or session it came with, whatever is thought of it then. Set by `authenticate`. */
  key: MatchedKey | undefined;
  /** Who is signed in to the Console. Set by `authenticatePerson`, in place of `key` and `credential`. */
  person: Person | undefined;
  /** Set by the listener for a chunked body, by `readBody` for any other. */
  incoming: IncomingBody | undefined;
  /** SHA-256 of the body as it was sent. Set by `parseInput` where an `Idempotency-Key` came along. */
  bodyDigest: Buffer | undefined;
  /** Body and query, checked by the operation's schemas. Set by `parseInput`. */
  input: { readonly body: unknown; readonly query: unknown } = NO_INPUT;
  /** The audit log has been told of this request: with the change it made, or ahead of its answer. */
  audited = false;
  /** Runs just before the head of a JSON response leaves. Set where something must have happened by then. */
  beforeAnswer: ((status: number) => void) | undefined;

  constructor(arrival: HttpArrival) {
    super(arrival);
    this.request = arrival.request;
    this.response = arrival.response;
    this.sink = new HttpSink(this);
    this.params = arrival.params;
    this.expectsContinue = arrival.expectsContinue;
    this.address = arrival.address;
  }

  get gone(): boolean {
    return (
      this.response.closed || this.response.destroyed || (this.request.destroyed && !this.request.complete)
    );
  }

  onClose(listener: () => void): void {
    if (this.response.closed) listener();
    else this.response.once('close', listener);
  }

  override get method(): string {
    return this.request.method ?? super.method;
  }

  override get clientRequestId(): string | undefined {
    const header = this.request.headers[HEADERS.clientRequestId];
    return typeof header === 'string' ? header : undefined;
  }

  /** The organization, and whoever is in none by their account or address. */
  override get party(): string {
    const { credential, person } = this;
    return credential?.organizationId ?? person?.organizationId ?? person?.userId ?? this.address;
  }

  /** Query parameters, decoded. Parsed on demand: inference requests have none. */
  get query(): URLSearchParams {
    const url = this.request.url ?? '';
    const mark = url.indexOf('?');
    return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  }
}
