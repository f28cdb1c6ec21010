import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_KEY } from '../../../server/test-kit/index.ts';
import { report, require } from '../proof.ts';

const TIMEOUT_MS = 60_000;
const NO_RESPONSE = 'left without an answer';
const EXPECTED_FAILURES: ReadonlySet<string> = new Set([
  NO_RESPONSE,
  'service_unavailable',
  'tunnel_unavailable',
]);

/** Model calls that use a tool behind a tunnel, by one caller of each node. */
export class ModelCalls {
  readonly #outcomes: Record<string, number> = {};
  readonly #callers: readonly Promise<void>[];
  #longestMs = 0;
  #isOver = false;

  constructor(urls: readonly string[], body: object) {
    this.#callers = urls.map((url) => this.#callOn(url, JSON.stringify(body)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
  }

  /**
   * A node that is killed leaves its callers without an answer, and answers `service_unavailable` while it starts. All other
   * callers are told what a lost connection means.
   */
  check(): void {
    report('model calls', { ...this.#outcomes, 'ms at the most': Math.round(this.#longestMs) });
    const { answered: responded = 0, ...failed } = this.#outcomes;
    const others = Object.keys(failed).filter((outcome) => !EXPECTED_FAILURES.has(outcome));
    require(others.length === 0, `calls ended otherwise: ${JSON.stringify(this.#outcomes)}`);
    require(responded > 0, 'no model call was answered');
    require(this.#longestMs < TIMEOUT_MS, 'a model call hung');
  }

  async #callOn(url: string, body: string): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now();
      const outcome = await outcomeOf(url, body);
      this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1;
      this.#longestMs = Math.max(this.#longestMs, performance.now() - startedAt);
      // A node that is away refuses at once.
      if (outcome !== 'answered') await delay(100);
    }
  }
}

async function outcomeOf(url: string, body: string): Promise<string> {
  try {
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAIN_KEY}`,
        'content-type': 'application/json',
        'svc-beta': 'mcp-tunnels-2026-12-01',
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return error?.code ?? 'answered';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'hung' : NO_RESPONSE;
  }
}
