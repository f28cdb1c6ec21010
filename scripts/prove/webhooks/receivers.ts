import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Manner = 'healthy' | 'hangs' | 'refuses';

/** What one endpoint got of one event. */
interface Reception {
  readonly digest: string;
  readonly firstAtMs: number;
  times: number;
}

/** Endpoints of one server: each path has its manner, and what the healthy ones get is kept by event. */
export class Receivers {
  readonly #server: Server;
  readonly #manners = new Map<string, Manner>();
  readonly #received = new Map<string, Map<string, Reception>>();
  /** Deliveries of one event whose bytes were not those of the one before. */
  differing = 0;
  /** Called for each event that comes to a healthy endpoint for the first time. */
  onFirst: (path: string, body: string) => void = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
    this.#server.keepAliveTimeout = 1000;
  }

  static async open(): Promise<Receivers> {
    const receivers = new Receivers();
    receivers.#server.listen(0, '127.0.0.1');
    await once(receivers.#server, 'listening');
    return receivers;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  behave(path: string, manner: Manner): void {
    this.#manners.set(path, manner);
    this.#received.set(path, new Map());
  }

  /** By event id. */
  at(path: string): ReadonlyMap<string, Reception> {
    return this.#received.get(path) ?? new Map<string, Reception>();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const manner = this.#manners.get(path) ?? 'healthy';
    const body = await text(request).catch(() => undefined);
    if (manner === 'hangs' || body === undefined) return;
    if (manner === 'refuses') return void response.writeHead(503).end();
    this.#keep(path, String(request.headers['svc-event-id']), body);
    response.writeHead(204).end();
  }

  #keep(path: string, eventId: string, body: string): void {
    const received = this.#received.get(path);
    const digest = createHash('sha256').update(body).digest('base64');
    const known = received?.get(eventId);
    if (known) {
      known.times++;
      if (known.digest !== digest) this.differing++;
      return;
    }
    received?.set(eventId, { digest, firstAtMs: performance.now(), times: 1 });
    this.onFirst(path, body);
  }
}
