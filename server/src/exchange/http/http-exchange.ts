import type { IncomingMessage, ServerResponse } from 'node:http';
import { HEADERS } from '@svc/contract';
import type { MatchedKey } from '../credential.ts';
import { Exchange, type Arrival } from '../exchange.ts';
import type { DirectoryCaller } from '../directory-caller.ts';
import type { OperatorCaller } from '../operator-caller.ts';
import type { Person } from '../person.ts';
import type { ResponseSink } from '../response-sink.ts';
import { HttpSink } from './http-sink.ts';
import type { IncomingBody } from './incoming-body.ts';

/** What is known when a request arrives over a connection. */
type HttpArrival = Arrival &
  Pick<HttpExchange, 'request' | 'response' | 'params' | 'expectsContinue' | 'address'>;

/** What is left of a head that nobody reads again. */
const FORGOTTEN_HEADERS = {};
const FORGOTTEN_LINES: string[] = [];
const NO_INPUT = { body: undefined, query: undefined };

/** A request over a connection, with the fields that only such requests have. */
export class HttpExchange extends Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sink: ResponseSink;
  readonly params: Readonly<Record<string, string>>;
  /** The client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
  /** The caller's address as seen at the edge (D-75). */
  readonly address: string;

  /** The key or session sent with the request, valid or not. Set by `authenticate`. */
  key: MatchedKey | undefined;
  /** The user signed in to the Console. Set by `authenticatePerson` instead of `key` and `credential`. */
  person: Person | undefined;
  /** Who runs the deployment. Set by `authenticateOperator` and `authenticateOperatorKey` instead of all of these. */
  operator: OperatorCaller | undefined;
  /** The directory of an organization. Set by `authenticateDirectory` instead of all of these. */
  directory: DirectoryCaller | undefined;
  /** Set by the listener for a chunked body, otherwise by `readBody`. */
  incoming: IncomingBody | undefined;
  /** SHA-256 of the body as sent. Set by `parseInput` for requests with an `Idempotency-Key`. */
  bodyDigest: Buffer | undefined;
  /** Body and query, checked by the operation's schemas. Set by `parseInput`. */
  input: { readonly body: unknown; readonly query: unknown } = NO_INPUT;
  /** This request is in the audit log: with the change it made, or before its response. */
  audited = false;
  /** Runs just before the head of a JSON response is sent. Set if something must happen first. */
  beforeResponse: ((status: number) => void) | undefined;

  /** The request's head is forgotten, and this was in it. */
  #clientRequestId: string | undefined;

  constructor(arrival: HttpArrival) {
    super(arrival);
    this.request = arrival.request;
    this.response = arrival.response;
    this.sink = new HttpSink(this);
    this.params = arrival.params;
    this.expectsContinue = arrival.expectsContinue;
    this.address = arrival.address;
  }

  get disconnected(): boolean {
    return (
      this.response.closed || this.response.destroyed || (this.request.destroyed && !this.request.complete)
    );
  }

  onClose(listener: () => void): void {
    if (this.response.closed) listener();
    else this.response.on('close', listener);
  }

  override get method(): string {
    return this.request.method ?? super.method;
  }

  override get clientSession(): string | undefined {
    const header = this.request.headers['x-claude-code-session-id'];
    return typeof header === 'string' && header !== '' ? header : undefined;
  }

  override get clientRequestId(): string | undefined {
    const header = this.request.headers[HEADERS.clientRequestId];
    return typeof header === 'string' ? header : this.#clientRequestId;
  }

  /** Lets go of the request's headers: those of a client library are two kilobytes. To be called once all steps have run. */
  forgetHead(): void {
    this.#clientRequestId = this.clientRequestId;
    this.request.headers = FORGOTTEN_HEADERS;
    this.request.rawHeaders = FORGOTTEN_LINES;
  }

  /** The organization; without one, the user or the address. */
  override get tenant(): string {
    const { credential, person, directory } = this;
    const organizationId = credential?.organizationId ?? person?.organizationId ?? directory?.organizationId;
    return organizationId ?? person?.userId ?? this.address;
  }

  /** Decoded query parameters. Parsed on demand: inference requests have none. */
  get query(): URLSearchParams {
    const url = this.request.url ?? '';
    const mark = url.indexOf('?');
    return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  }
}
