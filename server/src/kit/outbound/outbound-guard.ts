import type { Readable } from 'node:stream';
import { Client } from 'undici';
import { ByteCollector } from '../byte-collector.ts';
import { createAddressPolicy, type AddressPolicy } from './address-policy.ts';
import { ACCEPTED_CODINGS, boundedBody, decoded, toOutboundError } from './bounded-body.ts';
import { Deadline } from './deadline.ts';
import { KeptOrigin } from './kept-origin.ts';
import { OutboundError } from './outbound-error.ts';
import { pinnedConnector } from './pinned-connector.ts';
import { resolveByDns, type ResolveHost } from './resolve-host.ts';
import { verifyTargetText, parseTargetUrl, resolveTarget, type Target } from './target.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Names in lower case. Sent to the origin of `url` only; `host`, `cookie` and `accept-encoding` are the guard's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** How many redirects of a GET to follow. 0 hands the redirect itself to the caller. */
  readonly redirects: number;
  /** Asked before a redirect is followed. False ends the request with `redirects`. */
  readonly mayFollow?: (url: URL) => boolean | Promise<boolean>;
  readonly timeoutMs: number;
  readonly firstByteMs: number;
  /** Of the body, before and after its content coding is undone. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
}

/** A POST of which only the status matters. */
export interface OutboundNotice {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Whether plain HTTP is allowed, because an operator says so; then to public addresses too. */
  readonly allowsHttp: boolean;
  /** For names, connection and the head of the answer. */
  readonly timeoutMs: number;
  /** Of the answer: what comes beyond is not waited for. */
  readonly limitBytes: number;
  readonly signal?: AbortSignal;
}

export type OutboundHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface OutboundResponse {
  readonly status: number;
  /** Without `set-cookie`. */
  readonly headers: OutboundHeaders;
  /** `content-type` as it was sent. */
  readonly contentType: string | undefined;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Throws OutboundError. Read it to its end, leave its loop, or `close`. */
  readonly body: AsyncGenerator<Uint8Array, void, undefined>;
  /** Ends the connection. May be called at any time, also twice. */
  close(): void;
}

/** A whole answer. */
export interface OutboundContent extends Omit<OutboundResponse, 'body' | 'close'> {
  readonly bytes: Buffer;
}

const HEADER_LIMIT_BYTES = 16_384;
const CONNECT_TIMEOUT_MS = 5000;
const VERIFY_TIMEOUT_MS = 3000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** One request to one address: a redirect is another. */
interface SentRequest extends Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'limitBytes'> {
  /** Of the host that redirected here. */
  readonly from?: Target['scope'];
  readonly allowsHttp?: boolean;
  readonly connectTimeoutMs?: number;
}

interface Hop {
  readonly target: Target;
  readonly client: Client;
  readonly status: number;
  readonly headers: OutboundHeaders;
  readonly body: Readable;
}

