import { isFields } from '../upstreams/http/error-object.ts';
import { askTokenServer } from '../upstreams/http/credentials/ask-token-server.ts';
import type { EngineConfig } from '#config';
import type { Clock } from '#kit';

/** What an engine does with the data of its calls, as the operator's look-up says. */
export type Retention = 'keeps nothing' | 'keeps data' | 'unknown';

type CheckConfig = NonNullable<
  Extract<EngineConfig, { readonly retention_check?: unknown }>['retention_check']
>;

/** As long as callers are told to wait, so that a look-up that is down delays one of them and not all. */
const UNKNOWN_MS = 5000;

/** Asks whether an engine keeps data, once for all calls, and again when the answer is too old (D-DATA-8). */
export class RetentionCheck {
  readonly #config: CheckConfig;
  readonly #clock: Clock;
  #known: Promise<Retention> | undefined;
  #knownUntilMs = Infinity;

  constructor(config: CheckConfig, clock: Clock) {
    this.#config = config;
    this.#clock = clock;
  }

  /** Never rejects. */
  retention(): Promise<Retention> {
    if (this.#known && this.#clock.nowMs() < this.#knownUntilMs) return this.#known;
    // Until it is answered, all wait for the same.
    this.#knownUntilMs = Infinity;
    this.#known = this.#ask().then((retention) => {
      const keptMs = retention === 'unknown' ? UNKNOWN_MS : this.#config.cache_s * 1000;
      this.#knownUntilMs = this.#clock.nowMs() + keptMs;
      return retention;
    });
    return this.#known;
  }

  async #ask(): Promise<Retention> {
    const { url, headers } = this.#config;
    const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()]));
    try {
      return readRetention(await askTokenServer(url, { headers: own }));
    } catch {
      return 'unknown';
    }
  }
}

/** Throws for what is no JSON. */
function readRetention(json: string): Retention {
  const answer: unknown = JSON.parse(json);
  const says = isFields(answer) ? answer['zero_data_retention'] : undefined;
  if (typeof says !== 'boolean') return 'unknown';
  return says ? 'keeps nothing' : 'keeps data';
}
