import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { httpSite, type TestSite } from '../../../server/test-kit/index.ts';

const PAUSE_MS = 100;

/** How the server takes its time: not at all, ahead of the first byte, or in the middle of the reply. */
export const PACES = ['quick', 'late', 'in parts'] as const;

/** Of one call: `token` is its own and goes with every attempt. */
export interface WatchedBody {
  readonly token: string;
  readonly pace: (typeof PACES)[number];
}

export function replyTo(token: string): string {
  return `the reply to ${token}`;
}

/** A server that notes how often each call reached it. */
export class WatchedServer {
  readonly #site: TestSite;
  readonly #arrivals: Map<string, number>;

  private constructor(site: TestSite, arrivals: Map<string, number>) {
    this.#site = site;
    this.#arrivals = arrivals;
  }

  static async open(): Promise<WatchedServer> {
    const arrivals = new Map<string, number>();
    const site = await httpSite((request, response) => {
      const respond = async (): Promise<void> => {
        const { token, pace } = JSON.parse(await text(request)) as WatchedBody;
        arrivals.set(token, (arrivals.get(token) ?? 0) + 1);
        const reply = replyTo(token);
        if (pace === 'late') await delay(PAUSE_MS);
        if (pace === 'in parts') {
          response.write(reply.slice(0, 5));
          await delay(PAUSE_MS);
          response.end(reply.slice(5));
        } else response.end(reply);
      };
      // A killed connector takes its request away.
      respond().catch(() => response.destroy());
    });
    return new WatchedServer(site, arrivals);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#site.port}/mcp`;
  }

  arrivals(token: string): number {
    return this.#arrivals.get(token) ?? 0;
  }

  close(): Promise<void> {
    return this.#site.close();
  }
}
