import { Pool, type Dispatcher } from 'undici';
import type { Clock, Secret } from '#kit';
import type { EngineRun, EngineSink } from '../../events.ts';
import type { GenerateRequest } from '../../turns.ts';
import type { ConnectionTarget } from './direct/open-socket.ts';
import { DirectPool } from './direct/direct-pool.ts';
import { requestLines } from './direct/request-head.ts';
import { KEPT_MS } from './direct/response-headers.ts';
import { HttpCall, type CallOwner } from './http-call.ts';
import type { Credential } from './credentials/credential.ts';
import { ReplyOutput } from './reply-output.ts';
import type { ReplyReader } from './reply-reader.ts';
import type { ChunkedBody } from './request-writer.ts';
import type { SentFormat } from './sent-format.ts';
import type { CallerNames } from './sent-names.ts';

export interface HttpEngineOptions {
  /** Absolute, without a trailing slash; the path of each operation is appended. */
  readonly baseUrl: string;
  /** Sent as the protocol requires, unless `headers` contains a credential. */
  readonly apiKey?: Secret;
  /** In place of a key: what makes the server take each request. */
  readonly credential?: Credential | undefined;
  /** Extra request headers, names in lower case. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Most concurrent connections; each carries one call at a time. */
  readonly maxConnections: number;
  readonly clock: Clock;
}

/** One generation request. */
interface HttpRequest {
  /** Below the address. */
  readonly path: string;
  readonly body: string | ChunkedBody;
  readonly reader: (output: ReplyOutput) => ReplyReader;
  readonly format: SentFormat;
  readonly callerNames: CallerNames | undefined;
}

/** A request with the header lines that are its own. */
interface WrittenRequest {
  readonly path: string;
  readonly body: string | ChunkedBody;
  readonly traced: string;
  readonly authorization: string;
}

/** Without the second one a server may choose any coding. */
const FIXED_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
const CONNECT_TIMEOUT_MS = 10_000;
const SPARE_CONNECTIONS = 16;
/** How long a response may continue after its final event before its connection is closed. */
const LINGER_MS = 1000;

/**
 * A model server behind one address. Generations have a handler per call: no streams and no promises between
 * the socket and the sink. Redirects are not followed.
 */
export class HttpUpstream implements CallOwner {
  readonly nowMs: () => number;
  readonly lingering: CallOwner['lingering'];
  readonly headers: string[];
  readonly credential: Credential | undefined;
  readonly #pool: Pool;
  readonly #direct: DirectPool;
  /** The lines of each request's head that do not change. */
  readonly #lines: string;
  readonly #base: string;
  /** Calls whose response continues, since this and the previous round of the timer. */
  #lingerers = new Set<HttpCall>();
  #overdue = new Set<HttpCall>();
  #lingerTimer: NodeJS.Timeout | undefined;

  /** `ownHeaders`: the protocol's; the operator's take precedence. */
  constructor(
    { baseUrl, headers, maxConnections, clock, credential }: HttpEngineOptions,
    ownHeaders: Readonly<Record<string, string>>,
  ) {
    const url = new URL(baseUrl);
    this.credential = credential;
    this.#base = url.pathname.replace(/\/+$/, '');
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()]));
    this.headers = Object.entries({ ...ownHeaders, ...given, ...FIXED_HEADERS }).flat();
    // With a reserve: a finished call frees its slot at once, but its connection a moment later.
    const connections = maxConnections + SPARE_CONNECTIONS;
    this.#lines = requestLines(url.host, this.headers);
    this.#direct = new DirectPool(addressOf(url), connections);
    this.#pool = new Pool(url.origin, {
      connections,
      pipelining: 1,
      keepAliveTimeout: KEPT_MS,
      // The run has the time limits, because it knows what counts as output.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Aborting and pausing act on one call's socket, but calls would share an HTTP/2 connection.
      allowH2: false,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
    this.nowMs = () => clock.nowMs();
    this.lingering = {
      add: (call) => this.#keep(call),
      delete: (call) => this.#lingerers.delete(call) || this.#overdue.delete(call),
    };
  }

  /** For operations other than generations. */
  get dispatcher(): Dispatcher {
    return this.#pool;
  }

  /** The full path of an operation, such as `/messages`. */
  pathOf(operation: string): string {
    return `${this.#base}${operation}`;
  }

  start(
    { path: operation, body, reader, format, callerNames }: HttpRequest,
    { maxOutputTokens, stream, traceparent, credentialRenewed }: GenerateRequest,
    sink: EngineSink,
  ): EngineRun {
    const output = new ReplyOutput(sink, maxOutputTokens, callerNames);
    const call = new HttpCall(this, {
      sink,
      output,
      reply: reader(output),
      streamRequested: stream,
      format,
      mayRenew: credentialRenewed !== true,
    });
    const traced = traceparent === undefined ? '' : `traceparent: ${traceparent}\r\n`;
    const path = this.pathOf(operation);
    const authorization = this.credential?.authorize({ path, body }) ?? '';
    if (typeof authorization === 'string') this.#send(call, { path, body, traced, authorization });
    else
      authorization.then(
        (lines) => this.#send(call, { path, body, traced, authorization: lines }),
        (error: unknown) => call.cannotSend(error),
      );
    return call;
  }

  #send(call: HttpCall, { path, body, traced, authorization }: WrittenRequest): void {
    // Its caller left while a token was fetched.
    if (call.isOver) return;
    call.authorization = authorization;
    const head = `POST ${path} HTTP/1.1\r\n${this.#lines}${authorization}${traced}`;
    if (typeof body !== 'string') {
      const text = `${head}transfer-encoding: chunked\r\n\r\n`;
      return this.#direct.dispatch({ call, text, encoding: 'latin1', body });
    }
    const bytes = Buffer.byteLength(body);
    const text = `${head}content-length: ${bytes}\r\n\r\n${body}`;
    // Plain ASCII is identical in both encodings, and faster to write as Latin-1.
    this.#direct.dispatch({ call, text, encoding: bytes === body.length ? 'latin1' : 'utf8' });
  }

  async close(): Promise<void> {
    clearTimeout(this.#lingerTimer);
    this.#direct.close();
    await this.#pool.destroy();
  }

  #keep(call: HttpCall): void {
    this.#lingerers.add(call);
    this.#lingerTimer ??= setTimeout(() => this.#dropOverdue(), LINGER_MS).unref();
  }

  /** One timer for all calls: a call that is still there at the second round is ended. */
  #dropOverdue(): void {
    const overdue = this.#overdue;
    this.#overdue = this.#lingerers;
    this.#lingerers = new Set();
    this.#lingerTimer =
      this.#overdue.size > 0 ? setTimeout(() => this.#dropOverdue(), LINGER_MS).unref() : undefined;
    for (const call of overdue) call.expire();
  }
}

function addressOf({ protocol, hostname, port }: URL): ConnectionTarget {
  const isSecure = protocol === 'https:';
  const usualPort = isSecure ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port), isSecure };
}
