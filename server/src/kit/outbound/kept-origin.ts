import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import { ByteCollector } from '../byte-collector.ts';
import type { AddressPolicy } from './address-policy.ts';
import { ACCEPTED_CODINGS, boundedBody, decoded, toOutboundError } from './bounded-body.ts';
import { Deadline } from './deadline.ts';
import { untilAborted } from '../until-aborted.ts';
import { pinnedConnector } from './pinned-connector.ts';
import { parseTargetUrl, resolveTarget, type TargetRules } from './target.ts';

export interface KeptOriginRules extends Pick<TargetRules, 'resolve' | 'allowsHttp'> {
  readonly policy: AddressPolicy;
}

/** A POST whose whole answer matters. */
export interface KeptPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** For everything, the name and the whole answer included. */
  readonly timeoutMs: number;
  /** Of the answer's body, before and after its content coding is undone. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

export interface KeptResponse {
  readonly status: number;
  readonly bytes: Buffer;
}

/** How long a host's addresses are believed. */
const ADDRESSES_MS = 60_000;
/** Shorter than servers keep theirs: one that closes a connection just when it is used again fails the request. */
const IDLE_MS = 3000;
const CONNECTIONS = 256;
const CONNECT_TIMEOUT_MS = 5000;
const HEADER_LIMIT_BYTES = 16_384;

/**
 * One URL that is asked again and again, over connections that are kept: a new one for each request would cost a TLS
 * handshake. The host's addresses are looked up and judged once a minute, and every new connection is checked. Redirects
 * are answers like others. Everything it throws is an OutboundError.
 */
export class KeptOrigin {
  readonly #url: URL;
  readonly #rules: KeptOriginRules;
  #pool: Promise<Pool> | undefined;
  #resolvedAtMs = -Infinity;

  /** Throws for a text that is no URL of HTTP. */
  constructor(url: string, rules: KeptOriginRules) {
    this.#url = parseTargetUrl(url);
    this.#rules = rules;
  }

  async post({ headers, body, timeoutMs, limitBytes, signal: caller }: KeptPost): Promise<KeptResponse> {
    const deadline = new Deadline({ timeoutMs, firstByteMs: timeoutMs, signal: caller });
    const { signal } = deadline;
    try {
      const pool = await untilAborted(this.#connected(), signal);
      const request = pool.request({
        path: `${this.#url.pathname}${this.#url.search}`,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': ACCEPTED_CODINGS },
        body,
        signal,
      });
      // One that waits for a connection hears of the signal only when it gets one.
      const { statusCode: status, headers: about, body: source } = await untilAborted(request, signal);
      const coding = about['content-encoding'];
      const name = Array.isArray(coding) ? coding.join(',') : coding;
      return { status, bytes: await readAll(source, name, limitBytes, signal) };
    } catch (error) {
      throw toOutboundError(error, signal);
    } finally {
      deadline.end();
    }
  }

  /** Ends the connections, and what is asked over them. */
  async close(): Promise<void> {
    const pool = await this.#pool?.catch(() => undefined);
    await pool?.destroy();
  }

  #connected(): Promise<Pool> {
    const nowMs = performance.now();
    if (this.#pool !== undefined && nowMs - this.#resolvedAtMs < ADDRESSES_MS) return this.#pool;
    // What is under way ends over the connections of before.
    this.#pool?.then((pool) => pool.close()).catch(() => undefined);
    const opening = this.#open();
    this.#pool = opening;
    this.#resolvedAtMs = nowMs;
    opening.catch(() => {
      if (this.#pool === opening) this.#pool = undefined;
    });
    return opening;
  }

  /** Not bound to the request that begins it: others wait for it too. */
  async #open(): Promise<Pool> {
    const target = await resolveTarget(this.#url, this.#rules, AbortSignal.timeout(CONNECT_TIMEOUT_MS));
    return new Pool(this.#url.origin, {
      connect: pinnedConnector(target, this.#rules.policy, CONNECT_TIMEOUT_MS),
      connections: CONNECTIONS,
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      // The deadline rules.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

/** The whole body. Its connection serves others afterwards, or is ended where something is left of it. */
async function readAll(
  body: Readable,
  coding: string | undefined,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  // Whoever reads the body gets its error too; a body nobody reads must not end the process with it.
  body.on('error', () => undefined);
  try {
    const collector = new ByteCollector(limitBytes);
    for await (const chunk of boundedBody(decoded(body, coding), limitBytes, signal, () => undefined))
      collector.add(chunk);
    return collector.take();
  } finally {
    body.destroy();
  }
}
