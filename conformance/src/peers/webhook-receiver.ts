import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface ReceivedDelivery {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedDelivery[];
  /** What comes from now on is answered with this status. */
  respondWith(status: number): void;
  /** Resolves when so many deliveries have come. */
  until(count: number): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** A receiver on this machine for as long as `work` runs. */
export async function withReceiver(work: (receiver: WebhookReceiver) => Promise<void>): Promise<void> {
  const received: ReceivedDelivery[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, headers: request.headers, body });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await work({
      url: `http://127.0.0.1:${port}/hook`,
      received,
      respondWith: (next) => void (status = next),
      async until(count) {
        for (const untilMs = Date.now() + TIMEOUT_MS; received.length < count; await delay(20))
          if (Date.now() > untilMs) throw new Error(`${received.length} deliveries came, not ${count}`);
      },
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
