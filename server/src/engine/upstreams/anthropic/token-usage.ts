import { isFields } from '../http/error-object.ts';
import { readTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';
import { readUsage } from '../openai/token-usage.ts';

/** Where cache writes stand by their time to live, in `cache_creation`. */
const WRITES_BY_TTL = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens'] as const;

function countAt(usage: unknown, name: string): number | undefined {
  return isFields(usage) ? readTokenCount(usage[name]) : undefined;
}

/** Of two counts of the same, the larger: the other one is a default (D-ENG-16). */
function larger(known: number, said: number | undefined): number {
  return said === undefined ? known : Math.max(known, said);
}

/** Cache writes as one number, as those of each time to live, or as both. */
function cacheWritesIn(usage: unknown): number {
  const details = isFields(usage) ? usage['cache_creation'] : undefined;
  const sum = WRITES_BY_TTL.reduce((total, name) => total + (countAt(details, name) ?? 0), 0);
  return larger(sum, countAt(usage, 'cache_creation_input_tokens'));
}

/**
 * Reads the usage objects of one reply: a stream says some parts at its beginning and some at its end. The protocol counts cached parts
 * apart from the rest of the prompt; our count is the total. A missing part is unchanged, or 0.
 */
export class MessageUsage {
  #uncached = 0;
  #cached = 0;
  #cacheWrites = 0;

  /** Proxies leave counts in the other protocol's words, in place of these or beside their zeros. */
  read(usage: unknown): SaidCount {
    const other = readUsage(usage);
    const details = isFields(usage) ? usage['output_tokens_details'] : undefined;
    this.#uncached = larger(this.#uncached, countAt(usage, 'input_tokens'));
    this.#cached = larger(this.#cached, countAt(usage, 'cache_read_input_tokens'));
    this.#cacheWrites = larger(this.#cacheWrites, cacheWritesIn(usage));
    return {
      input: larger(this.#uncached + this.#cached + this.#cacheWrites, other.input),
      cached: larger(this.#cached, other.cached),
      cacheWrites: this.#cacheWrites,
      output: other.output,
      reasoning: larger(other.reasoning ?? 0, countAt(details, 'thinking_tokens')),
    };
  }
}
