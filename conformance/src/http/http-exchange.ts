import { once } from 'node:events';
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** False when the connection was cut before the body's end. */
  readonly complete: boolean;
  /** The body as JSON; throws when it is none. */
  json<T = Record<string, unknown>>(): T;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as it is, with Content-Length; objects are serialised by the caller. A list is sent chunked, one chunk per item. */
  readonly body?: string | Buffer | readonly (string | Buffer)[];
  /** Sends head and body but does not end the request. */
  readonly unfinished?: boolean;
  /** The local address to connect from, for checks of address lists. */
  readonly localAddress?: string;
  readonly timeoutMs?: number;
}

/** For what hangs: a busy machine takes 15 s to count the tokens of a prompt that fills a large window. */
const TIMEOUT_MS = 60_000;

/** An answer whose head has arrived and whose body is still coming. */
export interface OpenResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What has arrived so far. */
  received(): string;
  /** Resolves when `text` has arrived; rejects when the body ends without it. */
  until(text: string): Promise<void>;
  /** Stops and goes on taking bytes from the socket. */
  pause(): void;
  resume(): void;
  /** Hangs up. */
  abort(): void;
  whole(): Promise<HttpResponse>;
}

/** One HTTP exchange without any client library in between: nothing added, nothing retried, nothing followed. */
export async function send(url: string, call: Call = {}): Promise<HttpResponse> {
  return (await open(url, call)).whole();
}

/** Like `send`, but hands over as soon as the head of the answer is there. */
export function open(url: string, call: Call = {}): Promise<OpenResponse> {
  const { method = 'GET', headers = {}, localAddress, timeoutMs = TIMEOUT_MS } = call;
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      headers,
      agent: false,
      timeout: timeoutMs,
      ...(localAddress ? { localAddress } : {}),
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    // After the answer's head this is at most the request's body finding no reader, as when it was refused early.
    outgoing.on('error', reject);
    outgoing.on('response', (response) => resolve(new Incoming(outgoing, response)));
    writeBody(outgoing, call);
  });
}

function writeBody(outgoing: ClientRequest, { body = '', unfinished }: Call): void {
  const isList = typeof body !== 'string' && !Buffer.isBuffer(body);
  if (!unfinished && !isList) {
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  for (const part of isList ? body : [body]) if (part.length > 0) outgoing.write(part);
  if (!unfinished) outgoing.end();
}

class Incoming implements OpenResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly #outgoing: ClientRequest;
  readonly #response: IncomingMessage;
  readonly #parts: Buffer[] = [];
  readonly #closed: Promise<void>;

  constructor(outgoing: ClientRequest, response: IncomingMessage) {
    this.#outgoing = outgoing;
    this.#response = response;
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    response.on('data', (part: Buffer) => this.#parts.push(part));
    response.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      response.once('end', resolve);
      response.once('close', resolve);
    });
  }

  received(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }

  async until(text: string): Promise<void> {
    let over = false;
    void this.#closed.then(() => (over = true));
    while (!this.received().includes(text)) {
      if (over) throw new Error(`the answer ended without ${JSON.stringify(text)}`);
      await Promise.race([once(this.#response, 'data'), this.#closed]);
    }
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  abort(): void {
    this.#outgoing.destroy();
  }

  async whole(): Promise<HttpResponse> {
    await this.#closed;
    this.#outgoing.destroy();
    const bytes = Buffer.concat(this.#parts);
    const text = bytes.toString('utf8');
    const { status, headers } = this;
    const { rawHeaders, complete } = this.#response;
    return { status, headers, rawHeaders, bytes, text, complete, json: <T>() => JSON.parse(text) as T };
  }
}
