import { setTimeout as delay } from 'node:timers/promises';
import { textReply, type RecordedRequest, type ScriptedUpstream } from './upstream.ts';

const TIMEOUT_MS = 5000;

/** The scripted engine as one check sees it: only the requests since the check began. */
export class UpstreamProbe {
  readonly #upstream: ScriptedUpstream;
  #first = 0;
  #taken = 0;

  constructor(upstream: ScriptedUpstream) {
    this.#upstream = upstream;
  }

  /** Says "Hello" to everything again and forgets what was asked. */
  reset(): void {
    this.#upstream.script(textReply('Hello'));
    this.#first = this.#upstream.requests.length;
    this.#taken = this.#first;
  }

  /** What following requests get. */
  script(...[script]: Parameters<ScriptedUpstream['script']>): void {
    this.#upstream.script(script);
  }

  get requests(): readonly RecordedRequest[] {
    return this.#upstream.requests.slice(this.#first);
  }

  /** The next request not taken yet, also one still to come. */
  async nextRequest(): Promise<RecordedRequest> {
    const deadline = performance.now() + TIMEOUT_MS;
    while (performance.now() < deadline) {
      const request = this.#upstream.requests[this.#taken];
      if (request) {
        this.#taken++;
        return request;
      }
      await delay(2);
    }
    throw new Error(`the engine was not asked within ${TIMEOUT_MS} ms`);
  }

  /** `127.0.0.1:<port>`: must never be seen by a caller. */
  get address(): string {
    return new URL(this.#upstream.baseUrl).host;
  }
}
