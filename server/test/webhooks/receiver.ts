import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { httpSite, type TestSite } from '#test-kit';

/** A received delivery. */
export interface ReceivedDelivery {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- compared field by field with what is expected
  readonly event: any;
}

/** Responds to one delivery; an answer that never ends the response simulates a hanging receiver. */
type Responder = (response: ServerResponse, delivery: ReceivedDelivery) => void;

/** A server that receives deliveries: responds with 204 unless configured otherwise per path. */
export class Receiver {
  readonly #site: TestSite;
  readonly #responders = new Map<string, Responder>();
  readonly received: ReceivedDelivery[] = [];

  private constructor(site: TestSite) {
    this.#site = site;
  }

  static async open(): Promise<Receiver> {
    const receivers: Receiver[] = [];
    const site = await httpSite((request, response) => void receivers[0]!.#take(request, response));
    receivers.push(new Receiver(site));
    return receivers[0]!;
  }

  get port(): number {
    return this.#site.port;
  }

  connections(): number {
    return this.#site.connections();
  }

  url(path = '/hook', host = '127.0.0.1'): string {
    return `http://${host}:${this.#site.port}${path}`;
  }

  reply(path: string, reply: number | Responder): void {
    this.#responders.set(
      path,
      typeof reply === 'number' ? (response) => void response.writeHead(reply).end('secret') : reply,
    );
  }

  at(path: string): ReceivedDelivery[] {
    return this.received.filter((delivery) => delivery.path === path);
  }

  close(): Promise<void> {
    return this.#site.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    const delivery = { method, path, headers, body, event: JSON.parse(body) as unknown };
    this.received.push(delivery);
    const reply = this.#responders.get(path);
    if (reply) reply(response, delivery);
    else response.writeHead(204).end();
  }
}
