import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** A machine that is busy otherwise may let a look-up run out of time; the caller then tries again, as a client would. */
const MAX_REPEATS = 200;
const BODY = JSON.stringify({ messages: [{ role: 'user', content: '[[sandbox: say=yes]]' }], stream: false });

export interface LoadFigures {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly medianMs: number;
}

/** Calls one service over kept connections, a new call on each as soon as the last was answered. */
export class KeyLoad {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #callers: number;
  #repeats = 0;

  constructor(url: string, callers: number) {
    this.#url = url;
    this.#callers = callers;
    this.#agent = new Agent({ keepAlive: true, maxSockets: callers });
  }

  /** Calls with the secrets `next` gives, until it gives none. Throws when a call is not answered 200, too many 503s among them. */
  async run(next: () => string | undefined): Promise<LoadFigures> {
    const latenciesMs: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: this.#callers }, async () => {
        for (let secret = next(); secret !== undefined; secret = next()) {
          const sentAt = performance.now();
          while (!(await this.#call(secret))) this.#repeats++;
          latenciesMs.push(performance.now() - sentAt);
        }
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const medianMs = latenciesMs.toSorted((a, b) => a - b)[latenciesMs.length >> 1] ?? Number.NaN;
    return { calls: latenciesMs.length, callsPerSecond: Math.round(latenciesMs.length / seconds), medianMs };
  }

  /** Calls that were told to come back, and did. */
  get repeats(): number {
    return this.#repeats;
  }

  close(): void {
    this.#agent.destroy();
  }

  #call(secret: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(BODY),
      };
      const outgoing = request(
        `${this.#url}/v1/chat/completions`,
        { method: 'POST', agent: this.#agent, headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', reject);
          response.on('end', () => {
            const again = response.statusCode === 503 && this.#repeats < MAX_REPEATS;
            if (response.statusCode === 200 || again) resolve(!again);
            else reject(new Error(`refused: ${response.statusCode} ${text}`));
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(BODY);
    });
  }
}
