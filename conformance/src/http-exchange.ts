import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json<T = Record<string, unknown>>(): T;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as it is; objects are serialised by the caller. */
  readonly body?: string | Buffer;
  /** The local address to connect from, for checks of address lists. */
  readonly localAddress?: string;
  readonly timeoutMs?: number;
}

/** One HTTP exchange without any client library in between: nothing added, nothing retried, nothing followed. */
export function send(url: string, call: Call = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, localAddress, timeoutMs = 30_000 } = call;
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, { method, headers, agent: false, timeout: timeoutMs, ...(localAddress ? { localAddress } : {}) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: <T>() => JSON.parse(text) as T });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