function single(headers: OutboundHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/**
 * The only way to a URL that somebody else chose. HTTPS to public addresses over HTTP/1.1, one new connection for each
 * request and redirect unless it is kept, without cookies, proxies or credentials of its own. Plain HTTP and special addresses only where
 * `network.allow_private_targets` opens them. Everything it throws is an OutboundError.
 */
export class OutboundGuard {
  readonly #policy: AddressPolicy;
  readonly #resolve: ResolveHost;

  constructor(privateTargets: readonly string[], resolve: ResolveHost = resolveByDns) {
    this.#policy = createAddressPolicy(privateTargets);
    this.#resolve = resolve;
  }

  /** Throws when the text of a URL alone tells that no request to it is made. Asks nobody. */
  verifyText(url: string): void {
    verifyTargetText(url, this.#policy);
  }

  /**
   * Throws when a URL leads to an address nobody may reach, or cannot be asked for at all. Gives where it leads; undefined for a name that
   * means nothing now, and may mean something later.
   */
  async verifyTarget(
    text: string,
    { allowsHttp }: { readonly allowsHttp: boolean },
  ): Promise<Target['scope'] | undefined> {
    const url = parseTargetUrl(text);
    const rules = { policy: this.#policy, resolve: this.#resolve, allowsHttp };
    try {
      return (await resolveTarget(url, rules, AbortSignal.timeout(VERIFY_TIMEOUT_MS))).scope;
    } catch (error) {
      if (error instanceof OutboundError && error.step !== 'dns') throw error;
      return undefined;
    }
  }

  /** Posts and resolves with the status, also of a redirect. What is answered beside is read up to a limit and forgotten. */
  async notify(notice: OutboundNotice): Promise<number> {
    const { timeoutMs, limitBytes, allowsHttp, signal } = notice;
    // The answer's body gets as long again, and its end is not waited for. A connection that is too slow is ended by the deadline.
    const deadline = new Deadline({ timeoutMs: 2 * timeoutMs, firstByteMs: timeoutMs, signal });
    try {
      const url = parseTargetUrl(notice.url);
      if (url.protocol === 'http:' && !allowsHttp) throw new OutboundError('url', 'scheme');
      const sent = { ...notice, method: 'POST', connectTimeoutMs: 2 * timeoutMs } as const;
      const { status, body, client } = await this.#send(url, sent, deadline.signal);
      deadline.responseBegan();
      void discard(body, limitBytes).finally(() => {
        deadline.end();
        void client.destroy();
      });
      return status;
    } catch (error) {
      deadline.end();
      throw toOutboundError(error, deadline.signal);
    }
  }

  /** For one URL that is asked again and again. Throws when it is no URL of HTTP. */
  keep(url: string, { allowsHttp }: { readonly allowsHttp: boolean }): KeptOrigin {
    return new KeptOrigin(url, { policy: this.#policy, resolve: this.#resolve, allowsHttp });
  }

  /** Resolves when the head of the final answer is there. */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const deadline = new Deadline({
      timeoutMs: request.timeoutMs,
      firstByteMs: request.firstByteMs,
      signal: request.signal,
    });
    try {
      const hop = await this.#follow(request, deadline.signal);
      deadline.responseBegan();
      return respond(hop, request.limitBytes, deadline);
    } catch (error) {
      deadline.end();
      throw toOutboundError(error, deadline.signal);
    }
  }

  /** The whole answer, whatever its status. */
  async read(request: OutboundRequest): Promise<OutboundContent> {
    const { body, close, ...head } = await this.request(request);
    const collector = new ByteCollector(request.limitBytes);
    try {
      for await (const part of body) collector.add(part);
    } finally {
      close();
    }
    return { ...head, bytes: collector.take() };
  }

  async #follow(request: OutboundRequest, signal: AbortSignal): Promise<Hop> {
    const first = parseTargetUrl(request.url);
    let hop = await this.#send(first, request, signal);
    const limit = request.method === undefined || request.method === 'GET' ? request.redirects : 0;
    if (limit === 0) return hop;
    let own = true;
    for (let followed = 0; REDIRECTS.has(hop.status); followed++) {
      const location = single(hop.headers, 'location');
      const { url, scope } = hop.target;
      void hop.client.destroy();
      if (location === undefined || followed === limit) throw new OutboundError('redirects', 'redirect');
      const next = parseTargetUrl(location, url);
      if ((await request.mayFollow?.(next)) === false) throw new OutboundError('redirects', 'redirect');
      // Credentials are for the origin they were given for. After a detour they are not taken up again.
      own &&= next.origin === first.origin;
      hop = await this.#send(next, { ...request, from: scope, ...(own ? {} : { headers: {} }) }, signal);
    }
    return hop;
  }

  async #send(url: URL, request: SentRequest, signal: AbortSignal): Promise<Hop> {
    const { from, allowsHttp = false, connectTimeoutMs = CONNECT_TIMEOUT_MS } = request;
    const rules = {
      policy: this.#policy,
      resolve: this.#resolve,
      allowsHttp,
      ...(from === undefined ? {} : { from }),
    };
    const target = await resolveTarget(url, rules, signal);
    const client = new Client(url.origin, {
      connect: pinnedConnector(target, this.#policy, connectTimeoutMs),
      allowH2: false,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      maxResponseSize: request.limitBytes,
      // The deadline rules.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const { host: _host, cookie: _cookie, ...headers } = request.headers ?? {};
      const response = await client.request({
        path: `${url.pathname}${url.search}`,
        method: request.method ?? 'GET',
        headers: { accept: '*/*', 'user-agent': 'svc', ...headers, 'accept-encoding': ACCEPTED_CODINGS },
        body: request.body ?? null,
        signal,
      });
      // Whoever reads the body gets its error too; a body nobody reads must not end the process with it.
      response.body.on('error', () => undefined);
      return { target, client, status: response.statusCode, headers: response.headers, body: response.body };
    } catch (error) {
      void client.destroy();
      throw error;
    }
  }
}

function respond(hop: Hop, limitBytes: number, deadline: Deadline): OutboundResponse {
  const { 'set-cookie': _cookies, ...headers } = hop.headers;
  const close = (): void => {
    deadline.end();
    void hop.client.destroy();
  };
  try {
    if (Number(single(headers, 'content-length') ?? 0) > limitBytes)
      throw new OutboundError('too_large', 'size');
    const codings = hop.headers['content-encoding'];
    const source = decoded(hop.body, Array.isArray(codings) ? codings.join(',') : codings);
    const body = boundedBody(source, limitBytes, deadline.signal, close);
    return {
      status: hop.status,
      headers,
      contentType: single(headers, 'content-type'),
      url: hop.target.url.href,
      body,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads what a sender has to say, so that it is not cut off in the middle, and no more of it than `limitBytes`. */
async function discard(body: Readable, limitBytes: number): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) if ((bytes += chunk.length) > limitBytes) return;
  } catch {
    // The status is known, and nobody wants the rest.
  }
}
