import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { assertErrorEnvelope } from '../../http/assert-error.ts';
import { CHAT, HELLO } from '../../calls/chat-call.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { HttpResponse } from '../../http/http-exchange.ts';
import { NotRun } from '../../runner/not-run.ts';

const TIMEOUT_MS = 10_000;

/** One plain connection kept open across requests, with every byte in both directions in the check's hand. */
export class Connection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #closed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (part: Buffer) => (this.#received = Buffer.concat([this.#received, part])));
    socket.on('close', () => (this.#closed = true));
    socket.on('error', () => {});
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** The next answer, framed by its Content-Length; also an interim one such as 100, which has no body. */
  async nextResponse({ toHead = false }: { readonly toHead?: boolean } = {}): Promise<HttpResponse> {
    const headEnd = await this.#until(() => this.#received.indexOf('\r\n\r\n'));
    const [statusLine = '', ...lines] = this.#received.subarray(0, headEnd).toString('latin1').split('\r\n');
    const pairs = lines.map(
      (line) =>
        [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
    );
    const headers: Record<string, string> = Object.fromEntries(pairs);
    const status = Number(statusLine.split(' ')[1]);
    const length = toHead || status < 200 ? 0 : Number(headers['content-length'] ?? 0);
    const end = headEnd + 4 + length;
    await this.#until(() => (this.#received.length >= end ? end : -1));
    const bytes = this.#received.subarray(headEnd + 4, end);
    this.#received = this.#received.subarray(end);
    const text = bytes.toString('utf8');
    const response: HttpResponse = {
      status,
      headers,
      rawHeaders: pairs.flat(),
      bytes,
      text,
      complete: true,
      json: () => JSON.parse(text) as never,
    };
    if (status >= 400 && !toHead) assertErrorEnvelope(response);
    return response;
  }

  /** Resolves when the other side has closed; what came and was not taken is the result. */
  async closed(): Promise<string> {
    await this.#until(() => (this.#closed ? 0 : -1));
    return this.#received.toString('latin1');
  }

  end(): void {
    this.#socket.destroy();
  }

  async #until(position: () => number): Promise<number> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const found = position();
      if (found >= 0) return found;
      if (this.#closed)
        throw new Error(
          `the connection was closed after ${JSON.stringify(this.#received.toString('latin1').slice(0, 200))}`,
        );
      await Promise.race([once(this.#socket, 'data', { signal }), once(this.#socket, 'close', { signal })]);
    }
  }
}

export async function openConnection(deployment: Deployment): Promise<Connection> {
  const { protocol, hostname, port } = new URL(deployment.baseUrl);
  if (protocol !== 'http:') throw new NotRun('needs plain HTTP, not https');
  const socket = connect({ host: hostname, port: Number(port || 80) });
  await once(socket, 'connect');
  return new Connection(socket);
}

/** Head of a request, ready to be followed by its body. */
export function head(requestLine: string, headers: readonly string[]): string {
  return [`${requestLine} HTTP/1.1`, 'host: svc.test', ...headers, '', ''].join('\r\n');
}

/** A whole chat completion as bytes. */
export function chatBytes(
  deployment: Deployment,
  fields: object = {},
  extra: readonly string[] = [],
  as = 'main',
): string {
  const body = JSON.stringify({ messages: HELLO, stream: false, ...fields });
  const authorization = `authorization: Bearer ${deployment.credential(as)}`;
  return (
    head(`POST ${CHAT}`, [
      authorization,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...extra,
    ]) + body
  );
}
